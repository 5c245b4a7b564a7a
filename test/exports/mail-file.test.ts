import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';

import { mailFile, type MailFile } from '../../electron/engines/formats/mail-file.ts';

const mail = (given: Partial<MailFile> = {}): MailFile => ({
  subject: 'Payment advice INV-7',
  text: 'Amount: 12.00 EUR',
  atMs: Date.parse('2026-11-20T10:00:00Z'),
  id: 'abc-1',
  attachment: {
    name: 'ADVICE_INV-7.pdf',
    mediaType: 'application/pdf',
    bytes: new Uint8Array([1, 2, 255]),
  },
  ...given,
});

test('another reader finds subject, text, day and file as they were, and no recipient', async () => {
  const read = await PostalMime.parse(mailFile(mail({ subject: 'Überweisung an Žofie: 12.00 €' })));
  expect(read.subject).toBe('Überweisung an Žofie: 12.00 €');
  expect(read.text?.trim()).toBe('Amount: 12.00 EUR');
  expect(read.date).toBe('2026-11-20T10:00:00.000Z');
  expect([read.from, read.to, read.cc]).toEqual([undefined, undefined, undefined]);
  expect(read.headers.find(({ key }) => key === 'x-unsent')?.value).toBe('1');
  const [attachment] = read.attachments;
  expect(attachment).toMatchObject({ filename: 'ADVICE_INV-7.pdf', mimeType: 'application/pdf' });
  expect([...new Uint8Array(attachment?.content as ArrayBuffer)]).toEqual([1, 2, 255]);
});

test('no text becomes a header: whatever is in subject and file name stays in them', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      'a\r\nBcc: x@example.org',
      'a\nTo: x',
      '=?utf-8?B?QmNjOg==?=',
      '"; x="',
      '\u2028To: x',
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (subject, text, name) => {
      const file = mailFile(mail({ subject, text, attachment: { ...mail().attachment, name } }));
      expect(file).toMatch(/^[\x20-\x7e\r\n]*$/);
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const [head = ''] = file.split('\r\n\r\n');
      const names = head.split(/\r\n(?! )/).map((line) => line.replace(/:.*/s, ''));
      expect(names).toEqual(['X-Unsent', 'Date', 'Subject', 'MIME-Version', 'Content-Type']);
      for (const line of file.split('\r\n')) expect(line.length).toBeLessThan(998);
    }),
    { numRuns: 500 },
  );
});

test('every subject is read back as it was, but for what would end a line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 120 }), async (subject) => {
      const read = await PostalMime.parse(mailFile(mail({ subject })));
      const plain = subject.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
      expect(read.subject ?? '').toBe(plain.replace(/\s+/gu, ' ').trim());
    }),
    { numRuns: 300 },
  );
});

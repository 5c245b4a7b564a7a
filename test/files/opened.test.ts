import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import { openMessage } from '../../electron/engines/files/mail-message.ts';
import { openArchive } from '../../electron/engines/files/zip-archive.ts';

const limits = { fileBytesMax: 1_000, bytesMax: 2_500, filesMax: 5 };
const namesOf = ({ files }: { files: readonly { name: string }[] }) =>
  files.map(({ name }) => name);
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

/** Where the list at the archive's end describes its first file. */
const listed = (bytes: Uint8Array): number =>
  Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));

describe('an archive', () => {
  test('gives its files by their own names, without folders and without what a system packs', async () => {
    const opened = await openArchive(
      'kyc.zip',
      zip({
        'Kestrel/passport.pdf': 'one',
        'Kestrel\\deeper\\bill.pdf': 'two',
        '__MACOSX/._passport.pdf': 'x',
        'Kestrel/.DS_Store': 'x',
        'Zürich Straße.pdf': 'three',
      }),
      limits,
    );
    expect(namesOf(opened)).toEqual(['passport.pdf', 'bill.pdf', 'Zürich Straße.pdf']);
    expect(new TextDecoder().decode(opened.files[0]?.bytes)).toBe('one');
    expect(opened.refused).toEqual([]);
  });

  test('gives no name that reorders a sentence or ends before its end, and reads its kind without', async () => {
    const opened = await openArchive(
      'kyc.zip',
      zip({
        'pass\u202Efdp.exe': 'x',
        'bill\u0000.pdf': 'y',
        'in\u202Ener.zip\u0000': 'z',
        'letter.eml\u200B': 'z',
        'nul.pdf': 'y',
      }),
      limits,
    );
    expect(namesOf(opened)).toEqual(['passfdp.exe', 'bill.pdf', '_nul.pdf']);
    expect(opened.refused.map(({ name }) => name)).toEqual(['inner.zip', 'letter.eml']);
  });

  test.each([
    ['../../passport.pdf', 'names a place outside its archive'],
    ['/etc/passport.pdf', 'names a place outside its archive'],
    ['C:\\passport.pdf', 'names a place outside its archive'],
    ['inner.zip', 'is an archive within an archive'],
    ['letter.eml', 'is a message within an archive'],
  ])('with %s gives the others and reports that it %s', async (path, reason) => {
    const opened = await openArchive('kyc.zip', zip({ [path]: 'x', 'good.pdf': 'y' }), limits);
    expect(namesOf(opened)).toEqual(['good.pdf']);
    expect(opened.refused).toMatchObject([{ reason: expect.stringContaining(reason) as string }]);
  });

  test('that unpacks to far more than its size is held back by what it says, before anything is unpacked', async () => {
    const bomb = zip({ 'bomb.pdf': 'a'.repeat(5_000_000), 'good.pdf': 'y' });
    expect(bomb.length).toBeLessThan(10_000);
    const opened = await openArchive('bomb.zip', bomb, limits);
    expect(namesOf(opened)).toEqual(['good.pdf']);
    expect(opened.refused).toEqual([
      { name: 'bomb.pdf', reason: 'unpacks to 5 MB; the bank takes up to 0 MB.' },
    ]);
  });

  test('that lies about its size is read no further than it says', async () => {
    const bomb = zip({ 'bomb.pdf': 'a'.repeat(5_000_000) });
    const at = listed(bomb);
    Buffer.from(bomb.buffer).writeUInt32LE(10, at + 24);
    const opened = await openArchive('bomb.zip', bomb, limits);
    expect(opened.files).toEqual([]);
    expect(opened.refused[0]?.reason).toContain('is damaged');
  });

  test('of many files is taken up to what all of them may unpack to', async () => {
    const opened = await openArchive(
      'kyc.zip',
      zip({ 'a.pdf': 'a'.repeat(1_000), 'b.pdf': 'b'.repeat(1_000), 'c.pdf': 'c'.repeat(1_000) }),
      limits,
    );
    expect(namesOf(opened)).toEqual(['a.pdf', 'b.pdf']);
    expect(opened.refused).toMatchObject([{ name: 'c.pdf' }]);
  });

  test('of too many files is not taken at all', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`${String(index)}.pdf`, 'x']),
    );
    const opened = await openArchive('many.zip', zip(many), limits);
    expect(opened.files).toEqual([]);
    expect(opened.refused).toMatchObject([
      { name: 'many.zip', reason: expect.stringContaining('more than 5 files') as string },
    ]);
  });

  test('that is locked by a password is refused with what to do', async () => {
    const bytes = zip({ 'passport.pdf': 'x', 'good.pdf': 'y' });
    const at = listed(bytes);
    const view = Buffer.from(bytes.buffer);
    view.writeUInt16LE(view.readUInt16LE(at + 8) | 1, at + 8);
    const opened = await openArchive('kyc.zip', bytes, limits);
    expect(namesOf(opened)).toEqual(['good.pdf']);
    expect(opened.refused).toMatchObject([
      { name: 'passport.pdf', reason: expect.stringContaining('locked by a password') as string },
    ]);
  });

  test.each([
    ['that was cut off', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 30)],
    ['that is none', () => strToU8('%PDF-1.7')],
    ['of no bytes', () => new Uint8Array()],
  ])('%s is refused, and nothing of it is used', async (_what, of) => {
    const opened = await openArchive('kyc.zip', of(zip({ 'a.pdf': 'a'.repeat(500) })), limits);
    expect(opened.files).toEqual([]);
    expect(opened.refused).toMatchObject([{ name: 'kyc.zip' }]);
  });

  test('of which one file is damaged gives the others', async () => {
    const bytes = zip({ 'a.pdf': 'the first file', 'b.pdf': 'the second file' });
    const at = listed(bytes);
    Buffer.from(bytes.buffer).writeUInt32LE(7, at + 16);
    const opened = await openArchive('kyc.zip', bytes, limits);
    expect(namesOf(opened)).toEqual(['b.pdf']);
    expect(opened.refused).toMatchObject([{ name: 'a.pdf' }]);
  });
});

type Part = { type: string; headers?: string; body: string | Uint8Array };
const message = (...parts: Part[]): Uint8Array => messageOf('mixed', parts);
const messageOf = (kind: 'mixed' | 'related', parts: readonly Part[]): Uint8Array =>
  strToU8(
    [
      'From: Ada <ada@example.com>',
      'To: kyc@example.com',
      'Subject: documents',
      'MIME-Version: 1.0',
      `Content-Type: multipart/${kind}; boundary="b"`,
      '',
      ...parts.flatMap(({ type, headers, body }) => [
        '--b',
        `Content-Type: ${type}`,
        'Content-Transfer-Encoding: base64',
        ...(headers === undefined ? [] : [headers]),
        '',
        Buffer.from(body).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      ]),
      '--b--',
      '',
    ].join('\r\n'),
  );
const attached = (name: string) => `Content-Disposition: attachment; filename="${name}"`;

describe('a message', () => {
  const text = { type: 'text/plain', body: 'please find attached' };

  test('gives what is attached to it, by names in any letters, and not its text', async () => {
    const opened = await openMessage(
      'mail.eml',
      message(
        text,
        {
          type: 'application/pdf',
          headers: attached('=?UTF-8?Q?Auszug_Z=C3=BCrich.pdf?='),
          body: 'one',
        },
        { type: 'application/pdf', headers: attached('../../bill.pdf'), body: 'two' },
      ),
      limits,
    );
    expect(namesOf(opened)).toEqual(['Auszug Zürich.pdf', 'bill.pdf']);
    expect(new TextDecoder().decode(opened.files[0]?.bytes)).toBe('one');
  });

  test('gives no attachment a name that reorders a sentence', async () => {
    const opened = await openMessage(
      'mail.eml',
      message(
        text,
        {
          type: 'application/pdf',
          headers: attached('=?UTF-8?Q?pass=E2=80=AEfdp.exe?='),
          body: 'one',
        },
        {
          type: 'application/zip',
          headers: attached('=?UTF-8?Q?kyc.zip=00?='),
          body: zip({ 'a.pdf': 'a' }),
        },
      ),
      limits,
    );
    expect(namesOf(opened)).toEqual(['passfdp.exe', 'a.pdf']);
  });

  test('gives the files of an archive that is attached to it', async () => {
    const opened = await openMessage(
      'mail.eml',
      message(text, {
        type: 'application/zip',
        headers: attached('kyc.zip'),
        body: zip({ 'a.pdf': 'a', 'inner.zip': 'x' }),
      }),
      limits,
    );
    expect(namesOf(opened)).toEqual(['a.pdf']);
    expect(opened.refused).toMatchObject([{ name: 'inner.zip' }]);
  });

  test('leaves out a picture within its text, and reports a message attached to it', async () => {
    const opened = await openMessage(
      'mail.eml',
      messageOf('related', [
        { type: 'text/html', body: '<img src="cid:logo@x">' },
        {
          type: 'image/png',
          headers: 'Content-ID: <logo@x>\r\nContent-Disposition: inline; filename="logo.png"',
          body: 'png',
        },
        {
          type: 'message/rfc822',
          headers: attached('before.eml'),
          body: 'Subject: x\r\n\r\nhello',
        },
        { type: 'application/pdf', headers: attached('a.pdf'), body: 'a' },
      ]),
      limits,
    );
    expect(namesOf(opened)).toEqual(['a.pdf']);
    expect(opened.refused).toMatchObject([
      { name: 'before.eml', reason: expect.stringContaining('message within a message') as string },
    ]);
  });

  test('of a file too large gives the others', async () => {
    const opened = await openMessage(
      'mail.eml',
      message(
        { type: 'application/pdf', headers: attached('large.pdf'), body: 'a'.repeat(2_000) },
        { type: 'application/pdf', headers: attached('a.pdf'), body: 'a' },
      ),
      limits,
    );
    expect(namesOf(opened)).toEqual(['a.pdf']);
    expect(opened.refused).toMatchObject([{ name: 'large.pdf' }]);
  });

  test.each([
    ['without files', message(text), 'has no files attached.'],
    ['that is none', strToU8('%PDF-1.7 just bytes'), 'is no message that can be read'],
    ['of no bytes', new Uint8Array(), 'is no message that can be read'],
  ])('%s is refused', async (_what, bytes, reason) => {
    const opened = await openMessage('mail.eml', bytes, limits);
    expect(opened.files).toEqual([]);
    expect(opened.refused).toMatchObject([
      { name: 'mail.eml', reason: expect.stringContaining(reason) as string },
    ]);
  });
});

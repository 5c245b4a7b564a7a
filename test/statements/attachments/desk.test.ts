import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import {
  type TestDesk,
  openSyncedSandbox,
  openSandboxDesk,
} from '../../support/desks/test-desk.ts';

const pdf = new TextEncoder().encode('%PDF-1.4\nINV-2026-45646 canary-voucher\n%%EOF\n');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

type Place = { readonly accountNumber: string; readonly entryId: string };

async function sandboxDesk(): Promise<{ desk: TestDesk; place: Place }> {
  const desk = await openSyncedSandbox();
  const { rows } = await desk.get('accounts.list', {});
  const accountNumber = rows[0]?.accountNumber ?? '';
  const view = { accountNumber, filter: {}, index: 0, limit: 1 };
  const entryId = (await desk.get('statements.page', view)).rows[0]?.id ?? '';
  return { desk, place: { accountNumber, entryId } };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const attachmentsIn = (desk: TestDesk): string[] =>
  filesIn(desk.dataDir).filter((file) => file.includes('/attachments/'));

test('a file is attached with its name, size, kind, who and when; its bytes lie nowhere unencrypted and are saved as they were [U10]', async () => {
  const { desk, place } = await sandboxDesk();
  const offered = { ...place, fileName: 'C:\\Desk\\INV-2026-45646.pdf', bytes: pdf };
  const file = await desk.get('attachments.add', offered);
  expect(file).toMatchObject({
    ...place,
    name: 'INV-2026-45646.pdf',
    mediaType: 'application/pdf',
    sizeBytes: pdf.length,
    sha256: createHash('sha256').update(pdf).digest('hex'),
  });
  expect(file.addedBy).not.toBe('');
  // The same bytes again are the same file.
  expect(await desk.get('attachments.add', offered)).toEqual(file);
  const picture = await desk.get('attachments.add', { ...place, fileName: 'a.png', bytes: png });
  expect((await desk.get('attachments.list', place)).files).toEqual([file, picture]);
  const page = { accountNumber: place.accountNumber, filter: {}, index: 0, limit: 2 };
  expect((await desk.get('statements.page', page)).rows.map(({ files }) => files)).toEqual([2, 0]);

  const blobs = attachmentsIn(desk);
  expect(blobs).toHaveLength(2);
  for (const blob of blobs) expect(statSync(blob).mode & 0o777).toBe(0o600);
  for (const stored of filesIn(desk.dataDir))
    expect([stored, readFileSync(stored).includes('canary-voucher')]).toEqual([stored, false]);

  desk.saveTo = join(tempFolder(), 'copy.pdf');
  expect(await desk.get('attachments.save', { fileId: file.fileId, open: false })).toEqual({
    ...{ saved: true, fileName: 'copy.pdf', isOpened: null },
  });
  expect(new Uint8Array(readFileSync(desk.saveTo))).toEqual(pdf);
  const { image } = await desk.get('attachments.show', { fileId: picture.fileId });
  expect(image).toBe(`data:image/png;base64,${png.toString('base64')}`);
  const unshown = await desk.refused('attachments.show', { fileId: file.fileId });
  expect(unshown.message).toContain('INV-2026-45646.pdf is not shown here: save a copy of it.');
});

test('a PDF is opened from where it was saved, and nothing else is, whatever its name says [U10]', async () => {
  const { desk, place } = await sandboxDesk();
  const add = (fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
    desk.get('attachments.add', { ...place, fileName, bytes });
  const open = (fileId: string) => desk.get('attachments.save', { fileId, open: true });
  const voucher = await add('voucher.pdf', pdf);
  desk.saveTo = join(tempFolder(), 'voucher.pdf');
  expect(await open(voucher.fileId)).toEqual({
    ...{ saved: true, fileName: 'voucher.pdf', isOpened: true },
  });
  expect(desk.viewed).toEqual([desk.saveTo]);

  // A page for a browser that begins as a PDF does: it is one by its content, and opened as what it is called.
  const both = Buffer.concat([pdf, Buffer.from('<script>alert(1)</script>')]);
  const page = await add('voucher.html', both);
  expect(page.mediaType).toBe('application/pdf');
  desk.saveTo = join(tempFolder(), 'voucher.html');
  expect(await open(page.fileId)).toMatchObject({ saved: true, isOpened: false });
  expect(desk.viewed).toHaveLength(1);

  const picture = await add('voucher.png', png);
  desk.saveTo = join(tempFolder(), 'picture.pdf');
  const refused = await desk.refused('attachments.save', { fileId: picture.fileId, open: true });
  expect(refused.message).toContain('voucher.png is not a PDF. Save a copy of it.');
  expect(desk.viewed).toHaveLength(1);
});

test('what is removed can be put back while the desk is open, and its bytes are gone after the next opening', async () => {
  const { desk, place } = await sandboxDesk();
  const file = await desk.get('attachments.add', { ...place, fileName: 'a.pdf', bytes: pdf });
  const stays = await desk.get('attachments.add', { ...place, fileName: 'b.png', bytes: png });
  await desk.get('attachments.remove', { fileId: file.fileId });
  expect((await desk.get('attachments.list', place)).files).toEqual([stays]);
  await desk.get('attachments.restore', { fileId: file.fileId });
  expect((await desk.get('attachments.list', place)).files).toEqual([file, stays]);
  await desk.get('attachments.remove', { fileId: file.fileId });
  expect(attachmentsIn(desk)).toHaveLength(2);
  await desk.close();

  const again = await openSandboxDesk({ dataDir: desk.dataDir, keychain: desk.keychain });
  expect(attachmentsIn(again)).toHaveLength(1);
  expect((await again.get('attachments.list', place)).files).toEqual([stays]);
  const gone = await again.refused('attachments.restore', { fileId: file.fileId });
  expect(gone.code).toBe('attachment.unreadable');
});

test.each([
  ['damaged', (blob: string) => writeFileSync(blob, 'something else')],
  ['missing', (blob: string) => rmSync(blob)],
])(
  'a file that is %s is reported in one sentence, and the entry stays as it was [U10]',
  async (_, harm) => {
    const { desk, place } = await sandboxDesk();
    const file = await desk.get('attachments.add', { ...place, fileName: 'a.pdf', bytes: pdf });
    for (const blob of attachmentsIn(desk)) harm(blob);
    desk.saveTo = join(tempFolder(), 'copy.pdf');
    const refusal = await desk.refused('attachments.save', {
      fileId: file.fileId,
      open: false,
    });
    expect(refusal.code).toBe('attachment.unreadable');
    expect(refusal.message).toContain(
      'a.pdf cannot be read any more: its bytes are missing or damaged on this machine.',
    );
    expect((await desk.get('attachments.list', place)).files).toEqual([file]);
  },
);

test('what is empty, too large, a program, or offered for an entry that is not here is refused by name, and nothing is stored [U10]', async () => {
  const { desk, place } = await sandboxDesk();
  const refused = async (fileName: string, bytes: Uint8Array, at: Place = place) =>
    (await desk.refused('attachments.add', { ...at, fileName, bytes: new Uint8Array(bytes) }))
      .message;
  expect(await refused('a.pdf', new Uint8Array())).toContain('a.pdf has 0 bytes.');
  expect(await refused('big.bin', new Uint8Array(limits.attachmentBytesMax + 1))).toContain(
    'big.bin has 25.1 MB; up to 25.0 MB can be attached.',
  );
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(510)]);
  expect(await refused('invoice.pdf', program)).toContain('is a Windows program; programs');
  expect(await refused('../../invoice.pdf\u202Ecod.exe', pdf)).toContain(
    'invoice.pdfcod.exe would run as a program by its name; programs are not attached.',
  );
  expect(await refused('a.pdf', pdf, { ...place, entryId: 'nowhere' })).toContain(
    'Entry nowhere is not in the local copy: nothing was attached.',
  );
  expect(attachmentsIn(desk)).toEqual([]);
  const named = await desk.get('attachments.add', { ...place, fileName: '..\\con', bytes: pdf });
  expect(named.name).toBe('_con');
});

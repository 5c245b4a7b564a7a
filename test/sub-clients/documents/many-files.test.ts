import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import {
  openOnboardingDesk,
  wholeDetails,
  type OnboardingDesk,
} from '../../support/desks/onboarding-desk.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';
import { openTestDesk, type TestDesk } from '../../support/desks/test-desk.ts';

const pdf = (words: string) => new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`));

const add = (
  desk: TestDesk,
  fileName: string,
  bytes = pdf(fileName),
  subClientId = '',
): Promise<UploadItem> => desk.get('documents.add', { subClientId, fileName, mimeType: '', bytes });

const queue = async (desk: TestDesk) => (await desk.get('documents.queue', {})).items;
const names = async (desk: TestDesk) => (await queue(desk)).map(({ fileName }) => fileName);

async function deskWithOne(options: Parameters<typeof openOnboardingDesk>[0] = {}) {
  const desk = await openOnboardingDesk(options);
  return { desk, subClientId: (await desk.create(wholeDetails)).recordId ?? '' };
}

const spooled = (desk: OnboardingDesk): string[] => {
  const found = readdirSync(desk.dataDir, { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('.spool') && existsSync(join(desk.dataDir, name)));
};

test('owner, type and days are set for many files in one act, and can be set back as they were', async () => {
  const { desk, subClientId } = await deskWithOne();
  const files = [await add(desk, 'a.pdf'), await add(desk, 'b.pdf')];
  const described = { subClientId, documentType: 'PROOF_OF_ADDRESS', issueDate: '2026-10-01' };
  const { items } = await desk.get('documents.describeAll', {
    files: files.map(({ itemId }) => ({ itemId, ...described })),
  });
  expect(items).toMatchObject([described, described]);
  expect(await queue(desk)).toMatchObject([described, described]);
  const before = { subClientId: '', documentType: '', issueDate: null };
  await desk.get('documents.describeAll', {
    files: files.map(({ itemId }) => ({ itemId, ...before })),
  });
  expect(await queue(desk)).toMatchObject([before, before]);
});

test('nothing is set for any of them where one is given to a sub-client that takes none', async () => {
  const { desk, subClientId } = await deskWithOne();
  const files = [await add(desk, 'a.pdf'), await add(desk, 'b.pdf')];
  const [first, second] = files.map(({ itemId }) => itemId);
  const refused = await desk.refused('documents.describeAll', {
    files: [
      { itemId: first ?? '', subClientId },
      { itemId: second ?? '', subClientId: 'nobody' },
    ],
  });
  expect(refused.message).toContain('takes no documents');
  expect(await queue(desk)).toMatchObject([{ subClientId: '' }, { subClientId: '' }]);
});

test('what was sent stays as it was sent, whatever is set for it with others', async () => {
  const { desk, subClientId } = await deskWithOne();
  const { itemId } = await desk.drop(subClientId, 'TAX_CERTIFICATE');
  await desk.get('documents.send', { itemIds: [itemId] });
  const waiting = await add(desk, 'a.pdf');
  const { items } = await desk.get('documents.describeAll', {
    files: [itemId, waiting.itemId].map((one) => ({ itemId: one, documentType: 'BANK_LETTER' })),
  });
  expect(items.map(({ fileName }) => fileName)).toEqual(['a.pdf']);
  expect((await queue(desk))[0]).toMatchObject({ documentType: 'TAX_CERTIFICATE', state: 'sent' });
  expect((await desk.get('documents.leaveOut', { itemIds: [itemId] })).itemIds).toEqual([]);
});

test('files that are left out are no doubles, are not sent, and are put back with their bytes', async () => {
  const { desk, subClientId } = await deskWithOne();
  const first = await desk.drop(subClientId, 'TAX_CERTIFICATE', { words: 'the same' });
  const second = await desk.drop(subClientId, 'TAX_CERTIFICATE', {
    words: 'the same',
    fileName: 'again.pdf',
  });
  expect(second.sameAs).toMatchObject({ fileName: first.fileName });
  const { itemIds } = await desk.get('documents.leaveOut', { itemIds: [first.itemId] });
  expect(itemIds).toEqual([first.itemId]);
  expect(await queue(desk)).toMatchObject([{ fileName: 'again.pdf', sameAs: null }]);
  await desk.get('documents.send', { itemIds: [first.itemId] });
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
  await desk.get('documents.putBack', { itemIds });
  expect(await names(desk)).toEqual(['tax_certificate.pdf', 'again.pdf']);
  const sent = await desk.get('documents.send', { itemIds: [first.itemId] });
  expect(sent.items[0]?.state).toBe('sent');
});

test('at the next start what was left out is gone with its bytes, and all else is as it was', async () => {
  const keychain = memoryKeychain();
  const { desk } = await deskWithOne({ keychain });
  const [left, remaining] = [await add(desk, 'left.pdf'), await add(desk, 'kept.pdf')];
  await desk.get('documents.leaveOut', { itemIds: [left.itemId] });
  expect(spooled(desk)).toHaveLength(2);
  await desk.close();
  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  expect(await names(again)).toEqual(['kept.pdf']);
  expect((await again.get('documents.putBack', { itemIds: [left.itemId] })).items).toEqual([]);
  expect(spooled(desk)).toHaveLength(1);
  expect((await again.get('documents.show', { itemId: remaining.itemId })).isLocked).toBe(false);
});

test('a file shows of itself what it is: a picture, the pages of a PDF, and that a password locks it', async () => {
  const { desk } = await deskWithOne();
  const png = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  const picture = await add(desk, 'face.png', png);
  const shown = await desk.get('documents.show', { itemId: picture.itemId });
  expect(shown).toMatchObject({ pages: null, isLocked: false });
  expect(shown.image).toMatch(/^data:image\/png;base64,iVBOR/);
  const pages = '<< /Type /Pages /Count 2 >> << /Type /Page >> <</Type/Page/Parent 1 0 R>>';
  const plain = await add(desk, 'two.pdf', pdf(pages));
  const plainView = await desk.get('documents.show', { itemId: plain.itemId });
  expect(plainView).toEqual({ image: null, text: null, pages: 2, isLocked: false });
  const locked = await add(desk, 'locked.pdf', pdf(`${pages} trailer << /Encrypt 9 0 R >>`));
  expect(await desk.get('documents.show', { itemId: locked.itemId })).toMatchObject({
    isLocked: true,
  });
});

test('what the bank has is not shown any more, and a message says so', async () => {
  const { desk, subClientId } = await deskWithOne();
  const { itemId } = await desk.drop(subClientId, 'TAX_CERTIFICATE');
  await desk.get('documents.send', { itemIds: [itemId] });
  const refused = await desk.refused('documents.show', { itemId });
  expect(refused.message).toContain('tax_certificate.pdf is not kept here any more');
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { memoryKeychain } from '../../support/setup/memory-keychain.ts';
import { openTestDesk } from '../../support/desks/test-desk.ts';
import {
  openOnboardingDesk,
  wholeDetails,
  type OnboardingDesk,
} from '../../support/desks/onboarding-desk.ts';

const spooled = ({ dataDir }: OnboardingDesk): string[] =>
  readdirSync(join(dataDir, 'banks', 'sandbox', 'spool'));

async function twoSubClients(desk: OnboardingDesk): Promise<[string, string]> {
  const one = (await desk.create(wholeDetails)).recordId ?? '';
  const other = (await desk.create({ ...wholeDetails, name: 'Oduya Foods' })).recordId ?? '';
  return [one, other];
}

/** What the bank holds of files, by the sub-client's documents. */
const documentsAt = async (desk: OnboardingDesk, entityId: string): Promise<string[]> => {
  await desk.get('subClients.refresh', { entityId });
  return (await desk.read(entityId)).documents.map(({ documentType }) => documentType);
};

test('files of a sub-client that was deleted elsewhere stay here with the reason, and the others go on', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const [gone, other] = await twoSubClients(desk);
  const first = await desk.drop(gone, 'PROOF_OF_ADDRESS');
  const second = await desk.drop(gone, 'BANK_LETTER');
  const third = await desk.drop(other, 'TAX_CERTIFICATE');
  expect(await desk.elsewhere('PATCH', `/${gone}/delete`)).toBe(200);

  const itemIds = [first, second, third].map(({ itemId }) => itemId);
  const { items } = await desk.get('documents.send', { itemIds });
  expect(items.map(({ state }) => state)).toEqual(['refused', 'refused', 'sent']);
  expect(items[0]?.problem).toMatchObject({
    code: 'sub-client.gone',
    bank: { status: 400, message: 'This sub-client has been deleted already' },
  });
  expect(items[0]?.problem?.message).toBe(
    'Baobab Textiles was deleted at the bank, which did not take proof_of_address.pdf. The file is stored here, encrypted. Assign it to another sub-client or remove it.',
  );
  // By then the desk knows, and the second file never leaves.
  expect(items[1]?.problem?.message).toMatch(
    /^Baobab Textiles was deleted at the bank, so bank_letter\.pdf was not sent\./,
  );
  expect(await desk.calls('uploadSubclientDocuments')).toBe(2);
  expect((await desk.read(gone)).subClient.status).toBe('deleted');
  expect((await desk.read(gone)).requirements).toEqual([]);
  expect(spooled(desk)).toHaveLength(2);

  await desk.close();
  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  const { items: refused } = await again.get('documents.queue', { subClientId: gone });
  expect(refused.map(({ state, problem }) => [state, problem?.code])).toEqual([
    ['refused', 'sub-client.gone'],
    ['refused', 'sub-client.gone'],
  ]);
  const moved = await again.get('documents.move', { itemId: first.itemId, subClientId: other });
  expect(moved).toMatchObject({
    subClientId: other,
    state: 'ready',
    problem: null,
    documentType: 'PROOF_OF_ADDRESS',
    duplicateOf: null,
  });
  const sent = await again.get('documents.send', { itemIds: [first.itemId] });
  expect(sent.items[0]).toMatchObject({ state: 'sent', subClientId: other, problem: null });
  const { documents } = await again.get('subClients.get', { entityId: other });
  expect(documents.map(({ documentType }) => documentType).toSorted()).toEqual([
    'PROOF_OF_ADDRESS',
    'TAX_CERTIFICATE',
  ]);
  expect((await again.get('documents.queue', { subClientId: gone })).items).toHaveLength(1);
});

test('a sub-client of which the bank knows nothing any more is gone, with its words beside ours', async () => {
  const desk = await openOnboardingDesk();
  const [gone] = await twoSubClients(desk);
  const item = await desk.drop(gone, 'PROOF_OF_ADDRESS');
  const fault = { kind: 'status', status: 404, body: 'json', message: 'No such client' };
  await desk.bank('PUT', 'faults', {
    rules: ['uploadSubclientDocuments', 'getSubclient'].map((operation) => ({ operation, fault })),
  });
  const { items } = await desk.get('documents.send', { itemIds: [item.itemId] });
  expect(items[0]).toMatchObject({
    state: 'refused',
    problem: { code: 'sub-client.gone', bank: { status: 404, message: 'No such client' } },
  });
  const { goneAt, requirements } = await desk.read(gone);
  expect(goneAt).not.toBeNull();
  expect(requirements).toEqual([]);
  await desk.strike(null);
  expect(await documentsAt(desk, gone)).toEqual([]);
  expect((await desk.read(gone)).goneAt).toBeNull();
});

test('a file that the bank refuses for another reason shows that reason', async () => {
  const desk = await openOnboardingDesk();
  const [one] = await twoSubClients(desk);
  const item = await desk.drop(one, 'SELFIE');
  const { items } = await desk.get('documents.send', { itemIds: [item.itemId] });
  expect(items[0]).toMatchObject({ state: 'refused', problem: { code: 'bank.refused' } });
  expect(items[0]?.problem?.bank?.message).toContain('documentType must be one of');
  expect((await desk.read(one)).goneAt).toBeNull();
});

test('a moved file is held against what the other sub-client was sent already', async () => {
  const desk = await openOnboardingDesk();
  const [one, other] = await twoSubClients(desk);
  const words = 'the same bytes';
  const there = await desk.drop(other, 'TAX_CERTIFICATE', { words, fileName: 'first.pdf' });
  await desk.get('documents.send', { itemIds: [there.itemId] });
  const here = await desk.drop(one, 'TAX_CERTIFICATE', { words, fileName: 'second.pdf' });
  expect(here.duplicateOf).toBeNull();
  const move = { itemId: here.itemId, subClientId: other };
  expect(await desk.get('documents.move', move)).toMatchObject({ duplicateOf: 'first.pdf' });
  const back = await desk.get('documents.move', { ...move, subClientId: one });
  expect(back).toMatchObject({ subClientId: one, duplicateOf: null });
  expect(desk.facts.filter(({ event }) => event === 'upload.progressed').at(-1)?.fact).toEqual(
    back,
  );
});

test('the same bytes are reported, whoever they are for, and still after they left the queue', async () => {
  const desk = await openOnboardingDesk();
  const [one, other] = await twoSubClients(desk);
  const words = 'the same bytes';
  const first = await desk.drop(one, 'TAX_CERTIFICATE', { words, fileName: 'first.pdf' });
  expect(first.sameAs).toBeNull();
  const again = await desk.drop(one, 'TAX_CERTIFICATE', { words, fileName: 'again.pdf' });
  const waiting = { fileName: 'first.pdf', subClientId: one, isSent: false };
  expect(again).toMatchObject({ state: 'ready', duplicateOf: null, sameAs: waiting });
  const there = await desk.drop(other, 'TAX_CERTIFICATE', { words, fileName: 'there.pdf' });
  expect(there.sameAs).toEqual(waiting);

  await desk.get('documents.send', { itemIds: [first.itemId] });
  const queue = async () => (await desk.get('documents.queue', {})).items;
  expect((await queue()).map(({ sameAs }) => sameAs?.isSent ?? null)).toEqual([null, true, true]);
  await desk.get('documents.remove', { itemId: first.itemId });
  await desk.get('documents.remove', { itemId: again.itemId });
  expect((await queue()).map(({ fileName }) => fileName)).toEqual(['there.pdf']);
  const later = await desk.drop(one, 'TAX_CERTIFICATE', { words, fileName: 'later.pdf' });
  expect(later.duplicateOf).toBe('first.pdf');
});

test('a file that would expire before it was issued is not sent, and neither are those chosen with it', async () => {
  const desk = await openOnboardingDesk();
  const [one] = await twoSubClients(desk);
  const good = await desk.drop(one, 'TAX_CERTIFICATE');
  const { itemId } = await desk.drop(one, 'BANK_LETTER', { expiryDate: '2026-01-31' });
  await desk.get('documents.describe', { itemId, issueDate: '2026-02-01' });
  const refused = await desk.refused('documents.send', { itemIds: [good.itemId, itemId] });
  expect(refused).toMatchObject({
    code: 'input.invalid',
    fields: { expiryDate: 'is before the day of issue' },
  });
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
  await desk.get('documents.describe', { itemId, issueDate: '2026-01-31' });
  const { items } = await desk.get('documents.send', { itemIds: [good.itemId, itemId] });
  expect(items.map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('a name that would show otherwise than it reads is cleaned before anybody sees it', async () => {
  const desk = await openOnboardingDesk();
  const [one] = await twoSubClients(desk);
  const named = async (fileName: string) =>
    (await desk.drop(one, 'TAX_CERTIFICATE', { words: fileName, fileName })).fileName;
  expect(await named('invoice\u202Efdp.pdf')).toBe('invoicefdp.pdf');
  expect(await named('tax\u0000\u200B\r\n 2026.pdf')).toBe('tax 2026.pdf');
  expect(await named('..\\..\\etc/passport 😀.pdf')).toBe('passport 😀.pdf');
  const long = await named(`${'long '.repeat(80)}.pdf`);
  expect(Array.from(long).length).toBeLessThanOrEqual(100);
  expect(long).toMatch(/\.pdf$/);
});

test('what is at the bank, or may be, is not moved, and nothing moves to who takes no documents', async () => {
  const desk = await openOnboardingDesk();
  const [one, other] = await twoSubClients(desk);
  const sent = await desk.drop(one, 'TAX_CERTIFICATE');
  await desk.get('documents.send', { itemIds: [sent.itemId] });
  await desk.strike('uploadSubclientDocuments');
  const lost = await desk.drop(one, 'BANK_LETTER');
  await desk.get('documents.send', { itemIds: [lost.itemId] });
  await desk.strike(null);
  const waiting = await desk.drop(one, 'PROOF_OF_ADDRESS');
  for (const itemId of [sent.itemId, lost.itemId])
    expect((await desk.refused('documents.move', { itemId, subClientId: other })).code).toBe(
      'input.invalid',
    );
  await desk.elsewhere('PATCH', `/${other}/delete`);
  await desk.get('subClients.refresh', { entityId: other });
  for (const subClientId of [other, 'nobody'])
    expect(
      (await desk.refused('documents.move', { itemId: waiting.itemId, subClientId })).message,
    ).toContain('choose another');
  expect((await desk.get('documents.queue', { subClientId: one })).items).toHaveLength(3);
});

test('nothing of a choice is sent while one of its files has no type', async () => {
  const desk = await openOnboardingDesk();
  const [one] = await twoSubClients(desk);
  const good = await desk.drop(one, 'TAX_CERTIFICATE');
  const bare = await desk.drop(one, '', { fileName: 'what-is-it.pdf' });
  const refused = await desk.refused('documents.send', { itemIds: [good.itemId, bare.itemId] });
  expect(refused.message).toContain('what-is-it.pdf has no document type yet');
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
});

test('while the journal is an older copy no file is sent, and each waits as it was', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const [one] = await twoSubClients(desk);
  const { itemId } = await desk.drop(one, 'PROOF_OF_ADDRESS');
  await desk.get('desk.lock', {});
  const journal = join(desk.dataDir, 'banks', 'sandbox', 'journal.db');
  const older = readFileSync(journal);
  await desk.get('desk.unlock', {});
  await desk.create({ ...wholeDetails, name: 'Oduya Foods Two' });
  await desk.get('desk.lock', {});
  writeFileSync(journal, older);
  await desk.get('desk.unlock', {});
  const refused = await desk.refused('documents.send', { itemIds: [itemId] });
  expect(refused.code).toBe('journal.older');
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
  const { items } = await desk.get('documents.queue', { subClientId: one });
  expect(items.map(({ state, problem }) => [state, problem])).toEqual([['ready', null]]);
});

test('a file whose owner is unknown is stored over a restart, encrypted, and is not sent before a person names the owner', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const [one] = await twoSubClients(desk);
  const words = 'canary of an unowned file';
  const { itemId } = await desk.drop('', 'PROOF_OF_ADDRESS', { fileName: 'scan 0001.pdf', words });
  const refused = await desk.refused('documents.send', { itemIds: [itemId] });
  expect(refused.message).toContain('scan 0001.pdf has no sub-client yet.');
  expect(spooled(desk)).toHaveLength(1);
  const [name = ''] = spooled(desk);
  const bytes = readFileSync(join(desk.dataDir, 'banks', 'sandbox', 'spool', name), 'latin1');
  expect(bytes).not.toContain('canary');
  await desk.close();

  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  expect((await again.get('documents.queue', {})).items).toMatchObject([
    { fileName: 'scan 0001.pdf', subClientId: '', state: 'ready' },
  ]);
  expect((await again.get('documents.queue', { subClientId: one })).items).toEqual([]);
  await again.get('documents.move', { itemId, subClientId: one });
  const sent = await again.get('documents.send', { itemIds: [itemId] });
  expect(sent.items[0]).toMatchObject({ state: 'sent', subClientId: one });
});

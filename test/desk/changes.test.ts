import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { newReference } from '../../shared/reference.ts';

const pdf = (words: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`));

async function sandboxDesk(dataDir = tempFolder(), keychain = memoryKeychain()): Promise<TestDesk> {
  const desk = await openSandboxDesk({ dataDir, keychain });
  return desk;
}

/** Tells the sandbox behind a desk which faults to make. */
async function faults(desk: TestDesk, rules: object[]): Promise<void> {
  const address = JSON.parse(
    readFileSync(join(desk.dataDir, 'sandbox', 'address.json'), 'utf8'),
  ) as {
    baseUrl: string;
  };
  const answer = await fetch(`${address.baseUrl}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  expect(answer.status).toBe(200);
}

async function draft(desk: TestDesk): Promise<string> {
  await desk.get('subClients.refresh', {});
  const { rows } = await desk.get('subClients.list', { search: '' });
  const row = rows.find(
    ({ status, stagesRemaining }) => status === 'draft' && stagesRemaining.length === 1,
  );
  if (!row) expect.fail('the sandbox has no draft with one stage left');
  return row.entityId;
}

test('a beneficiary’s details are changed once, shown old and new, and stored', async () => {
  const desk = await sandboxDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const { entityId, name } = rows[0]!;
  const reference = newReference();
  const update = { reference, entityId, change: { city: 'Mombasa', postCode: '80100' } };
  expect(await desk.get('beneficiaries.update', update)).toMatchObject({
    state: 'accepted',
    error: null,
  });
  expect(await desk.get('beneficiaries.update', update)).toMatchObject({ state: 'accepted' });
  const { beneficiary, earlier, openSubmission } = await desk.get('beneficiaries.get', {
    entityId,
  });
  expect(beneficiary).toMatchObject({ name, city: 'Mombasa', postcode: '80100' });
  expect(earlier[0]?.beneficiary.city).not.toBe('Mombasa');
  expect(openSubmission).toBeNull();
  const { rows: calls } = await desk
    .get('activity.list', { limit: 50 })
    .then(async (first) =>
      first.rows.some(({ operation }) => operation === 'updateBeneficiary')
        ? first
        : (await new Promise((resolve) => setTimeout(resolve, 600)),
          desk.get('activity.list', { limit: 50 })),
    );
  expect(calls.filter(({ operation }) => operation === 'updateBeneficiary')).toHaveLength(1);
});

test('an update without an answer is unknown, a second is refused until the bank shows what came of it', async () => {
  const desk = await sandboxDesk();
  await desk.get('beneficiaries.refresh', {});
  const entityId = (await desk.get('beneficiaries.list', { search: '' })).rows[3]!.entityId;
  await faults(desk, [{ operation: 'updateBeneficiary', fault: { kind: 'cut-after-commit' } }]);
  const first = await desk.get('beneficiaries.update', {
    reference: newReference(),
    entityId,
    change: { city: 'Kisumu' },
  });
  expect(first).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
  await faults(desk, []);
  const again = { reference: newReference(), entityId, change: { city: 'Nakuru' } };
  expect((await desk.refused('beneficiaries.update', again)).code).toBe('outcome.unknown');
  expect((await desk.get('beneficiaries.get', { entityId })).openSubmission?.state).toBe('unknown');
  await desk.get('beneficiaries.refresh', {});
  const { beneficiary, openSubmission } = await desk.get('beneficiaries.get', { entityId });
  expect(beneficiary.city).toBe('Kisumu');
  expect(openSubmission).toBeNull();
  expect(await desk.get('beneficiaries.update', again)).toMatchObject({ state: 'accepted' });
});

test('documents are checked, stored encrypted over a restart, sent once, and the sub-client is submitted', async () => {
  const dataDir = tempFolder();
  const keychain = memoryKeychain();
  const first = await sandboxDesk(dataDir, keychain);
  const subClientId = await draft(first);
  const { stagesRemaining } = (await first.get('subClients.get', { entityId: subClientId }))
    .subClient;
  const add = (fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
    first.get('documents.add', { subClientId, fileName, mimeType: 'application/pdf', bytes });
  const good = await add('certificate.pdf', pdf('canary-document'));
  expect(good).toMatchObject({ state: 'ready', mimeType: 'application/pdf' });
  const refusals = [
    [await add('empty.pdf', new Uint8Array()), 'file.empty'],
    [
      await add('program.pdf', new Uint8Array(Buffer.from('MZ\u0090\u0000program'))),
      'file.type-unsupported',
    ],
    [await add('page.html', new Uint8Array(Buffer.from('<html></html>'))), 'file.type-unsupported'],
    [await add('renamed.png', pdf('x')), 'file.type-unsupported'],
    [await add('cut.pdf', new Uint8Array(Buffer.from('%PDF-1.7\nno end'))), 'file.unreadable'],
    [await add('large.pdf', new Uint8Array(11 * 1024 * 1024)), 'file.too-large'],
  ] as const;
  for (const [item, code] of refusals) {
    expect(item).toMatchObject({ state: 'refused', problem: { code } });
    expect(item.problem?.message).toContain(item.fileName);
  }
  expect((await first.refused('documents.send', { itemIds: [good.itemId] })).fields).toHaveProperty(
    'documentType',
  );
  await first.get('documents.describe', {
    itemId: good.itemId,
    documentType: stagesRemaining[0]!,
    issueDate: '2026-09-01',
    expiryDate: '2028-01-31',
  });
  await first.close();
  const spool = join(dataDir, 'banks', 'sandbox', 'spool');
  for (const file of readdirSync(spool))
    expect(readFileSync(join(spool, file)).includes('canary-document')).toBe(false);

  const second = await openTestDesk({ dataDir, keychain });
  await expect.poll(async () => (await second.get('desk.state', {})).signedIn).toBe(true);
  const { items } = await second.get('documents.queue', { subClientId });
  expect(items).toHaveLength(7);
  expect(items.find(({ itemId }) => itemId === good.itemId)).toMatchObject({
    state: 'ready',
    expiryDate: '2028-01-31',
  });
  const sent = await second.get('documents.send', { itemIds: [good.itemId] });
  expect(sent.items[0]).toMatchObject({ state: 'sent', problem: null });
  expect(readdirSync(spool)).toEqual([]);
  const { subClient, documents } = await second.get('subClients.get', { entityId: subClientId });
  expect(subClient.stagesRemaining).toEqual([]);
  expect(documents.map(({ id }) => id)).toContain(sent.items[0]!.documentId);
  const submitted = await second.get('subClients.submit', {
    reference: newReference(),
    entityId: subClientId,
  });
  expect(submitted).toMatchObject({ state: 'accepted' });
  expect(
    (await second.get('subClients.get', { entityId: subClientId })).subClient.approvalStatus,
  ).toBe('pending');
});

test('a document that changed between its check and its upload is refused, and no byte of it leaves', async () => {
  const dataDir = tempFolder();
  const desk = await sandboxDesk(dataDir);
  const subClientId = await draft(desk);
  const documentsThere = async () =>
    (await desk.get('subClients.get', { entityId: subClientId })).documents.map(({ id }) => id);
  const before = await documentsThere();
  const spool = join(dataDir, 'banks', 'sandbox', 'spool');
  const add = async (fileName: string, documentType: string) => {
    const known = existsSync(spool) ? readdirSync(spool) : [];
    const bytes = pdf(fileName);
    const item = await desk.get('documents.add', {
      ...{ subClientId, fileName, mimeType: 'application/pdf', bytes },
    });
    await desk.get('documents.describe', { itemId: item.itemId, documentType });
    const [file = ''] = readdirSync(spool).filter((name) => !known.includes(name));
    return { itemId: item.itemId, file: join(spool, file) };
  };
  const one = await add('one.pdf', 'BANK_LETTER');
  const other = await add('other.pdf', 'BANK_LETTER');
  const cut = await add('cut.pdf', 'BANK_LETTER');
  const bytes = readFileSync(one.file);
  // One bit, the bytes of another document, and a part of its own.
  bytes[7] = (bytes[7] ?? 0) ^ 1;
  writeFileSync(other.file, readFileSync(one.file));
  writeFileSync(one.file, bytes);
  writeFileSync(cut.file, readFileSync(cut.file).subarray(0, -20));
  for (const { itemId } of [one, other, cut]) {
    const { items } = await desk.get('documents.send', { itemIds: [itemId] });
    expect(items[0]).toMatchObject({ state: 'refused', problem: { code: 'file.unreadable' } });
    expect(items[0]?.problem?.message).toContain('add it again');
  }
  expect(await documentsThere()).toEqual(before);
});

test('an upload whose answer is lost is unknown, is not sent again, and is found among the bank’s documents [U6]', async () => {
  const desk = await sandboxDesk();
  const subClientId = await draft(desk);
  await faults(desk, [
    { operation: 'uploadSubclientDocuments', fault: { kind: 'cut-after-commit' } },
  ]);
  const item = await desk.get('documents.add', {
    subClientId,
    fileName: 'letter.pdf',
    mimeType: 'application/pdf',
    bytes: pdf('letter'),
  });
  await desk.get('documents.describe', { itemId: item.itemId, documentType: 'BANK_LETTER' });
  const { items } = await desk.get('documents.send', { itemIds: [item.itemId] });
  expect(items[0]).toMatchObject({ state: 'unknown', problem: { code: 'outcome.unknown' } });
  await faults(desk, []);
  expect((await desk.get('documents.send', { itemIds: [item.itemId] })).items[0]?.state).toBe(
    'unknown',
  );
  await desk.get('subClients.refresh', { entityId: subClientId });
  const queue = (await desk.get('documents.queue', { subClientId })).items;
  expect(queue[0]).toMatchObject({ state: 'sent' });
  const { documents } = await desk.get('subClients.get', { entityId: subClientId });
  expect(documents.filter(({ documentType }) => documentType === 'BANK_LETTER')).toHaveLength(1);
});

test('a refused submit shows the bank’s message; a delete needs the name typed', async () => {
  const desk = await sandboxDesk();
  const entityId = await draft(desk);
  const refused = await desk.get('subClients.submit', { reference: newReference(), entityId });
  expect(refused).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
  expect(refused.error?.bank?.message).toBeTruthy();
  const wrong = await desk.refused('subClients.delete', {
    reference: newReference(),
    entityId,
    confirmation: 'x',
  });
  expect(wrong.fields).toHaveProperty('confirmation');
  const { name } = (await desk.get('subClients.get', { entityId })).subClient;
  const gone = await desk.get('subClients.delete', {
    reference: newReference(),
    entityId,
    confirmation: name,
  });
  expect(gone.state).toBe('accepted');
  expect((await desk.get('subClients.get', { entityId })).subClient.status).toBe('deleted');
});

test('no change is sent to the bank while no one is signed in', async () => {
  const desk = await sandboxDesk();
  await desk.get('beneficiaries.refresh', {});
  const entityId = (await desk.get('beneficiaries.list', { search: '' })).rows[0]!.entityId;
  await desk.get('session.signOut', {});
  const change = { reference: newReference(), entityId, change: { city: 'X' } };
  expect((await desk.refused('beneficiaries.update', change)).code).toBe('session.required');
  expect((await desk.get('beneficiaries.get', { entityId })).openSubmission).toBeNull();
});

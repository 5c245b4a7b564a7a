import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { quaysideClient, quaysideSubClient, startQuayside } from '../support/banks/quayside.ts';
import { deskAtBank } from '../support/desks/desk-at-bank.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';

const entityId = quaysideSubClient;
const clientId = quaysideClient;
const path = `/platform/client-service/api/v1/clients/${clientId}/sub-clients/${entityId}`;

const pdf = (words: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`));

async function atQuayside() {
  const { desk, bank } = await deskAtBank(startQuayside());
  const submit = () => desk.request('subClients.submit', { reference: newReference(), entityId });
  return { desk, bank, submit };
}

async function drop(desk: TestDesk, words: string, subClientId = entityId): Promise<string> {
  const { itemId } = await desk.get('documents.add', {
    subClientId,
    fileName: `${words}.pdf`,
    mimeType: 'application/pdf',
    bytes: pdf(words),
  });
  await desk.get('documents.describe', {
    itemId,
    documentType: 'PROOF_OF_ADDRESS',
    issueDate: '2026-01-02',
  });
  return itemId;
}

test('one that the bank never listed is named by its id and its client’s, without a request to the bank', async () => {
  const { desk, bank } = await atQuayside();
  expect(await desk.refused('subClients.get', { entityId })).toMatchObject({
    code: 'offline.not-cached',
  });
  const before = bank.requests.length;
  expect(await desk.get('subClients.name', { entityId, clientId })).toEqual({ entityId });
  const { rows } = await desk.get('subClients.list', { search: 'SUB-4' });
  expect(rows).toMatchObject([{ entityId, name: entityId, status: '', asOf: null }]);
  expect((await desk.get('subClients.list', { search: 'other' })).rows).toEqual([]);
  expect(await desk.get('subClients.get', { entityId })).toMatchObject({
    subClient: { entityId, name: '', stagesRemaining: [] },
    asOf: null,
    clientId,
    requirements: [],
    openSubmission: null,
  });
  expect(bank.requests).toHaveLength(before);
});

test('it is submitted, and what the bank answers is stored with its time, under its name', async () => {
  const { desk, bank, submit } = await atQuayside();
  expect(await submit()).toMatchObject({ ok: false, error: { code: 'session.required' } });
  await desk.get('subClients.name', { entityId, clientId });
  expect(await submit()).toMatchObject({ ok: true, value: { state: 'accepted' } });
  expect(bank.submitted).toEqual([`${path}/submit`]);
  const { rows } = await desk.get('subClients.list', { search: '' });
  expect(rows).toMatchObject([{ entityId, name: 'Lantern Fisheries', approvalStatus: 'pending' }]);
  expect(Date.parse(rows[0]?.asOf ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await desk.get('subClients.get', { entityId })).toMatchObject({ clientId });
});

test('files are queued for it and sent under its client, and the answers are stored', async () => {
  const { desk, bank } = await atQuayside();
  await desk.get('subClients.name', { entityId, clientId });
  const itemId = await drop(desk, 'lease');
  const { items } = await desk.get('documents.send', { itemIds: [itemId] });
  expect(items).toMatchObject([{ state: 'sent', documentId: 'qd-1' }]);
  expect(bank.uploads).toMatchObject([
    {
      path: `${path}/upload-kyc`,
      fields: {
        documentType: 'PROOF_OF_ADDRESS',
        issueDate: '2026-01-02',
        file: 'lease.pdf',
      },
    },
  ]);
  const detail = await desk.get('subClients.get', { entityId });
  expect(detail.documents).toMatchObject([
    { id: 'qd-1', uploadedFiles: ['https://store.quayside.example/kyc/qd-1'] },
  ]);
  expect(detail.asOf).toBeNull();
});

test('a file may be given to one that was only named, and not to one that was never named', async () => {
  const { desk } = await atQuayside();
  await desk.get('subClients.name', { entityId, clientId });
  await desk.get('subClients.name', { entityId: 'sub-43', clientId });
  const itemId = await drop(desk, 'lease', 'sub-43');
  expect(await desk.get('documents.move', { itemId, subClientId: entityId })).toMatchObject({
    subClientId: entityId,
  });
  expect(await desk.refused('documents.move', { itemId, subClientId: 'sub-99' })).toMatchObject({
    code: 'input.invalid',
  });
});

test('it is deleted once its name, or before that its id, was typed', async () => {
  const { desk, bank } = await atQuayside();
  await desk.get('subClients.name', { entityId, clientId });
  const asked = { reference: newReference(), entityId };
  for (const confirmation of ['', 'sub-4', 'Lantern Fisheries'])
    expect(await desk.refused('subClients.delete', { ...asked, confirmation })).toMatchObject({
      code: 'input.invalid',
    });
  expect(
    await desk.get('subClients.delete', { ...asked, confirmation: ` ${entityId} ` }),
  ).toMatchObject({ state: 'accepted' });
  expect(bank.deleted).toEqual([`${path}/delete`]);
  expect(await desk.get('subClients.get', { entityId })).toMatchObject({
    subClient: { status: 'deleted', name: 'Lantern Fisheries' },
  });
});

test('without an answer it is unknown, a second change of it is held back, and its client stays', async () => {
  const { desk, bank, submit } = await atQuayside();
  await desk.get('subClients.name', { entityId, clientId });
  bank.isSilent = true;
  expect(await submit()).toMatchObject({ ok: true, value: { state: 'unknown' } });
  bank.isSilent = false;
  expect(await submit()).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
  expect(await desk.get('subClients.get', { entityId })).toMatchObject({
    asOf: null,
    openSubmission: { state: 'unknown', operation: 'submitSubclient' },
  });
  expect(await desk.refused('subClients.name', { entityId, clientId: 'QC-8' })).toMatchObject({
    fields: { clientId: `stays ${clientId} until that is settled` },
  });
  expect(await desk.refused('subClients.forget', { entityId })).toMatchObject({
    code: 'input.invalid',
  });
  expect(bank.submitted).toHaveLength(1);
});

test('one that was named by mistake leaves the list, but not while files wait for it', async () => {
  const { desk } = await atQuayside();
  await desk.get('subClients.name', { entityId: 'sbu-42', clientId });
  const itemId = await drop(desk, 'lease', 'sbu-42');
  expect(await desk.refused('subClients.forget', { entityId: 'sbu-42' })).toMatchObject({
    code: 'input.invalid',
  });
  await desk.get('documents.remove', { itemId });
  await desk.get('subClients.forget', { entityId: 'sbu-42' });
  expect((await desk.get('subClients.list', { search: '' })).rows).toEqual([]);
});

test('the client of an account is used where no other was named', async () => {
  const { desk, submit } = await atQuayside();
  await desk.get('accounts.findById', { accountId: 'qa-1' });
  expect(await submit()).toMatchObject({ ok: true, value: { state: 'accepted' } });
});

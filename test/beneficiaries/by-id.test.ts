import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { quaysideBeneficiary, startQuayside } from '../support/banks/quayside.ts';
import { deskAtBank } from '../support/desks/desk-at-bank.ts';

const entityId = quaysideBeneficiary;

test('a beneficiary that the bank never listed is changed by its id: only what was entered is sent, and the answer is stored with its time', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  expect(await desk.get('beneficiaries.byId', { entityId })).toEqual({
    entityId,
    isCached: false,
    openSubmission: null,
  });
  const change = { city: 'Exeter', postCode: 'EX1 1AA', intermediaryBank: { bic: 'CITIUS33' } };
  const sent = await desk.get('beneficiaries.update', {
    reference: newReference(),
    entityId,
    change,
  });
  expect(sent).toMatchObject({ state: 'accepted', about: { title: `Change of ${entityId}` } });
  expect(bank.updates).toEqual([{ entityId, body: change }]);
  const { rows, total, asOf } = await desk.get('beneficiaries.list', { search: 'tamar' });
  expect({ total, asOf }).toEqual({ total: 1, asOf: null });
  expect(rows).toMatchObject([{ entityId, name: 'Tamar Chandlery', country: 'GBR' }]);
  expect(Date.parse(rows[0]?.asOf ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect((await desk.get('beneficiaries.get', { entityId })).beneficiary).toMatchObject({
    city: 'Exeter',
    postcode: 'EX1 1AA',
    accountNumber: '31926819',
  });
  expect(await desk.get('beneficiaries.byId', { entityId })).toMatchObject({ isCached: true });
  expect(bank.requests.filter((request) => !/token|update$/.test(request))).toEqual([]);
});

test('a change without an answer is unknown under its id, a second change is held back, and nothing is stored', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  bank.isSilent = true;
  const change = { city: 'Exeter' };
  const first = { reference: newReference(), entityId, change };
  expect(await desk.get('beneficiaries.update', first)).toMatchObject({ state: 'unknown' });
  expect(await desk.get('beneficiaries.byId', { entityId })).toMatchObject({
    isCached: false,
    openSubmission: { state: 'unknown', operation: 'updateBeneficiary' },
  });
  bank.isSilent = false;
  const second = { reference: newReference(), entityId, change: { city: 'Truro' } };
  expect(await desk.refused('beneficiaries.update', second)).toMatchObject({
    code: 'outcome.unknown',
  });
  expect(bank.updates).toHaveLength(1);
  expect((await desk.get('beneficiaries.list', { search: '' })).rows).toEqual([]);
});

test('an id that the bank does not have is refused with the bank’s own message, and nothing is stored', async () => {
  const { desk } = await deskAtBank(startQuayside());
  const change = { reference: newReference(), entityId: 'ben-9', change: { city: 'Exeter' } };
  expect(await desk.get('beneficiaries.update', change)).toMatchObject({
    state: 'refused',
    error: { bank: { status: 400, message: 'Nothing is known under this id' } },
  });
  expect(await desk.get('beneficiaries.byId', { entityId: 'ben-9' })).toEqual({
    entityId: 'ben-9',
    isCached: false,
    openSubmission: null,
  });
});

import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { quillPayee, startQuill } from '../support/banks/quill.ts';
import { deskAtBank } from '../support/desks/desk-at-bank.ts';

const entityId = 'B-7';

/** The desk at Quill Trust, which lists its payees and answers an update as the test says; they are fetched. */
async function scene() {
  let body: unknown = null;
  const starting = startQuill(() => (body === null ? null : { body }));
  const { desk, bank } = await deskAtBank(
    starting.then((quill) => ({
      ...quill,
      bankFile: quill.bankFile({ reads: ['getAllBeneficiaries'] }),
    })),
  );
  await desk.get('beneficiaries.refresh', {});
  return {
    desk,
    bank,
    payee: async () => (await desk.get('beneficiaries.get', { entityId })).beneficiary,
    update: (answer: unknown, change: object) => {
      body = answer;
      return desk.get('beneficiaries.update', { reference: newReference(), entityId, change });
    },
  };
}

test('an answer that refuses or shows nothing leaves the payee as it was known, and the second one holds it', async () => {
  const { bank, payee, update } = await scene();
  expect(await update({ success: false, message: 'Closed' }, { name: 'New' })).toMatchObject({
    state: 'refused',
    error: { code: 'bank.refused', bank: { message: 'success: false: Closed' } },
  });
  expect(await payee()).toMatchObject(quillPayee);
  expect(await update({}, { name: 'New' })).toMatchObject({
    state: 'unknown',
    error: { code: 'outcome.unknown' },
  });
  expect(await payee()).toMatchObject(quillPayee);
  expect(bank.changes).toHaveLength(2);
  // It was read back at once.
  expect(bank.requests.at(-1)).toContain('GET');
});

test('an answer that shows what was sent, and little else, changes that alone in the payee', async () => {
  const { payee, update } = await scene();
  const body = { data: { name: 'NEW', intermediaryBank: { bic: 'CITIUS33' } } };
  expect(await update(body, { name: 'New', intermediaryBank: { bic: 'CITIUS33' } })).toMatchObject({
    state: 'accepted',
  });
  expect(await payee()).toMatchObject({
    ...quillPayee,
    name: 'NEW',
    intermediaryBank: { ...quillPayee.intermediaryBank, bic: 'CITIUS33' },
  });
});

test('what the bank says of a field reaches the form by its name', async () => {
  const { update } = await scene();
  const body = { errors: { postcode: ['is too long'] } };
  expect(await update(body, { postCode: '00200000' })).toMatchObject({
    state: 'refused',
    error: { fields: { postCode: 'is too long' } },
  });
});

test('an update with nothing in it is not sent', async () => {
  const { desk, bank } = await scene();
  const request = { reference: newReference(), entityId, change: {} };
  const refused = await desk.refused('beneficiaries.update', request);
  expect(refused).toMatchObject({ code: 'input.invalid' });
  expect(refused.message).toContain('Nothing was changed yet');
  expect(bank.changes).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Beneficiary, changeOf, type BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { openTeller, type Teller } from './teller.ts';

let teller: Teller;
let saved: BeneficiaryRecord;

const base = '/client-service/api/v1/beneficiaries';
const update = (body: unknown, id = saved.entityId) =>
  teller.call('PUT', `/platform${base}/${id}/update`, body);

beforeAll(async () => {
  teller = await openTeller({ entries: 200 });
  const { beneficiaries } = await teller.ask<{ beneficiaries: { data: BeneficiaryRecord[] } }>(
    'GET',
    `${base}?pageSize=60`,
  );
  expect(beneficiaries.data).toHaveLength(60);
  const found = beneficiaries.data.find(({ intermediaryBank }) => intermediaryBank);
  if (!found) throw new Error('no beneficiary with an intermediary bank');
  saved = found;
});
afterAll(() => teller.sandbox.close());

describe('an update of a beneficiary', () => {
  it('changes what is given and answers the whole record, postcode in lower case', async () => {
    const { status, text } = await update({ postCode: 'W1A 1AA', city: 'Zürich' });
    expect(status).toBe(200);
    const answer = JSON.parse(text) as Record<string, unknown>;
    expect(answer).toMatchObject({
      postcode: 'W1A 1AA',
      city: 'Zürich',
      accountName: saved.accountName,
      paymentMethod: saved.paymentMethod,
    });
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(Beneficiary.shape).toSorted());
  });

  it('takes free-form bank maps and gives them back structured', async () => {
    const body = {
      intermediaryBank: { bankName: 'Inter', bic: 'INTEUS33', remark: 'dropped' },
      branchInformation: { branchCode: '007' },
    };
    expect(JSON.parse((await update(body)).text)).toMatchObject({
      intermediaryBank: { bankName: 'Inter', bic: 'INTEUS33', country: '' },
      branchInformation: { branchName: '', branchCode: '007', city: '' },
    });
  });

  it('with all of its own fields leaves it as it is', async () => {
    const path = `${base}/${saved.entityId}`;
    const before = await teller.ask<{ beneficiary: BeneficiaryRecord }>('GET', path);
    await update(changeOf(before.beneficiary));
    expect(await teller.ask('GET', path)).toEqual(before);
  });

  it.each([
    [{ currencyIso3Code: 'EURO' }, 'currencyIso3Code'],
    [{ currencyIso3Code: 'XQQ' }, 'currencyIso3Code'],
    [{ emailAddress: 'nobody' }, 'emailAddress'],
    [{ accountNumber: '' }, 'accountNumber'],
    [{ intermediaryBank: { bic: 5 } }, 'intermediaryBank.bic'],
  ])('to %j is refused and the field named', async (body, field) => {
    const { status, text } = await update(body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
  });

  it('does not take the fields of the answer that are not the request’s', async () => {
    for (const body of [{ paymentMethod: 'local' }, { postcode: '1' }, { subClientId: 'x' }])
      expect((await update(body)).status).toBe(400);
  });

  it('of a beneficiary that does not exist is 404', async () => {
    expect((await update({ city: 'X' }, 'nobody')).status).toBe(404);
  });
});

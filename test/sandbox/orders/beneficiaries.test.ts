import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  Beneficiary,
  BeneficiaryChange,
  type BeneficiaryRecord,
} from '../../../shared/bank/beneficiaries.ts';
import { openCaller, type Caller } from '../caller.ts';

let caller: Caller;
let saved: BeneficiaryRecord;

const base = '/client-service/api/v1/beneficiaries';
const update = (body: unknown, id = saved.entityId) =>
  caller.call('PUT', `/platform${base}/${id}/update`, body);

beforeAll(async () => {
  caller = await openCaller({ entries: 200 });
  const { beneficiaries } = await caller.ask<{ beneficiaries: { data: BeneficiaryRecord[] } }>(
    'GET',
    `${base}?pageSize=60`,
  );
  expect(beneficiaries.data).toHaveLength(60);
  const found = beneficiaries.data.find(({ intermediaryBank }) => intermediaryBank);
  if (!found) throw new Error('no beneficiary with an intermediary bank');
  saved = found;
});
afterAll(() => caller.sandbox.close());

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
    const { extras: _also, ...shape } = Beneficiary.shape;
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(shape).toSorted());
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
    const before = await caller.ask<{ beneficiary: BeneficiaryRecord }>('GET', path);
    const { postcode, ...held } = before.beneficiary;
    const own = Object.entries({ ...held, postCode: postcode }).filter(
      ([field, value]) => field in BeneficiaryChange.shape && value !== null,
    );
    const { status } = await update(Object.fromEntries(own));
    expect(status).toBe(200);
    expect(await caller.ask('GET', path)).toEqual(before);
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

const newPayee = {
  name: 'Ọlámidé Adébáyọ̀',
  accountName: 'Ọlámidé Adébáyọ̀ Ventures',
  accountNumber: '0123456789',
  country: 'NGA',
  currencyIso3Code: 'NGN',
  bankBicOrCode: '058',
};
const create = (fields: Record<string, unknown> = {}) =>
  caller.call('POST', `/platform${base}`, { ...newPayee, ...fields });
const beneficiaryIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as { beneficiary: BeneficiaryRecord }).beneficiary;

describe('a new beneficiary', () => {
  it('is stored with what is given, postCode as postcode, and listed', async () => {
    const answer = await create({
      postCode: '100001',
      intermediaryBank: { bankName: 'Inter', bic: 'INTEUS33' },
    });
    expect(answer.status).toBe(200);
    const made = beneficiaryIn(answer);
    expect(made).toMatchObject({
      ...newPayee,
      postcode: '100001',
      paymentMethod: 'local',
      clientId: saved.clientId,
      intermediaryBank: { bankName: 'Inter', bic: 'INTEUS33', country: '' },
      branchInformation: null,
      city: '',
    });
    const path = `${base}/${made.entityId}`;
    expect(await caller.ask('GET', path)).toMatchObject({ beneficiary: made });
    const list = await caller.call('GET', `/platform${base}?pageSize=500`);
    expect(list.text).toContain(made.entityId);
  });

  it('may have the account and currency of another, under an id of its own', async () => {
    const ids = [beneficiaryIn(await create()), beneficiaryIn(await create())].map(
      ({ entityId }) => entityId,
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('has the id that follows from the seed and from how many there are', async () => {
    const firstIds = [];
    for (const seed of [5, 5, 6]) {
      const other = await openCaller({ entries: 200, seed });
      firstIds.push(beneficiaryIn(await other.call('POST', `/platform${base}`, newPayee)).entityId);
      await other.sandbox.close();
    }
    expect(firstIds[1]).toBe(firstIds[0]);
    expect(firstIds[2]).not.toBe(firstIds[0]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ accountName: '' }, 'accountName'],
    [{ accountNumber: '12345' }, 'accountNumber'],
    [{ accountNumber: '12#45', currencyIso3Code: 'USD' }, 'accountNumber'],
    [{ accountNumber: 'GB83WEST12345698765432', currencyIso3Code: 'GBP' }, 'accountNumber'],
    [{ country: 'nga' }, 'country'],
    [{ country: 'NG' }, 'country'],
    [{ currencyIso3Code: 'XQQ' }, 'currencyIso3Code'],
    [{ bankBicOrCode: '#' }, 'bankBicOrCode'],
    [{ emailAddress: 'nobody' }, 'emailAddress'],
    [{ entityId: 'mine' }, 'body'],
  ])('with %j is refused and the field named', async (fields, field) => {
    const { status, text } = await create(fields);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
  });

  it('may have an IBAN with right digits, blanks and all', async () => {
    const fields = { accountNumber: 'GB82 WEST 1234 5698 7654 32', currencyIso3Code: 'GBP' };
    expect((await create(fields)).status).toBe(200);
  });
});

describe('the name check', () => {
  const check = (accountNumber: string, bankCode = '058') =>
    caller.call('POST', `/platform${base}/validate-account`, { accountNumber, bankCode });
  const nameIn = ({ text }: { text: string }) =>
    (JSON.parse(text) as { account: { accountName: string } }).account.accountName;

  it('knows the payees, those too that were created', async () => {
    const seeded = [...caller.sandbox.bank.beneficiaries.values()].find(
      ({ currencyIso3Code }) => currencyIso3Code === 'NGN',
    );
    const answer = await check(seeded?.accountNumber ?? '');
    expect(answer.status).toBe(200);
    expect(nameIn(answer)).toBe(seeded?.accountName);
    await create({ accountNumber: '7777777777', accountName: 'Zainab Yusuf' });
    expect(nameIn(await check('7777777777'))).toBe('Zainab Yusuf');
  });

  it('answers the same name for the same unknown account', async () => {
    const name = nameIn(await check('3216549870'));
    expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(nameIn(await check('3216549870'))).toBe(name);
  });

  it('refuses what is no such number', async () => {
    for (const number of ['123456789', '12345678901', '１２３４５６７８９０', 'GB82WEST12'])
      expect(JSON.parse((await check(number)).text)).toMatchObject({
        errors: [{ field: 'accountNumber' }],
      });
    expect(JSON.parse((await check('0123456789', 'EKOMNGLA')).text)).toMatchObject({
      errors: [{ field: 'bankCode' }],
    });
    const euro = { accountNumber: '0123456789', bankCode: '058', currency: 'EUR' };
    const { status } = await caller.call('POST', `/platform${base}/validate-account`, euro);
    expect(status).toBe(400);
  });
});

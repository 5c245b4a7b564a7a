import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { accountPlans } from '../../../sandbox/accounts/seed.ts';
import { magicSubjects } from '../../../sandbox/bank/sandbox.ts';
import { clientId } from '../../../sandbox/server/client.ts';
import { openCaller, statementPath, wholeYear, type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import { advance, booked, ordersAtBank, pay, refusalOf, remit } from './order-forms.ts';

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller({ entries: 500 });
});
afterAll(() => caller.sandbox.close());

const statementOf = (number: string, pageNumber = '1') =>
  caller.call('GET', statementPath({ ...wholeYear, limit: '50', pageNumber }, number));

describe('a magic number', () => {
  it('stands in no list', async () => {
    const { accounts } = await caller.ask<{ accounts: { accountId: string }[] }>(
      'GET',
      '/client-service/api/v1/accounts',
    );
    expect(accounts.map(({ accountId }) => accountId)).toEqual(
      accountPlans.map(({ number }) => number),
    );
    const listed = [
      await caller.call('GET', '/platform/client-service/api/v1/beneficiaries?pageSize=500'),
      await caller.call('GET', `/platform/client-service/api/v1/clients/${clientId}/sub-clients`),
    ];
    for (const { number } of magicSubjects)
      for (const { text } of listed) expect(text).not.toContain(`"entityId":"${number}"`);
  });

  it('decides what is answered', async () => {
    for (const status of [400, 404, 429, 500, 502, 503])
      expect((await statementOf(`9900000${status}`)).status).toBe(status);
    await expect(statementOf('9900000003')).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect((await statementOf('9900000202')).text).toContain('"amount":12.123456789,');
  });

  it('that strikes later pages spares the first', async () => {
    const dataOf = ({ text }: { text: string }) =>
      (JSON.parse(text) as { statement: { data: unknown[] } }).statement.data;
    expect(dataOf(await statementOf('9900000104'))).toHaveLength(50);
    expect(dataOf(await statementOf('9900000104', '2'))).toEqual([]);
  });

  it('of a beneficiary takes the change before the connection is cut', async () => {
    const path = '/client-service/api/v1/beneficiaries/beneficiary-cut';
    await expect(
      caller.call('PUT', `/platform${path}/update`, { city: 'Accra' }),
    ).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(caller.sandbox.bank.beneficiaries.get('beneficiary-cut')?.city).toBe('Accra');
  });

  it('is explained in one sentence', async () => {
    const { text } = await caller.call('GET', '/sandbox/magic');
    const { subjects } = JSON.parse(text) as { subjects: { number: string; sentence: string }[] };
    expect(subjects).toHaveLength(magicSubjects.length);
    for (const { sentence } of subjects) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a magic payee', () => {
  const payees = magicSubjects.filter(({ kind }) => kind === 'beneficiary');

  it.each(payees.map(({ number, name = '' }) => [number, name] as const))(
    '%s can be read, is called %s and is paid in US dollars',
    async (number, name) => {
      const path = `/client-service/api/v1/beneficiaries/${number}`;
      const { beneficiary } = await caller.ask<{ beneficiary: Record<string, string> }>(
        'GET',
        path,
      );
      expect(name).toMatch(/^Sandbox payee, /);
      expect(beneficiary).toMatchObject({ entityId: number, name, currencyIso3Code: 'USD' });
      expect((await caller.call('GET', feePath(number))).status).toBe(200);
    },
  );

  const feePath = (beneficiaryId: string) => {
    const query = { accountNumber: '2010044871', amount: '1', currency: 'USD', beneficiaryId };
    const path = '/platform/client-service/api/v1/transfers/fee';
    return `${path}?${String(new URLSearchParams(query))}`;
  };
});

/** What a caller sees of an order: the status, or that no whole answer came. */
const seen = async (send: Promise<Answered>): Promise<number | 'no answer'> => {
  const patience = new Promise<'no answer'>((resolve) => {
    setTimeout(() => resolve('no answer'), 2_000).unref();
  });
  const answer = send.then(
    ({ status }) => status,
    () => 'no answer' as const,
  );
  return await Promise.race([answer, patience]);
};

const debit = ['-100.25 transfer', '-2.5 fee'];
const back = '+100.25 return';

/** By magic id: what the caller sees, what is booked at once, and what has been booked two days later. */
const ends: Record<string, [seen: number | string, atOnce: string[], later: string[]]> = {
  'beneficiary-accepted': [200, debit, debit],
  'beneficiary-returned': [200, debit, [...debit, back]],
  'beneficiary-failed': [200, debit, [...debit, back, '+2.5 fee']],
  'beneficiary-blocked': [422, [], []],
  'beneficiary-silent': ['no answer', [], []],
  'beneficiary-silent-booked': ['no answer', debit, debit],
  'beneficiary-late': ['no answer', [], debit],
  'beneficiary-gateway': [502, [], []],
  'beneficiary-busy': [429, [], []],
  'beneficiary-echo': [200, debit, debit],
  'beneficiary-half': ['no answer', debit, debit],
  'beneficiary-refused': [400, [], []],
  'beneficiary-cut': ['no answer', debit, debit],
};

const lost = ['-250 transfer', '-2.5 fee'];
const recipientEnds: typeof ends = {
  '9900000601': [200, lost, [...lost, '+250 return', '+2.5 fee']],
  '9900000602': [422, [], []],
  '9900000603': ['no answer', lost, lost],
  '9900000604': ['no answer', [], lost],
  '9900000605': [200, lost, lost],
};

const numbersOf = (kind: string) =>
  magicSubjects.filter((subject) => subject.kind === kind).map(({ number }) => number);

describe('an order to a magic number', () => {
  let desk: Caller;
  eachTestItsCaller(200, (opened) => {
    desk = opened;
  });

  async function endOf(send: Promise<Answered>, reference: string) {
    const first = await seen(send);
    const atOnce = await booked(desk, reference);
    await advance(desk, 2 * 86_400_000);
    await desk.signIn();
    return [first, atOnce, await booked(desk, reference)];
  }

  it.each(Object.entries(ends))('%s ends as its sentence says', async (beneficiaryId, end) => {
    expect(await endOf(pay(desk, { beneficiaryId }), 'PAY-1')).toEqual(end);
  });

  it.each(Object.entries(recipientEnds))(
    '%s ends as its sentence says',
    async (recipientAccountNumber, end) => {
      expect(await endOf(remit(desk, { recipientAccountNumber }), 'REM-1')).toEqual(end);
    },
  );

  it('is seen above for every one of the table', () => {
    expect(Object.keys(ends).toSorted()).toEqual(numbersOf('beneficiary').toSorted());
    expect(Object.keys(recipientEnds).toSorted()).toEqual(numbersOf('recipient').toSorted());
    expect(numbersOf('name-check').toSorted()).toEqual(['9900000701', '9900000702']);
  });

  it('that echoes wrongly answers a cent more than it books', async () => {
    const { text } = await pay(desk, { beneficiaryId: 'beneficiary-echo' });
    expect(text).toContain('"amount":100.26,');
    expect(await ordersAtBank(desk)).toMatchObject([{ amount: '100.25' }]);
  });

  it('that is booked late is booked ten seconds later', async () => {
    await seen(pay(desk, { beneficiaryId: 'beneficiary-late' }));
    await advance(desk, 9_999);
    expect(await ordersAtBank(desk)).toMatchObject([{ isBooked: false }]);
    await advance(desk, 1);
    expect(await ordersAtBank(desk)).toMatchObject([{ isBooked: true }]);
  });

  it('whose name is asked for answers 404, or nearly the name of a payee', async () => {
    const check = (accountNumber: string) =>
      desk.call('POST', '/platform/client-service/api/v1/beneficiaries/validate-account', {
        accountNumber,
        bankCode: '058',
      });
    expect(refusalOf(await check('9900000701'))).toEqual([404, 'account_not_found']);
    expect((await check('9900000702')).text).toContain('"accountName":"Harmattan Food Limited"');
    const names = [...desk.sandbox.bank.beneficiaries.values()].map(({ name }) => name);
    expect(names).toContain('Harmattan Foods Ltd');
  });
});

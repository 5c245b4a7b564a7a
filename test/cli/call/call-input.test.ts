import { expect, test } from 'vitest';

import { atForeignBank, expectError } from '../../support/programs/command-line.ts';

const scene = () => atForeignBank();

test.each([
  ['a part', { qury: {} }, '“qury” is not known in --input: known are path, query, body.'],
  [
    'a parameter',
    { path: { accountNumber: '1' }, query: { fromDate: '2026-01-01' } },
    '“fromDate” is not known in the query of getStatement: known are startDate, endDate, limit,',
  ],
  ['a place', { path: { account: '1' } }, '“account” is not known in the path of getStatement'],
])('%s that is unknown is refused instead of being left out', async (_what, input, words) => {
  const { bank, call } = await scene();
  const run = await call('getStatement', input);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error().message).toContain(words);
  expect(bank.calls).toEqual([]);
});

test('an operation is called by its name alone', async () => {
  const { bank, call } = await scene();
  const run = await call('getStatement', {}, 'getAccountsBy');
  expectError(run, 2, 'input.invalid', 'getStatement takes no other option than --input.');
  expect(bank.calls).toEqual([]);
});

test('a missing field and a field of the wrong type are named with their place', async () => {
  const { bank, call } = await scene();
  const missing = await call('submitSubclient', { path: { clientId: 'c' } });
  expect(missing.error()).toMatchObject({
    code: 'input.invalid',
    fields: { 'path.id': 'is missing' },
  });
  const path = { entityId: 'fb-1' };
  const wrong = await call('updateBeneficiary', { path, body: { city: [], clientId: 'x' } });
  expect(wrong.error()).toMatchObject({
    fields: {
      'body.city': 'must be a text',
      body: 'has fields that are not known here: clientId',
    },
  });
  expect(bank.calls.filter((line) => /submit|update/.test(line))).toEqual([]);
});

const plain = { accountNumber: '1', currency: 'EUR' };
const order = { ...plain, reference: 'R-1' };
const pair = { sellCurrency: 'EUR', buyCurrency: 'USD' };

test.each([
  [
    'createSingleTransfer',
    { body: { ...order, beneficiaryId: '2', amount: '1,000' } },
    'body.amount',
  ],
  ['createReceivable', { body: { ...order, payerName: 'Ada', amount: '1 000.00' } }, 'body.amount'],
  ['simulateInflow', { body: { ...plain, amount: '1.000,00' } }, 'body.amount'],
  ['getTransferFee', { query: { ...plain, amount: '1,000' } }, 'query.amount'],
  ['getQuote', { query: { ...pair, sellAmount: '1e3' } }, 'query.sellAmount'],
  ['getQuote', { query: { ...pair, buyAmount: '+1000' } }, 'query.buyAmount'],
])('an amount of %s that a person might write is wrong use', async (operation, input, place) => {
  const { bank, call } = await scene();
  const run = await call(operation, input);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error()).toMatchObject({
    code: 'input.invalid',
    fields: {
      [place]: 'must be plain digits with a point before the decimals, and nothing else: 1250.10',
    },
  });
  expect(bank.calls).toEqual([]);
});

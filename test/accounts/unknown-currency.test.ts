import { expect, onTestFinished, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import { startDelta, type Delta } from '../support/banks/delta.ts';
import { exactly } from '../support/banks/bank-server.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

async function deskAt(options: Parameters<typeof startDelta>[0] = {}): Promise<{
  desk: TestDesk;
  bank: Delta;
}> {
  const bank = await startDelta(options);
  onTestFinished(() => bank.close());
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile });
  await desk.get('session.signIn', { credentials: bank.credentials, remember: false });
  return { desk, bank };
}

test('the position shows every account as the bank reports it, those in unknown currencies apart and last', async () => {
  const { desk } = await deskAt();
  const synced = await desk.sync();
  expect(synced).toMatchObject({ error: null });
  expect(synced.accounts.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  const position = await desk.get('accounts.position', {});
  expect(position.currencies).toMatchObject([
    { currency: 'CNH', isKnown: true, total: { amount: '9122.35', currency: 'CNH' } },
    { currency: 'EUR', isKnown: true, total: { amount: '9122.35', currency: 'EUR' } },
    { currency: 'USDQ', isKnown: false, total: { amount: '9122.35', currency: 'USDQ' } },
    { currency: 'XQZ', isKnown: false, total: { amount: '9122.35', currency: 'XQZ' } },
  ]);
  for (const { accounts } of position.currencies)
    expect(accounts).toMatchObject([
      { proof: { state: 'proven' }, available: { amount: '9122.35' } },
    ]);
});

test('lists, entries, summaries and events in such a currency are shown to the last digit', async () => {
  const { desk, bank } = await deskAt();
  await desk.sync();
  const { XQZ = '' } = bank.numberOf;
  const { rows } = await desk.get('accounts.list', {});
  expect(rows.find(({ accountNumber }) => accountNumber === XQZ)).toMatchObject({
    currency: 'XQZ',
    available: { amount: '9122.35', currency: 'XQZ' },
  });
  const page = await desk.get('statements.page', {
    ...{ accountNumber: XQZ, filter: {}, index: 0, limit: 20 },
  });
  expect(page.rows[0]).toMatchObject({ amount: { currency: 'XQZ' } });
  const entryId = page.rows[0]?.id ?? '';
  expect(await desk.get('statements.entry', { accountNumber: XQZ, entryId })).toMatchObject({
    follows: true,
  });
  expect(await desk.get('statements.summary', { accountNumber: XQZ, filter: {} })).toMatchObject({
    closing: { amount: '9122.35', currency: 'XQZ' },
  });
  await desk.get('payments.refresh', {});
  expect((await desk.get('payments.list', { search: '', limit: 20 })).rows).toMatchObject([
    { transfer: { amount: { amount: '77.125', currency: 'XQZ' }, fee: { amount: '0.5' } } },
  ]);
  await desk.get('conversions.refresh', {});
  expect((await desk.get('conversions.list', {})).rows).toMatchObject([
    { sell: { amount: '10.5', currency: 'XQZ' }, buy: { amount: '21', currency: 'USDQ' } },
  ]);
  expect((await desk.get('exceptions.list', {})).items.length).toBeGreaterThan(0);
});

test('a fee in such a currency is shown as the bank states it, and added to nothing', async () => {
  const { desk, bank } = await deskAt();
  await desk.sync();
  const review = await desk.get('payments.review', {
    reference: 'INV-9',
    accountNumber: bank.numberOf['EUR'] ?? '',
    beneficiaryId: 'B-1',
    amount: '10.00',
    currency: 'EUR',
    narration: '',
  });
  expect(review).toMatchObject({
    fee: { amount: '1.234', currency: 'XQZ' },
    debitTotal: { amount: '10.00', currency: 'EUR' },
  });
});

test('a conversion and a payment in such a currency are refused by its name', async () => {
  const { desk, bank } = await deskAt();
  await desk.sync();
  const { XQZ = '', EUR = '' } = bank.numberOf;
  const words = 'XQZ is not a currency known here';
  expect(
    await desk.refused('conversions.quote', {
      ...{ sellAccountNumber: XQZ, buyAccountNumber: EUR, sellAmount: '10' },
    }),
  ).toMatchObject({ fields: { sellAmount: expect.stringContaining(words) as string } });
  const payment = { accountNumber: XQZ, amount: '10', currency: 'XQZ' };
  expect(
    await desk.refused('payments.review', {
      ...payment,
      ...{ reference: 'INV-9', beneficiaryId: 'B-1', narration: '' },
    }),
  ).toMatchObject({ fields: { amount: expect.stringContaining(words) as string } });
});

test('an account whose balance cannot be stored exactly is left out by name, and the others are stored', async () => {
  const strange = {
    ...{ accountId: 'id-8', currencyIso3Code: 'XBT', accountName: 'Cold', status: 'active' },
    availableBalance: exactly('0.12345678'),
    fundingDetails: [{ accountNumber: '700008' }],
  };
  const { desk } = await deskAt({ strange: [strange, { accountName: 'without anything' }] });
  const synced = await desk.sync();
  expect(synced.error).toBeNull();
  const states = new Map(synced.accounts.map((account) => [account.accountNumber, account]));
  expect([...states].map(([number, { state }]) => [number, state]).toSorted()).toEqual([
    ['(without a number)', 'failed'],
    ...['700000', '700001', '700002', '700003'].map((number) => [number, 'done']),
    ['700008', 'failed'],
  ]);
  expect(states.get('700008')?.error).toMatchObject({
    code: 'bank.unexpected',
    fields: { availableBalance: '0.12345678 has more than 4 decimals' },
  });
  const refusal = await desk.refused('accounts.refresh', {});
  expect(refusal.message).toContain('Account 700008 cannot be kept exactly and was left out');
  expect((await desk.get('accounts.position', {})).accountCount).toBe(4);
});

test('an account for which the bank gives no currency is shown, and named as such', async () => {
  const { desk } = await deskAt({
    strange: [{ accountId: '700009', accountName: 'Nameless', availableBalance: exactly('5') }],
  });
  await desk.get('accounts.refresh', {});
  expect((await desk.get('accounts.position', {})).currencies).toMatchObject([
    { currency: 'CNH' },
    { currency: 'EUR' },
    { currency: '', isKnown: false, accounts: [{ accountNumber: '700009' }] },
    { currency: 'USDQ' },
    { currency: 'XQZ' },
  ]);
});

test('every list of accounts has one order: known currencies by their codes, then the others', async () => {
  const { desk } = await deskAt({ strange: [] });
  await desk.sync();
  const { currencies } = await desk.get('accounts.position', {});
  const position = currencies.flatMap(({ accounts }) => accounts).map((one) => one.accountNumber);
  expect(position.length).toBeGreaterThan(3);
  const { rows } = await desk.get('accounts.list', {});
  expect(rows.map(({ accountNumber }) => accountNumber)).toEqual(position);
  const period = addDays(todayAt(Date.now()), -1);
  const close = await desk.get('closes.get', { period });
  expect(close.accounts.map(({ accountNumber }) => accountNumber)).toEqual(position);
});

import { expect, test } from 'vitest';

import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { debitOf, firstDay, paying, payeeOf, readStatement } from '../support/desks/lone-desk.ts';
import { openCounterpartyDesk, type CounterpartyDesk } from './counterparty-desk.ts';

/** An entry so many days before the desk's first day, named by the bank. */
const named = (
  id: string,
  daysAgo: number,
  given: Partial<IncomingEntry> & { readonly payee?: string } = {},
): IncomingEntry => {
  const { payee = 'Tern Software AB', ...rest } = given;
  const day = firstDay - daysAgo;
  return debitOf(id, {
    ...{ day, at: `${dateOfDayNumber(day)}T11:00:00.000Z` },
    extras: JSON.stringify({ payee }),
    ...rest,
  });
};

function statement(desk: CounterpartyDesk, entries: readonly IncomingEntry[]): void {
  const from = firstDay - 500;
  readStatement(
    desk,
    entries.toSorted((a, b) => a.day - b.day),
    { from, to: firstDay },
  );
}

test('what was paid and received is counted by month, currency and direction, and currencies never meet', async () => {
  const desk = openCounterpartyDesk();
  statement(desk, [
    named('old', 480),
    named('last-year', 330, { amountE4: 2_500_000n }),
    named('june', 160),
    named('today', 0, { amountE4: 300n }),
    named('euros', 3, { currency: 'EUR', amountE4: 70_000n }),
    named('back', 2, { direction: 'credit', amountE4: 10_000n }),
    named('other', 1, { payee: 'Tern Software AB Oslo' }),
  ]);
  const { entries, payee, name } = await desk.read({ name: 'Tern Software AB' });
  expect([payee, name, entries.count, entries.since]).toEqual([null, 'Tern Software AB', 6, null]);
  expect([entries.first, entries.last]).toEqual(['2025-07-28', '2026-11-20']);
  expect(entries.months.at(-1)).toBe('2026-11');
  const figures = entries.flows.map(({ direction, currency, year, twelveMonths }) => [
    ...[direction, currency, year.entries, year.sum.amount],
    ...[twelveMonths.entries, twelveMonths.sum.amount],
  ]);
  expect(figures).toEqual([
    ['debit', 'EUR', 1, '7.00', 1, '7.00'],
    ['debit', 'USD', 2, '100.03', 3, '350.03'],
    ['credit', 'USD', 1, '1.00', 1, '1.00'],
  ]);
  for (const { months, twelveMonths } of entries.flows) {
    expect(months).toHaveLength(12);
    expect(months.reduce((sum, month) => sum + month.entries, 0)).toBe(twelveMonths.entries);
  }
  expect(entries.newest.map(({ entryId }) => entryId)).toEqual([
    ...['today', 'back', 'euros', 'june', 'last-year', 'old'],
  ]);
});

test('a bank that signs its amounts changes no sum, and a negative credit was paid', async () => {
  const desk = openCounterpartyDesk();
  statement(desk, [
    named('signed', 4, { amountE4: -500_000n }),
    named('odd', 5, { amountE4: -20_000n, direction: 'credit' }),
  ]);
  const { entries } = await desk.read({ name: 'tern  software ab' });
  expect(entries.flows.map(({ direction, year }) => [direction, year.sum.amount])).toEqual([
    ['debit', '52.00'],
  ]);
});

test('an entry that the bank withdrew is counted nowhere', async () => {
  const desk = openCounterpartyDesk();
  const day = { from: firstDay, to: firstDay };
  readStatement(desk, [named('stays', 0), named('gone', 0)], day);
  readStatement(desk, [named('stays', 0)], day);
  const { entries } = await desk.read({ name: 'Tern Software AB' });
  expect([entries.count, entries.newest.length, entries.flows[0]?.year.entries]).toEqual([1, 1, 1]);
});

test('an entry that a rule names otherwise moves to that counterparty', async () => {
  const desk = openCounterpartyDesk();
  statement(desk, [debitOf('unnamed', { narration: 'LICENCE 4711' }), named('bank', 1)]);
  const names = async (name: string): Promise<string[]> =>
    (await desk.read({ name })).entries.newest.map(({ entryId }) => entryId);
  const words = { words: 'licence', direction: null, accountNumber: null, amount: null } as const;
  const apply = (revision: string, counterparty: string): void => {
    desk.cache.useRules({ revision, rules: [{ id: 'r-1', ...words, tag: '', counterparty }] });
    while (!desk.cache.applyRules(100).isDone);
  };
  apply('a', 'Tern Software AB');
  expect(await names('Tern Software AB')).toEqual(['unnamed', 'bank']);
  apply('b', 'Sable Supplies');
  expect([await names('Tern Software AB'), await names('Sable Supplies')]).toEqual([
    ['bank'],
    ['unnamed'],
  ]);
});

test.each(['Müller & Söhne "GmbH"', 'O’Connor, Ltd. (a) * OR NOT', '株式会社テスト', 'A%_B\\'])(
  'the name %s is found as it is written, and in capitals',
  async (payee) => {
    const desk = openCounterpartyDesk();
    statement(desk, [named('one', 1, { payee }), named('two', 2, { payee: 'Muller' })]);
    for (const name of [payee, payee.toUpperCase(), `  ${payee} `])
      expect((await desk.read({ name })).entries.count).toBe(1);
  },
);

test('a name of marks alone, and one that nothing has, is an empty page', async () => {
  const desk = openCounterpartyDesk();
  statement(desk, [named('one', 1), named('masked', 2, { payee: '••••6655' })]);
  for (const name of ['••••', '́', 'Nowhere Ltd', 'x'.repeat(300)]) {
    const { entries, open, payments, details } = await desk.read({ name });
    expect([entries.count, entries.flows, entries.first]).toEqual([0, [], null]);
    expect([open, payments, details]).toEqual([[], [], []]);
  }
});

test('what settles an own order belongs to its payee, whatever the bank calls it', async () => {
  const desk = openCounterpartyDesk();
  const payee = payeeOf('b-1');
  desk.list(payee);
  desk.pay(payee, 'R-1', { state: 'accepted' });
  await desk.copyOrders();
  statement(desk, [
    named('settles', 0, { payee: 'A. OBI', customReference: 'R-1' }),
    named('fee', 0, { payee: 'BANK', customReference: 'R-1', transactionType: 'fee' }),
    named('by-name', 1, { payee: 'ADA OBI LTD' }),
  ]);
  const { entries, payee: shown, payments } = await desk.read({ payeeId: 'b-1' });
  expect(entries.newest.map(({ entryId }) => entryId)).toEqual(['settles', 'by-name']);
  expect(shown).toMatchObject({ entityId: 'b-1', country: 'NGA' });
  expect(payments).toMatchObject([{ reference: 'R-1', state: 'accepted', kind: 'payment' }]);
  // An entry leads to the same page.
  const entry = await desk.read({ accountNumber: paying, entryId: 'settles' });
  expect(entry.payee?.entityId).toBe('b-1');
});

test('two payees with one name stay apart: each has what settles its own orders, and what the name alone connects has a page of its own', async () => {
  const desk = openCounterpartyDesk();
  const [one, other] = [payeeOf('b-1'), payeeOf('b-2', { accountNumber: '999', name: 'ADA OBI' })];
  desk.list(one, other);
  desk.pay(one, 'R-1', { state: 'accepted' });
  desk.pay(other, 'R-2', { state: 'accepted', amount: '7.00' });
  await desk.copyOrders();
  statement(desk, [
    named('first', 0, { payee: 'Ada Obi', customReference: 'R-1' }),
    named('second', 0, { payee: 'Ada Obi', customReference: 'R-2', amountE4: 70_000n }),
    named('either', 1, { payee: 'Ada Obi', customReference: '' }),
  ]);
  const idsOf = async (question: Parameters<typeof desk.read>[0]): Promise<string[]> =>
    (await desk.read(question)).entries.newest.map(({ entryId }) => entryId);
  expect(await idsOf({ payeeId: 'b-1' })).toEqual(['first']);
  expect(await idsOf({ payeeId: 'b-2' })).toEqual(['second']);
  expect(await idsOf({ name: 'Ada Obi' })).toEqual(['either']);
  expect((await desk.read({ payeeId: 'b-1' })).namesakes.map(({ entityId }) => entityId)).toEqual([
    'b-2',
  ]);
  const shared = await desk.read({ name: 'Ada Obi' });
  expect([shared.payee, shared.namesakes.map(({ entityId }) => entityId)]).toEqual([
    null,
    ['b-1', 'b-2'],
  ]);
  // One of them that the bank's list no longer has still has the name.
  desk.list(one);
  expect(await idsOf({ payeeId: 'b-1' })).toEqual(['first']);
  expect((await desk.read({ name: 'ada obi' })).namesakes[1]?.goneAt).not.toBeNull();
});

test('a name that one payee alone has is that payee', async () => {
  const desk = openCounterpartyDesk();
  desk.list(payeeOf('b-1'), payeeOf('b-2', { name: 'Sable', accountName: 'Sable' }));
  expect((await desk.read({ name: 'ada  obi ltd' })).payee?.entityId).toBe('b-1');
});

test('a payee or an entry that is not in the local copy is refused', async () => {
  const desk = openCounterpartyDesk();
  statement(desk, [debitOf('plain', { narration: '' })]);
  for (const question of [
    { payeeId: 'nobody' },
    { accountNumber: paying, entryId: 'plain' },
    { accountNumber: 'none', entryId: 'plain' },
  ])
    await expect(desk.read(question)).rejects.toMatchObject({ code: 'offline.not-cached' });
});

test('a monthly payment has its rhythm and its next day; two currencies have one each', async () => {
  const desk = openCounterpartyDesk();
  const months = Array.from({ length: 8 }, (_, at) => at);
  const dayOf = (ago: number): number => {
    const month = 2026 * 12 + 10 - ago;
    const text = `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}-03`;
    return Math.round(Date.parse(text) / 86_400_000);
  };
  const rents = months.flatMap((ago) => {
    const daysAgo = firstDay - dayOf(ago);
    const euros = { currency: 'EUR', amountE4: 90_000n } as const;
    return [named(`usd-${String(ago)}`, daysAgo), named(`eur-${String(ago)}`, daysAgo, euros)];
  });
  statement(desk, rents);
  const { rhythms } = (await desk.read({ name: 'Tern Software AB' })).entries;
  expect(rhythms.map(({ usual, rhythm, next }) => [usual.currency, rhythm, next])).toEqual([
    ['EUR', 'monthly, 3rd', '2026-12-03'],
    ['USD', 'monthly, 3rd', '2026-12-03'],
  ]);
});

test('of more entries than are counted the newest are, and the day from which none is missing is shown', async () => {
  const desk = openCounterpartyDesk();
  const days = 101;
  const many = Array.from({ length: days * 21 }, (_, at) =>
    named(`e-${String(at)}`, Math.floor(at / 21)),
  );
  statement(desk, many);
  const { entries } = await desk.read({ name: 'Tern Software AB' });
  expect([entries.count, entries.last]).toEqual([2_000, '2026-11-20']);
  expect(entries.since).toBe(dateOfDayNumber(firstDay - Math.floor(2_000 / 21)));
});

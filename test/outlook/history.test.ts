import { expect, test } from 'vitest';

import { historyOf, type HistoryQuestion } from '../../electron/nouns/outlook/history.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { accountNumber, asOf, entry, openCopy, type Copy } from '../support/stores/store.ts';

const today = 20_400;

const asked = (given: Partial<HistoryQuestion> = {}): HistoryQuestion => ({
  ...{ accountNumber, currency: 'USD', today, places: {}, ...given },
});

const history = ({ reader }: Copy, given: Partial<HistoryQuestion> = {}) =>
  toTheEnd(historyOf(reader, asked(given)));

/** These days as sync fetches them. */
function fetches(
  { writer }: Copy,
  entries: readonly IncomingEntry[],
  { from = today, to = from }: { from?: number; to?: number } = {},
): void {
  const { rangeId } = writer.beginRange({ accountNumber, from, to });
  writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  const days = Array.from({ length: to - from + 1 }, (_, at) => ({
    ...{ day: from + at, state: 'proven' as const, openingE4: null, closingE4: null },
    ...{ broken: null, entries: entries.filter(({ day }) => day === from + at).length },
  }));
  writer.finishRange({ rangeId, asOf, days, withdraw: true });
}

const many = (count: number, day: number): IncomingEntry[] =>
  Array.from({ length: count }, (_, ordinal) =>
    entry(`${String(day)}-${String(ordinal)}`, {
      ...{ day, ordinal, amountE4: BigInt(ordinal + 1) },
    }),
  );

test('an account that is not here, or of which no day was fetched lately, has no history', () => {
  const copy = openCopy();
  expect(history(copy)).toBeNull();
  expect(history(copy, { accountNumber: '404' })).toBeNull();
  fetches(copy, many(1, today - 401), { from: today - 401 });
  fetches(copy, many(1, today + 1), { from: today + 1 });
  expect(history(copy)).toBeNull();
});

test('days without an entry are part of the history, which goes back four hundred days', () => {
  const copy = openCopy();
  fetches(copy, many(1, today - 401), { from: today - 401, to: today });
  expect(history(copy)).toEqual({
    ...{ from: today - 400, to: today },
    ...{ movements: [], ordered: new Set() },
  });
});

test('a day that was not fetched ends the history, though there are entries before it', () => {
  const copy = openCopy();
  fetches(copy, many(1, today - 3), { from: today - 3 });
  fetches(copy, [...many(1, today - 1), ...many(1, today)], { from: today - 1, to: today });
  expect(history(copy)).toMatchObject({
    ...{ from: today - 1, to: today },
    movements: [{ day: today }, { day: today - 1 }],
  });
});

test.each([1, 999, 1_000, 1_001, 2_500])(
  'of a day with %d entries each is a movement once, in the order of the statement',
  (count) => {
    const copy = openCopy();
    fetches(copy, [...many(2, today - 1), ...many(count, today)], { from: today - 1, to: today });
    const { movements = [] } = history(copy) ?? {};
    const units = Array.from({ length: count }, (_, at) => BigInt(at + 1));
    expect(movements.map((one) => one.units)).toEqual([...units, 1n, 2n]);
    expect(new Set(movements.map(({ key }) => key)).size).toBe(count + 2);
  },
);

test('the reading yields after each thousand entries, and takes no turn for days without any', () => {
  const copy = openCopy();
  fetches(copy, many(2_500, today), { from: today - 50, to: today });
  const reading = historyOf(copy.reader, asked());
  let turns = 0;
  while (reading.next().done !== true) turns += 1;
  expect(turns).toBe(3);
});

test('what the bank withdrew, what is in another currency, and what is on another account is no movement', () => {
  const copy = openCopy();
  const [first, second] = many(2, today) as [IncomingEntry, IncomingEntry];
  fetches(copy, [first, second, entry('euros', { day: today, ordinal: 2, currency: 'EUR' })]);
  copy.writer.ensureAccount('7', 'USD');
  const start = { accountNumber: '7', from: today, to: today };
  const { rangeId } = copy.writer.beginRange(start);
  const entries = [entry('other', { day: today })];
  copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  expect(history(copy)?.movements.map(({ units }) => units)).toEqual([1n, 2n]);
  expect(history(copy, { currency: 'EUR' })?.movements).toHaveLength(1);
  fetches(copy, [second]);
  expect(history(copy)?.movements.map(({ units }) => units)).toEqual([2n]);
});

test('a debit leaves the account whether the bank signs its amount or not, and a credit comes', () => {
  const copy = openCopy();
  const of = (ordinal: number, direction: 'credit' | 'debit', amountE4: bigint) =>
    entry(`e-${String(ordinal)}`, {
      ...{ day: today, ordinal, direction, amountE4, narration: 'Rent' },
    });
  fetches(copy, [of(0, 'debit', 70_000n), of(1, 'debit', -70_000n), of(2, 'credit', 70_000n)]);
  expect(history(copy)?.movements).toMatchObject([
    { units: -70_000n, stems: ['-|rent'] },
    { units: -70_000n, stems: ['-|rent'] },
    { units: 70_000n, stems: ['+|rent'] },
  ]);
});

test('a movement has the name of the own payee, else the bank’s, else a rule’s, else its narration or type', () => {
  const copy = openCopy();
  const ordered = { accountNumber, amountE4: 10_000n, currency: 'USD', payee: 'Acme Corp' };
  copy.writer.saveOwnOrders({
    orders: [{ ...ordered, n: 1, reference: 'PAY-1' }],
    place: null,
  });
  const words = { words: 'tern', direction: 'debit', accountNumber: null, amount: null } as const;
  const rule = { id: 'r-1', ...words, tag: '', counterparty: 'Tern Ltd' };
  copy.writer.useRules({ revision: 'a', rules: [rule] });
  const of = (ordinal: number, given: Partial<IncomingEntry>) =>
    entry(`e-${String(ordinal)}`, { day: today, ordinal, direction: 'debit', ...given });
  fetches(copy, [
    of(0, { narration: 'Licence tern', extras: '{"payee":"Sable"}' }),
    of(1, { narration: 'Licence tern' }),
    of(2, { narration: 'Licence' }),
    of(3, { narration: '', transactionType: 'FEE' }),
    of(4, { narration: 'Licence', customReference: 'PAY-1', extras: '{"payee":"Sable"}' }),
  ]);
  while (!copy.writer.applyRules(100).isDone);
  expect(history(copy, { places: { counterparty: '/payee' } })?.movements).toMatchObject([
    { name: 'Sable', stems: ['-sable|licence tern', '-sable|', '-|licence tern'] },
    { name: 'Tern Ltd', stems: ['-tern ltd|licence tern', '-tern ltd|', '-|licence tern'] },
    { name: 'Licence', stems: ['-|licence'] },
    { name: 'FEE', stems: ['-|fee'] },
    { name: 'Acme Corp', stems: ['-acme corp|licence', '-acme corp|', '-|licence'] },
  ]);
});

test('of an account with more than a hundred thousand entries the newest days are read', () => {
  const copy = openCopy();
  const days = [...many(1, today - 3), ...many(1, today - 2), ...many(99_999, today - 1)];
  fetches(copy, [...days, ...many(1, today)], { from: today - 3, to: today });
  // A hundred thousand are read, and the day before them with its own; then it is enough.
  expect(history(copy)).toMatchObject({ from: today - 2, to: today });
});

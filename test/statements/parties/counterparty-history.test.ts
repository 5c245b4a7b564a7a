import { expect, test } from 'vitest';

import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import { ordinalOf } from '../../../electron/nouns/accounts/ordinals.ts';
import { findKey } from '../../../electron/nouns/statements/entries/places.ts';
import type { HistoryQuestion } from '../../../electron/nouns/statements/parties/counterparty-history.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
} from '../../support/stores/store.ts';

const other = '0690000099';

/** Entries that a rule and the bank name alike: every 30 days one of Tern, beside it one of another, and one whose name only contains that of Tern. */
const months = (account: string, count: number): IncomingEntry[] =>
  Array.from({ length: count }, (_, at) => {
    const day = firstDay + at * 30;
    const id = (kind: string): string => `${account}-${kind}-${String(at)}`;
    return [
      entry(id('tern'), {
        ...{ day, ordinal: at * 3, direction: 'debit', amountE4: BigInt(100 + at) * 10_000n },
        narration: `Licence Tern Software AB ${String(at)}`,
        customReference: `INV-${String(at)}`,
        extras: '{"payee":"Tern Software AB"}',
      }),
      entry(id('sable'), {
        ...{ day, ordinal: at * 3 + 1, narration: 'Refund', extras: '{"payee":"Sable"}' },
      }),
      entry(id('word'), {
        ...{ day, ordinal: at * 3 + 2, extras: '{"payee":"Tern Software AB Oslo"}' },
      }),
    ];
  }).flat();

/** Asks for the history of an entry of the first account. */
const asking =
  (copy: ReturnType<typeof openCopy>) =>
  async (given: Partial<HistoryQuestion> & { readonly of: string }) => {
    const { of: id, ...question } = given;
    const key = findKey(copy.reader, ordinalOf(copy.reader, accountNumber), id) ?? 0;
    const asked = {
      key,
      name: 'Tern Software AB',
      places,
      ...question,
    } as const;
    return answeredHere(readerMethods(copy.reader).reads).ask('counterpartyHistory', [asked]);
  };

function copyOfMonths() {
  const copy = openCopy();
  const last = firstDay + 20 * 30;
  fetchRange(copy.writer, [months(accountNumber, 20)], { start: range(firstDay, last) });
  copy.writer.ensureAccount(other, 'USD');
  fetchRange(copy.writer, [months(other, 2)], {
    start: { ...range(firstDay, last), accountNumber: other },
  });
  return { copy, ask: asking(copy) };
}

const places = { counterparty: '/payee' };

test('the year up to an entry: how many, how much, what is usual and how often, and the ones before', async () => {
  const { ask } = copyOfMonths();
  // Of the 14th month: the year has 12 months before it and itself, one of the other account, and none that came later.
  const history = await ask({ of: `${accountNumber}-tern-13` });
  expect(history).toMatchObject({
    ...{ counterparty: 'Tern Software AB', entries: 14, hasMore: false, everyDays: 30 },
    sums: [{ direction: 'debit', entries: 14, sum: { amount: '1492.00', currency: 'USD' } }],
    usual: { amount: '106.00', currency: 'USD' },
  });
  expect(history.before.map(({ entryId, customReference }) => [entryId, customReference])).toEqual(
    [12, 11, 10, 9].map((at) => [`${accountNumber}-tern-${String(at)}`, `INV-${String(at)}`]),
  );
});

test('entries of other accounts are among them, withdrawn ones and those of who is only named alike are not', async () => {
  const { copy, ask } = copyOfMonths();
  const history = await ask({ of: `${accountNumber}-tern-1` });
  expect([history.entries, history.before.map((one) => one.accountNumber).sort()]).toEqual([
    3,
    [accountNumber, other],
  ]);
  // Two before it are no habit.
  expect([history.usual, history.everyDays]).toEqual([null, null]);
  fetchRange(copy.writer, [[]], { start: { ...range(firstDay, firstDay), accountNumber: other } });
  expect((await ask({ of: `${accountNumber}-tern-1` })).entries).toBe(2);
});

test('an entry of another account counts as usual, also where it has the id of the selected one', async () => {
  const copy = openCopy();
  const tern = (id: string, at: number, amount: bigint) =>
    entry(id, {
      ...{ day: firstDay + at, ordinal: at, direction: 'debit', amountE4: amount * 10_000n },
      extras: '{"payee":"Tern Software AB"}',
    });
  const days = range(firstDay, firstDay + 2);
  fetchRange(copy.writer, [[tern('a', 0, 100n), tern('b', 1, 200n), tern('c', 2, 300n)]], {
    start: days,
  });
  copy.writer.ensureAccount(other, 'USD');
  fetchRange(copy.writer, [[tern('c', 1, 900n)]], { start: { ...days, accountNumber: other } });
  const { usual, before } = await asking(copy)({ of: 'c' });
  expect(usual).toEqual({ amount: '200.00', currency: 'USD' });
  expect(before).toHaveLength(3);
});

test('whom a rule names has the same history by its label as by the bank’s name', async () => {
  const { copy, ask } = copyOfMonths();
  const words = { words: 'tern', direction: 'debit', accountNumber: null, amount: null } as const;
  const rule = { id: 'r-1', ...words, tag: '', counterparty: 'Tern Software AB' };
  copy.writer.useRules({ revision: 'a', rules: [rule] });
  while (!copy.writer.applyRules(100).isDone);
  for (const at of [0, 1, 13, 19]) {
    const of = `${accountNumber}-tern-${String(at)}`;
    expect(await ask({ of, places: {} })).toEqual(await ask({ of }));
  }
  const first = await ask({ of: `${accountNumber}-tern-0`, places: {}, name: 'Unheard' });
  expect(first).toMatchObject({ entries: 0, sums: [], usual: null, everyDays: null, before: [] });
});

test('of a counterparty with more than 500 entries in the year the newest are counted, and the answer says so', async () => {
  const copy = openCopy();
  const many = Array.from({ length: 600 }, (_, ordinal) =>
    entry(`e-${String(ordinal)}`, { ordinal, extras: '{"payee":"Tern Software AB"}' }),
  );
  fetchRange(copy.writer, [many]);
  const key = findKey(copy.reader, ordinalOf(copy.reader, accountNumber), 'e-599') ?? 0;
  const history = await answeredHere(readerMethods(copy.reader).reads).ask('counterpartyHistory', [
    { key, name: 'Tern Software AB', places },
  ]);
  expect([history.entries, history.hasMore, history.before.map(({ entryId }) => entryId)]).toEqual([
    500,
    true,
    ['e-598', 'e-597', 'e-596', 'e-595'],
  ]);
});

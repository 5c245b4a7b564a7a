import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import {
  daysNow,
  lateEntries,
  lateMax,
  type DaysQuestion,
} from '../../electron/nouns/closes/period-snapshot.ts';
import { holds, inOrder, packed, unpacked } from '../../electron/nouns/closes/entry-set.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import {
  accountOf,
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  readStatement,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { other, today } from './close-accounts.ts';

const first = debitOf('e-1', { balanceE4: 4_000_000n, narration: 'Rent', customReference: 'R-1' });
const second = debitOf('e-2', { balanceE4: 5_500_000n, direction: 'credit', amountE4: 1_500_000n });
const yesterday = debitOf('e-0', { day: firstDay - 1, at: '2026-11-19T11:00:00.000Z' });
const tomorrow = debitOf('e-9', { day: firstDay + 1, at: '2026-11-21T11:00:00.000Z' });

function deskWith(entries: readonly IncomingEntry[] = [first, second]): LoneDesk {
  const desk = openLoneDesk();
  readStatement(desk, entries);
  return desk;
}

/** The entries of another account on the first day. */
function readOther({ cache }: LoneDesk, entries: readonly IncomingEntry[]): void {
  cache.ensureAccount(other, 'EUR');
  const { rangeId } = cache.beginRange({ accountNumber: other, from: firstDay, to: firstDay });
  cache.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: beginning });
}

const oneDay: DaysQuestion = { from: today, to: today, entries: 'set', entriesMax: Infinity };
const ask = ({ reader }: LoneDesk, given: Partial<DaysQuestion> = {}) =>
  toTheEnd(daysNow(reader, { ...oneDay, ...given }));
const only = (desk: LoneDesk, given: Partial<DaysQuestion> = {}) => {
  const now = ask(desk, given).find(({ accountNumber }) => accountNumber === paying);
  return now ?? expect.fail('there is no account');
};

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

test('an account’s days are its figures, when the bank last answered, and every entry that stands', () => {
  const desk = openLoneDesk();
  desk.passes(86_400_000);
  desk.cache.saveAccounts([accountOf()], beginning);
  readStatement(desk, [first, second, debitOf('e-3')]);
  desk.passes(1_000);
  readStatement(desk, [second, first]);
  readOther(desk, [debitOf('o-1')]);
  readStatement(desk, [yesterday], { from: firstDay - 1 });
  readStatement(desk, [tomorrow], { from: firstDay + 1 });
  const now = only(desk);
  const entries = [
    [
      ...['e-1', '1000000', 0, today],
      digest(['1000000', 'USD', 0, 'transfer', '2026-11-20T11:00:00.000Z', 'Rent', 'R-1']),
    ],
    [
      ...['e-2', '1500000', 1, today],
      digest(['1500000', 'USD', 1, 'transfer', '2026-11-20T11:00:00.000Z', 'Payment', '']),
    ],
  ].map((entry) => entry.with(4, String(entry[4]).slice(0, 16)));
  expect(unpacked(now.set ?? new Uint8Array())).toEqual(entries);
  expect(now).toMatchObject({
    ...{ accountNumber: paying, accountName: 'Operations', currency: 'USD', entries: 2 },
    ...{ debitsE4: '1000000', creditsE4: '1500000', asOf: '2026-11-21T10:00:01.000Z' },
    ...{ firstUnproven: null, unread: 0, entriesDigest: digest(entries) },
  });
  expect(ask(desk).map(({ accountNumber, entries: count }) => [accountNumber, count])).toEqual([
    ...[
      [other, 1],
      [paying, 2],
    ],
  ]);
});

test('balances are not known of an account whose days were never fetched', () => {
  const desk = openLoneDesk();
  desk.cache.ensureAccount(paying, null);
  expect(only(desk)).toMatchObject({
    ...{ currency: '', openingE4: null, closingE4: null, asOf: null, entries: 0, unread: 0 },
    firstUnproven: { day: today, state: 'missing' },
  });
  readStatement(desk, [first]);
  expect(only(desk)).toMatchObject({ openingE4: '5000000', closingE4: '4000000' });
});

test('entries are returned where they were asked for, and their digest alone where only that was', () => {
  const desk = deskWith();
  const { entriesDigest, set } = only(desk);
  expect(only(desk, { entries: 'digest' })).toMatchObject({ entriesDigest, set: null });
  const none = { entriesDigest: '', set: null, readSample: [] };
  expect(only(desk, { entries: 'none' })).toMatchObject(none);
  expect(only(desk, { entriesMax: 2 })).toMatchObject({ entriesDigest, set });
  expect(only(desk, { entriesMax: 1 })).toMatchObject({ entriesDigest: '', set: null });
});

test('the first of the days that is not proven is named, and the last says when the bank answered', () => {
  const desk = deskWith();
  desk.passes(4 * 86_400_000);
  readStatement(desk, [first, second]);
  const days = { from: '2026-11-20', to: '2026-11-23' };
  const stands = (given: Partial<DaysQuestion>) => {
    const { asOf, firstUnproven } = only(desk, given);
    return [asOf, firstUnproven?.day ?? null, firstUnproven?.state ?? null];
  };
  desk.passes(1_000);
  readStatement(desk, [], { from: firstDay + 1, state: 'broken' });
  desk.passes(1_000);
  readStatement(desk, [], { from: firstDay + 3, state: 'unproven' });
  expect(stands(days)).toEqual([null, '2026-11-21', 'broken']);
  expect(stands({ ...days, from: '2026-11-22' })).toEqual([null, '2026-11-22', 'missing']);
  expect(stands({ ...days, from: '2026-11-23' })).toEqual([
    ...['2026-11-24T10:00:02.000Z', '2026-11-23', 'unproven'],
  ]);
  expect(stands({ ...days, to: '2026-11-21' })[0]).toBe('2026-11-24T10:00:01.000Z');
  expect(stands({ ...days, to: '2026-11-20' })).toEqual(['2026-11-24T10:00:00.000Z', null, null]);
  expect(stands({ from: '2026-11-19', to: '2026-11-20' })).toEqual([null, '2026-11-19', 'missing']);
});

test('a day that was fetched before it was over is not proven until it is fetched again', () => {
  const desk = openLoneDesk();
  desk.passes(Date.parse('2026-11-20T23:59:59.999Z') - Date.parse(beginning));
  readStatement(desk, [first]);
  expect(only(desk).firstUnproven).toEqual({ day: today, state: 'unfinished' });
  desk.passes(1);
  expect(only(desk).firstUnproven).toEqual({ day: today, state: 'unfinished' });
  readStatement(desk, [first]);
  expect(only(desk).firstUnproven).toBeNull();
});

test('a sample has the entries of the days that are not unread, from both ends of them', () => {
  const desk = deskWith();
  expect(only(desk).readSample.toSorted()).toEqual(['e-1', 'e-2']);
  desk.passes(1_000);
  readStatement(desk, [first, second, debitOf('e-3')]);
  expect(only(desk).readSample.toSorted()).toEqual(['e-1', 'e-2']);
  desk.cache.markRead(paying, ['e-3'], true);
  expect(only(desk).readSample.toSorted()).toEqual(['e-1', 'e-2', 'e-3']);
  readStatement(desk, [second]);
  expect(only(desk).readSample).toEqual(['e-2']);
  const many = Array.from({ length: 600 }, (_, at) => debitOf(`m-${String(at)}`));
  readStatement(desk, many, { from: firstDay - 9 });
  desk.cache.markRead(
    paying,
    many.map(({ id }) => id),
    true,
  );
});

test('unread entries count of the asked days alone, and of each account its own', () => {
  const desk = deskWith();
  desk.passes(1_000);
  readStatement(desk, [yesterday], { from: firstDay - 1 });
  readStatement(desk, [first, second, debitOf('e-3'), debitOf('e-4')]);
  readStatement(desk, [tomorrow], { from: firstDay + 1 });
  const unread = (from: string, to: string) => ask(desk, { from, to }).map((now) => now.unread);
  expect(unread(today, today)).toEqual([2]);
  expect(unread('2026-11-19', today)).toEqual([3]);
  expect(unread('2026-11-19', '2026-11-21')).toEqual([4]);
  readOther(desk, [debitOf('o-1')]);
  desk.cache.markRead(other, ['o-1'], false);
  expect(unread(today, today)).toEqual([1, 2]);
});

/** Writes something else after each slice of the question; answers what was found and how many slices it took. */
function meanwhile(desk: LoneDesk, writes: readonly (() => void)[]) {
  const sliced = daysNow(desk.reader, oneDay);
  let slices = 0;
  for (;;) {
    const { done, value } = sliced.next();
    if (done === true) return { now: value[0], slices };
    writes[slices]?.();
    slices += 1;
  }
}

test.each<[string, IncomingEntry[]]>([
  [
    'an entry arrives',
    [first, second, debitOf('e-3', { amountE4: 0n, balanceE4: second.balanceE4 })],
  ],
  ['a debit changes', [{ ...first, amountE4: 2_000_000n }, second]],
  ['a credit changes', [first, { ...second, amountE4: 2_000_000n }]],
  ['a balance changes with its text', [first, { ...second, narration: 'Fee', balanceE4: 1n }]],
])(
  'where %s while entries are read they are read again, so that all is of one moment',
  (_, next) => {
    const desk = deskWith();
    const { now, slices } = meanwhile(desk, [
      () => {
        readStatement(desk, next);
      },
    ]);
    expect(now).toEqual(only(desk));
    expect(slices).toBe(3);
  },
);

test('entries that go on changing are read five times, and no more', () => {
  const desk = deskWith();
  const changes = Array.from({ length: 9 }, (_, at) => () => {
    readStatement(desk, [{ ...first, amountE4: BigInt(at + 2) }, second]);
  });
  expect(meanwhile(desk, changes).slices).toBe(6);
  expect(meanwhile(desk, []).slices).toBe(2);
});

const late = (desk: LoneDesk, set: Uint8Array, given: { accountNumber?: string } = {}) =>
  toTheEnd(
    lateEntries(desk.reader, { accountNumber: paying, from: today, to: today, set, ...given }),
  );
const setOf = (desk: LoneDesk) => only(desk).set ?? expect.fail('no entries were returned');

test('what changed, went or arrived is reported as the bank has it now, and what went as it was', () => {
  const desk = deskWith([first, second, debitOf('e-3', { narration: 'Gone' })]);
  const set = setOf(desk);
  desk.passes(1_000);
  readStatement(desk, [{ ...first, narration: 'Fee' }, debitOf('e-4'), second]);
  const found = late(desk, set);
  const shared = { accountNumber: paying, day: today };
  const hundred = { amount: '100.00', currency: 'USD' };
  expect(found.map(({ key: _key, ...entry }) => entry)).toEqual([
    {
      ...{ ...shared, change: 'changed', entryId: 'e-1', amount: hundred, direction: 'debit' },
      ...{ words: 'Fee', reference: 'R-1', seenAt: '2026-11-20T10:00:01.000Z' },
    },
    {
      ...{ ...shared, change: 'gone', entryId: 'e-3', amount: hundred, direction: 'debit' },
      ...{ words: 'Gone', reference: '', seenAt: '2026-11-20T10:00:01.000Z' },
    },
    {
      ...{ ...shared, change: 'arrived', entryId: 'e-4', amount: hundred, direction: 'debit' },
      ...{ words: 'Payment', reference: '', seenAt: '2026-11-20T10:00:01.000Z' },
    },
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(3);
  expect(late(desk, setOf(desk))).toEqual([]);
});

test('an entry that the local copy no longer has is reported by its closed figures, in the account’s currency', () => {
  const closed = setOf(deskWith([second]));
  const desk = deskWith([first]);
  const [gone] = late(desk, closed).filter(({ change }) => change === 'gone');
  expect(gone).toMatchObject({
    ...{ entryId: 'e-2', direction: 'credit', amount: { amount: '150.00', currency: 'USD' } },
    ...{ words: '', reference: '', seenAt: null },
  });
  expect(late(desk, closed, { accountNumber: other })).toEqual([]);
  const fresh = openLoneDesk();
  fresh.cache.ensureAccount(paying, null);
  expect(late(fresh, closed)[0]?.amount).toEqual({ amount: '150', currency: '' });
});

test('late entries come by their days, and of a day by their ids', () => {
  const desk = openLoneDesk();
  desk.cache.ensureAccount(paying, 'USD');
  const days = { from: '2026-11-19', to: '2026-11-21' };
  const entries = ['e-3', 'e-1', 'e-2'].map((id) => debitOf(id));
  readStatement(desk, [yesterday, ...entries], { from: firstDay - 1, to: firstDay + 1 });
  const standing = only(desk, days);
  expect(unpacked(standing.set ?? new Uint8Array()).map(([id]) => id)).toEqual([
    ...['e-0', 'e-1', 'e-2', 'e-3'],
  ]);
  const set = packed([['a-1', '1', 0, '2026-11-21', 'x']]);
  const found = toTheEnd(lateEntries(desk.reader, { accountNumber: paying, ...days, set }));
  expect(found.map(({ entryId, change }) => [entryId, change])).toEqual([
    ...[
      ['e-0', 'arrived'],
      ['e-1', 'arrived'],
      ['e-2', 'arrived'],
      ['e-3', 'arrived'],
    ],
    ['a-1', 'gone'],
  ]);
});

test('of very many late entries one more is returned than is shown', () => {
  const desk = openLoneDesk();
  desk.cache.ensureAccount(paying, 'USD');
  const gone = Array.from({ length: lateMax + 2 }, (_, at) => `g-${String(at)}`);
  const set = (count: number) =>
    packed(gone.slice(0, count).map((id) => [id, '1', 0, today, 'x'] as const));
  expect(late(desk, set(lateMax + 2))).toHaveLength(lateMax + 1);
  expect(late(desk, set(lateMax + 1))).toHaveLength(lateMax + 1);
  expect(late(desk, set(2))).toHaveLength(2);
});

test('a set of entries holds under its own digest alone, and bytes that do not unpack hold under none', () => {
  const entries = inOrder([
    ['e-2', '1', 0, today, 'x'],
    ['e-1', '1', 1, dateOfDayNumber(firstDay), 'y'],
  ]);
  expect(entries.map(([id]) => id)).toEqual(['e-1', 'e-2']);
  const bytes = packed(entries);
  expect(unpacked(bytes)).toEqual(entries);
  expect(holds(bytes, digest(entries))).toBe(true);
  expect(holds(bytes, digest([]))).toBe(false);
  expect(holds(bytes.subarray(0, -4), digest(entries))).toBe(false);
});

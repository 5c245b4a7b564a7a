import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type {
  CounterpartyHistory,
  EntryOfHistory,
} from '../../../../shared/ipc/accounts/statements.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { namedCounterparty } from '../counterparty/counterparty.ts';
import { ordersTo } from '../counterparty/own-orders.ts';
import { entriesByKey, type KeyedEntry } from '../entries/entries-by-key.ts';
import { dayOfKey, firstKeyOf } from '../entries/entry-keys.ts';
import { namesOf } from '../entries/entry-rows.ts';
import { labelId } from '../entries/labels.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';
import {
  bankNamedKeys,
  joined,
  labelledKeys,
  orderedKeys,
  type Candidates,
  type Span,
} from './candidate-keys.ts';

/** The counterparty whose entries are wanted. */
export type HistoryQuestion = {
  /** The key of the selected entry. */
  readonly key: number;
  readonly name: string;
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
};

const daysOfYear = 365;
/** At most this many of the newest entries of a year are counted. */
const countedMax = 500;
/** How many earlier entries are listed. */
const historyMax = 4;
/** Fewer entries are no pattern. */
const habitMin = 3;
const entriesAtOnce = 100;

/**
 * Returns the entries of one counterparty on all accounts in the year up to an entry. Finds candidates by label, by the words of the
 * bank's name and by the references of own orders, and then checks their counterparty: the cost grows with the counterparty's own
 * entries, never with all entries.
 */
export function* counterpartyHistory(
  reader: CacheReader,
  question: HistoryQuestion,
): Sliced<CounterpartyHistory> {
  const first = firstKeyOf(0, Math.max(0, dayOfKey(question.key) - daysOfYear));
  const span = { low: first, high: question.key, limit: countedMax + 1 };
  const { keys: found, from } = yield* candidates(reader, question, span);
  const meanings = meaningsAt(question.places);
  const active: KeyedEntry[] = [];
  for (let start = 0; start < found.length; start += entriesAtOnce) {
    const some = entriesByKey(reader, found.slice(start, start + entriesAtOnce));
    const ofName = (entry: KeyedEntry) =>
      namedCounterparty(namesOf(entry, meanings)) === question.name;
    active.push(...some.filter((entry) => entry.withdrawnAt === null && ofName(entry)));
    yield;
  }
  const year = active.slice(0, countedMax);
  const [selected] = entriesByKey(reader, [question.key]);
  const alike = year.filter(
    ({ direction, amount }) =>
      direction === selected?.direction && amount.currency === selected.amount.currency,
  );
  const isOther = ({ id, accountNumber }: KeyedEntry): boolean =>
    id !== selected?.id || accountNumber !== selected.accountNumber;
  return {
    counterparty: question.name,
    entries: year.length,
    hasMore: found.length > countedMax || from !== null,
    sums: sumsOf(year),
    usual: usualOf(alike.filter(isOther)),
    everyDays: everyDaysOf(alike.map(({ day }) => day)),
    before: year.filter(isOther).slice(0, historyMax).map(historyEntry),
  };
}

/** Returns the keys of entries that may have the name, newest first. */
function* candidates(
  reader: CacheReader,
  { name, places }: HistoryQuestion,
  span: Span,
): Sliced<Candidates> {
  const { keys, from } = joined([
    labelledKeys(reader, labelId(reader, 'counterparty', name), span),
    {
      keys: yield* orderedKeys(reader, ordersTo(reader, name, span.limit), span),
      from: null,
    },
    yield* bankNamedKeys(reader, { name, places, accepts: (bank) => bank === name }, span),
  ]);
  return { keys: keys.slice(0, span.limit), from };
}

const unitsOf = ({ amount }: KeyedEntry): bigint => {
  const units = toUnits(amount.amount);
  return units < 0n ? -units : units;
};

/** Sums the absolute amounts by currency and direction. */
function sumsOf(entries: readonly KeyedEntry[]): CounterpartyHistory['sums'] {
  const groups = Map.groupBy(entries, ({ amount, direction }) => `${amount.currency} ${direction}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (one === undefined) return [];
    const units = group.reduce((sum, entry) => sum + unitsOf(entry), 0n);
    const sum = moneyOfUnits(units, one.amount.currency);
    return [{ direction: one.direction, entries: group.length, sum }];
  });
}

/** Returns the lower median amount: it was booked, and one outlier does not move it. Null for fewer than `habitMin` entries. */
function usualOf(entries: readonly KeyedEntry[]): CounterpartyHistory['usual'] {
  if (entries.length < habitMin) return null;
  const amounts = entries.map(unitsOf).sort((a, b) => (a < b ? -1 : 1));
  return moneyOfUnits(
    amounts[Math.floor((amounts.length - 1) / 2)] ?? 0n,
    entries[0]?.amount.currency ?? '',
  );
}

/** Returns the median gap in days between days with an entry; null for fewer than three such days. */
export function everyDaysOf(days: readonly IsoDate[]): number | null {
  const numbers = [...new Set(days)].map(dayNumber);
  const gaps = numbers.slice(1).map((day, at) => Math.abs(day - (numbers[at] ?? day)));
  if (gaps.length < habitMin - 1) return null;
  return gaps.sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null;
}

const historyEntry = ({
  accountNumber,
  id,
  day,
  amount,
  direction,
  customReference,
}: KeyedEntry): EntryOfHistory => ({
  ...{ accountNumber, entryId: id, day, amount, direction, customReference },
});

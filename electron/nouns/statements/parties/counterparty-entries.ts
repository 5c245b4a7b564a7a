import { dateOfDayNumber, dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type {
  CountedSum,
  CounterpartyEntries,
  CounterpartyEntry,
  CounterpartyFlow,
  CounterpartyRhythm,
} from '../../../../shared/ipc/counterparties.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { reasonOf, recordWords } from '../../../engines/recurring/narration-words.ts';
import type { Movement } from '../../../engines/recurring/movement.ts';
import { findSeries, type Series } from '../../../engines/recurring/series.ts';
import { stemsOf } from '../../../engines/recurring/stems.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { foldedName } from '../../../engines/submissions/orders/payee-names.ts';
import { edgeDay } from '../../accounts/days.ts';
import { accountKeys } from '../../accounts/ordinals.ts';
import { namedCounterparty } from '../counterparty/counterparty.ts';
import { ordersTo } from '../counterparty/own-orders.ts';
import { entriesByKey, type KeyedEntry } from '../entries/entries-by-key.ts';
import { dayOfKey, firstKeyOf, latestEntryDay } from '../entries/entry-keys.ts';
import { namesOf } from '../entries/entry-rows.ts';
import { labelsOfKind } from '../entries/labels.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';
import {
  bankNamedKeys,
  cutAt,
  joined,
  labelledKeys,
  orderedKeys,
  type Candidates,
  type PlacedOrder,
} from './candidate-keys.ts';
import { everyDaysOf } from './counterparty-history.ts';

/** The wanted counterparty, and how to recognize its entries. */
export type PartyQuestion = {
  /** Its names in entries; case, accents and blanks do not count. Empty if a name is not enough. */
  readonly names: readonly string[];
  /** Own orders to it: the entries that settle them are its own, under any name. */
  readonly orders: readonly PlacedOrder[];
  /** Own orders to payees that share its name: the entries that settle them are not its own. */
  readonly ordersToOthers: readonly PlacedOrder[];
  readonly today: IsoDate;
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
  /** At most this many of the newest entries are counted. */
  readonly countedMax: number;
};

/** The counted entries of one account. */
export type EntryIds = { readonly accountNumber: string; readonly ids: readonly string[] };

const entriesAtOnce = 100;
/** How many entries are listed, and how many of the last amounts of each currency and direction. */
const newestMax = 20;
const amountsMax = 3;
/** The number of months on the page, up to the current one. */
const monthsShown = 12;
/** How many days back rhythms are searched, and how many days ahead their next day is predicted. */
const rhythmDays = 400;
const nextDays = 100;

/**
 * Counts the newest entries of one counterparty on all accounts by month, currency and direction, with its rhythms. An entry belongs to
 * it if it settles an own order to it, or if `namedCounterparty` returns one of its names. Excludes withdrawn entries.
 */
export function* counterpartyEntries(
  reader: CacheReader,
  question: PartyQuestion,
): Sliced<CounterpartyEntries & { readonly ids: readonly EntryIds[] }> {
  const { keys, from } = yield* candidatesOf(reader, question);
  const meanings = meaningsAt(question.places);
  const names = foldedNames(question.names);
  const references = new Set(question.orders.map(placeOf));
  const others = new Set(question.ordersToOthers.map(placeOf));
  const isOwn = (entry: KeyedEntry): boolean => {
    const order = entry.orderedPayee === null ? '' : placeOf(orderOf(entry));
    if (references.has(order)) return true;
    if (others.has(order)) return false;
    const name = namedCounterparty(namesOf(entry, meanings));
    return name !== null && names.has(foldedName(name));
  };
  const own: Counted[] = [];
  for (let start = 0; start < keys.length; start += entriesAtOnce) {
    for (const entry of entriesByKey(reader, keys.slice(start, start + entriesAtOnce)))
      if (entry.withdrawnAt === null && isOwn(entry)) own.push(countedOf(entry));
    yield;
  }
  const months = monthsUpTo(question.today);
  const grouped = Map.groupBy(own, ({ currency, isDebit }) => `${currency} ${String(isDebit)}`);
  const accounts = Map.groupBy(own, ({ entry }) => entry.accountNumber);
  return {
    count: own.length,
    since: from === null ? null : dateOfDayNumber(dayOfKey(from)),
    first: own.at(-1)?.entry.day ?? null,
    last: own[0]?.entry.day ?? null,
    months,
    flows: [...grouped.values()]
      .map((group) => flowOf(group, months))
      .toSorted(
        (a, b) => a.currency.localeCompare(b.currency) || (a.direction < b.direction ? 1 : -1),
      ),
    rhythms: yield* rhythmsOf(reader, own, question.today),
    newest: own.slice(0, newestMax).map(({ entry }) => entry),
    ids: [...accounts].map(([accountNumber, entries]) => ({
      accountNumber,
      ids: entries.map(({ entry }) => entry.entryId),
    })),
  };
}

const foldedNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map(foldedName).filter((name) => name !== ''));

const placeOf = ({ accountNumber, reference }: PlacedOrder): string =>
  JSON.stringify([accountNumber, reference]);

const orderOf = ({ accountNumber, customReference }: KeyedEntry): PlacedOrder => ({
  accountNumber,
  reference: customReference,
});

/** Returns the entries that may belong to it, newest first, at most `countedMax`. */
function* candidatesOf(
  reader: CacheReader,
  { names, orders, places, countedMax }: PartyQuestion,
): Sliced<Candidates> {
  const last = firstKeyOf(0, latestEntryDay);
  const span = { low: 0, high: last, limit: countedMax + 1 };
  const wanted = foldedNames(names);
  const found: Candidates[] = [];
  for (const { id, name } of labelsOfKind(reader, 'counterparty'))
    if (wanted.has(foldedName(name))) found.push(labelledKeys(reader, id, span));
  const ordersByName = names.flatMap((name) => ordersTo(reader, name, countedMax + 1));
  for (const placed of [orders, ordersByName]) {
    const keys = yield* orderedKeys(reader, placed, span);
    const from = placed.length > countedMax ? Math.min(...keys) : null;
    found.push({ keys, from });
  }
  const accepts = (name: string): boolean => wanted.has(foldedName(name));
  for (const name of new Set(names))
    found.push(yield* bankNamedKeys(reader, { name, places, accepts }, span));
  const { keys, from } = joined(found);
  return keys.length > countedMax ? cutAt(keys, countedMax) : { keys, from };
}

/** An entry with the values to count. */
type Counted = {
  readonly entry: CounterpartyEntry;
  readonly currency: string;
  readonly isDebit: boolean;
  /** Without a sign. */
  readonly units: bigint;
};

/** Returns the values to count. A negative amount is a debit in either direction: some banks sign their amounts. */
function countedOf(entry: KeyedEntry): Counted {
  const { accountNumber, id, day, amount, direction, customReference, narration } = entry;
  const units = toUnits(amount.amount);
  const isDebit = direction === 'debit' || units < 0n;
  const magnitude = units < 0n ? -units : units;
  return {
    entry: {
      ...{ accountNumber, entryId: id, day, customReference, narration },
      amount: moneyOfUnits(magnitude, amount.currency),
      direction: isDebit ? 'debit' : 'credit',
    },
    ...{ currency: amount.currency, isDebit, units: magnitude },
  };
}

/** Returns the months up to that of a day, oldest first. */
function monthsUpTo(today: IsoDate): string[] {
  const newest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: monthsShown }, (_, at) => {
    const month = newest - (monthsShown - 1 - at);
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** Sums the entries of one currency and direction; `group` is newest first. */
function flowOf(group: readonly Counted[], months: readonly string[]): CounterpartyFlow {
  const { currency = '', isDebit = true } = group[0] ?? {};
  const sumOf = (counted: readonly Counted[]): CountedSum => ({
    entries: counted.length,
    sum: moneyOfUnits(
      counted.reduce((sum, { units }) => sum + units, 0n),
      currency,
    ),
  });
  const byMonth = Map.groupBy(group, ({ entry }) => entry.day.slice(0, 7));
  const ofMonths = months.map((month) => byMonth.get(month) ?? []);
  const shown = ofMonths.flat();
  const year = months.at(-1)?.slice(0, 4) ?? '';
  return {
    ...{ direction: isDebit ? 'debit' : 'credit', currency },
    year: sumOf(shown.filter(({ entry }) => entry.day.startsWith(year))),
    twelveMonths: sumOf(shown),
    months: ofMonths.map(sumOf),
    everyDays: everyDaysOf(shown.map(({ entry }) => entry.day).toSorted()),
    last: group.slice(0, amountsMax).map(({ entry: { narration: _, ...entry } }) => entry),
  };
}

/** Returns the rhythms of its entries, found for each currency separately, sorted by their next day. */
function* rhythmsOf(
  reader: CacheReader,
  counted: readonly Counted[],
  today: IsoDate,
): Sliced<CounterpartyRhythm[]> {
  const now = dayNumber(today);
  const knownTo = knownDay(reader, counted, now);
  const recent = counted.filter(({ entry }) => dayNumber(entry.day) >= now - rhythmDays);
  const found: CounterpartyRhythm[] = [];
  for (const [currency, group] of Map.groupBy(recent, (one) => one.currency)) {
    const series = yield* findSeries(group.map(movementOf), knownTo);
    found.push(...series.map((one) => rhythmOf(one, { currency, now })));
  }
  return found.toSorted(
    (a, b) =>
      (a.next ?? '9999').localeCompare(b.next ?? '9999') ||
      a.usual.currency.localeCompare(b.usual.currency),
  );
}

/** Returns the last day up to which all of its accounts were fetched, at most today. */
function knownDay(reader: CacheReader, counted: readonly Counted[], now: number): number {
  const accounts = new Set(counted.map(({ entry }) => entry.accountNumber));
  const days = accountKeys(reader)
    .filter(({ number }) => accounts.has(number))
    .flatMap(
      ({ number }) => edgeDay(reader, number, { from: 0, to: now, edge: 'last' })?.day ?? [],
    );
  return Math.min(now, ...days);
}

/** Returns an entry as a movement. Its stems are its words, which distinguish purposes, and its direction, which may be one purpose. */
function movementOf({ entry, isDebit, units }: Counted, at: number): Movement {
  const signed = isDebit ? -units : units;
  return {
    ...{ key: -at, day: dayNumber(entry.day), units: signed, name: entry.narration },
    stems: [...stemsOf(signed, { narration: entry.narration }), isDebit ? '-' : '+'],
  };
}

function rhythmOf(
  { rhythm, record, units, next }: Series,
  { currency, now }: { readonly currency: string; readonly now: number },
): CounterpartyRhythm {
  const [day] = next(now + nextDays);
  return {
    direction: units < 0n ? 'debit' : 'credit',
    usual: moneyOfUnits(units < 0n ? -units : units, currency),
    ...{ rhythm: reasonOf(rhythm), record: recordWords(record) },
    next: day === undefined ? null : dateOfDayNumber(day),
  };
}

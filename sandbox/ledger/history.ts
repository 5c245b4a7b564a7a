import { minorDigits } from '../../shared/money/currencies.ts';
import { createRandom, mixSeeds, type Random } from '../seed/random.ts';
import { dayMs, hourMs } from '../server/clock.ts';
import { contraNames, createBook, firstNotBefore, rebalance, writeRow, type Book } from './book.ts';
import {
  creditKinds,
  debitKinds,
  entryKinds,
  perDollar,
  regularKinds,
  type EntryKind,
} from './entry-kinds.ts';
import { contraOf, type EntryText, type LedgerAccount } from './ledger.ts';

const historyDays = 365;
const historyMonths = 12;

type HistoryPlan = {
  seed: number;
  number: string;
  currency: string;
  entries: number;
  /** The instant at which the history ends; its year is counted back from there. */
  endMs: number;
  /** Whether it has the entries that recur every month. */
  isRegular: boolean;
};

/** Creates an account with its seeded year: figures are stored, texts are made when asked for. Postings of the bank's side are included. */
export function writeHistory(plan: HistoryPlan): LedgerAccount {
  const base = mixSeeds(plan.seed, Number(plan.number.slice(0, 5)), Number(plan.number.slice(5)));
  const book = createBook(plan.entries + 64);
  const kinds = new Uint8Array(plan.entries);
  writeTimes(book, plan, createRandom(mixSeeds(base, 1)));
  writeAmounts(book, kinds, plan, base);
  rebalance(book, 0);
  const seededAt = book.at.slice(0, plan.entries);
  return {
    number: plan.number,
    currency: plan.currency,
    book,
    added: [],
    seededText: (ordinal) => textOf(base, ordinal, kinds[ordinal] ?? 0, seededAt[ordinal] ?? 0),
    seededOrdinal: (id) => ordinalOf(base, id, plan.entries),
  };
}

/** Entry 0 is the balance brought forward, the day before the year; the others fill the working days. */
function writeTimes(book: Book, { entries, endMs }: HistoryPlan, random: Random): void {
  const today = Math.floor(endMs / dayMs);
  const first = today - historyDays;
  book.length = entries;
  book.at[0] = (first - 1) * dayMs + 8 * hourMs;
  const weights = Array.from({ length: historyDays + 1 }, (_, day) =>
    weightOf(first + day, day === historyDays ? (endMs % dayMs) / dayMs : 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let written = 1;
  let passed = 0;
  for (const [offset, weight] of weights.entries()) {
    passed += weight;
    const until = 1 + Math.round(((entries - 1) * passed) / total);
    const day = first + offset;
    writeDay(book.at.subarray(written, until), day * dayMs, hoursOf(day === today, endMs), random);
    written = until;
  }
}

/** Weekends are quiet; month ends are busy; a day that is not over yet counts for what has passed of it. */
function weightOf(day: number, passed: number): number {
  const date = new Date(day * dayMs);
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  const isMonthEnd = date.getUTCDate() >= 27;
  return (isWeekend ? 0.04 : isMonthEnd ? 1.6 : 1) * passed;
}

/** Business runs from 06:00 to 20:00 UTC; nothing is booked in the future. */
function hoursOf(isToday: boolean, endMs: number): { from: number; to: number } {
  const passed = endMs % dayMs;
  const to = isToday ? Math.min(20 * hourMs, passed) : 20 * hourMs;
  return { from: Math.min(6 * hourMs, Math.floor(to / 2)), to };
}

function writeDay(
  at: Float64Array,
  dayStart: number,
  { from, to }: { from: number; to: number },
  random: Random,
): void {
  for (let index = 0; index < at.length; index += 1)
    at[index] = dayStart + from + random.below(to - from + 1);
  at.sort();
}

/** Amounts whose sum hovers about a target, so that no account runs dry in a year or in a million entries. */
function writeAmounts(book: Book, kinds: Uint8Array, plan: HistoryPlan, base: number): void {
  const random = createRandom(mixSeeds(base, 2));
  const { currency, entries } = plan;
  const digits = minorDigits(currency);
  const minorPerDollar = (perDollar[currency] ?? 1) * 10 ** digits;
  const unitsPerMinor = 10n ** BigInt(4 - digits);
  const target = Math.round((2_000_000 + random.next() * 3_000_000) * minorPerDollar);
  const regulars = regularsOf(book, plan, {
    minorPerDollar,
    random: createRandom(mixSeeds(base, 6)),
  });
  let balance = 0;
  for (let ordinal = 0; ordinal < entries; ordinal += 1) {
    const drawn =
      ordinal === 0
        ? { kind: 0, minor: target }
        : draw({ balance, target, minorPerDollar }, random);
    const regular = regulars.get(ordinal);
    const { kind, minor } = regular && balance + regular.minor >= 0 ? regular : drawn;
    balance += minor;
    kinds[ordinal] = kind;
    writeRow(book, ordinal, {
      at: book.at[ordinal] ?? 0,
      units: BigInt(minor) * unitsPerMinor,
      contra: contraPlaces[kind] ?? 0,
      origin: ordinal,
    });
  }
}

/** The next entry, in minor units, below zero when money goes out; it never takes more than there is. */
function draw(
  { balance, target, minorPerDollar }: { balance: number; target: number; minorPerDollar: number },
  random: Random,
): Drawn {
  const creditChance = Math.min(0.95, Math.max(0.05, 0.45 + (0.4 * (target - balance)) / target));
  const isCredit = random.next() < creditChance;
  const place = placeIn(isCredit ? creditKinds : debitKinds, random.next());
  const kind = 1 + place + (isCredit ? 0 : creditKinds.length);
  const { from, to } = entryKinds[kind] ?? { from: 1, to: 1 };
  const dollars = from * (to / from) ** random.next();
  const minor = Math.max(1, Math.round(dollars * minorPerDollar));
  if (isCredit) return { kind, minor };
  return minor <= balance ? { kind, minor: -minor } : { kind: 1, minor };
}

type Drawn = { readonly kind: number; readonly minor: number };

/** The recurring kinds, by the place of their entry: the first of its day. */
function regularsOf(
  book: Book,
  { endMs, isRegular }: HistoryPlan,
  { minorPerDollar, random }: { minorPerDollar: number; random: Random },
): ReadonlyMap<number, Drawn> {
  const regulars = new Map<number, Drawn>();
  if (!isRegular) return regulars;
  const end = new Date(endMs);
  for (let back = historyMonths; back >= 0; back -= 1)
    for (const [place, { day, sign, from, to }] of regularKinds.entries()) {
      const dueMs = workingDay(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back, day));
      const dollars = Math.round(from + random.next() * (to - from));
      const ordinal = firstNotBefore(book, dueMs);
      if (ordinal === 0 || ordinal >= book.length) continue;
      if ((book.at[ordinal] ?? 0) >= dueMs + dayMs) continue;
      const kind = entryKinds.length - regularKinds.length + place;
      regulars.set(ordinal, { kind, minor: Math.round(sign * dollars * minorPerDollar) });
    }
  return regulars;
}

/** A Saturday or Sunday is followed by its Monday. */
function workingDay(ms: number): number {
  const weekday = new Date(ms).getUTCDay();
  return ms + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * dayMs;
}

function placeIn(kinds: readonly EntryKind[], chance: number): number {
  let passed = 0;
  const place = kinds.findIndex(({ frequency }) => (passed += frequency) > chance);
  return place < 0 ? 0 : place;
}

const contraPlaces = entryKinds.map(({ transactionType }, kind) =>
  contraNames.indexOf(kind === 0 ? 'brought-forward' : contraOf(transactionType)),
);

function textOf(base: number, ordinal: number, kind: number, atMs: number): EntryText {
  const entry = entryKinds[kind];
  if (!entry) throw new RangeError(`there is no kind ${kind} of entry`);
  const [narration, customReference] = entry.text(createRandom(mixSeeds(base, 3, ordinal)), atMs);
  const { transactionType } = entry;
  return { id: idOf(base, ordinal), transactionType, narration, customReference };
}

/** A UUID whose last group is the entry's place: unique without a table, and found again without a search. */
function idOf(base: number, ordinal: number): string {
  const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
  const [a, b] = [mixSeeds(base, 4, ordinal), mixSeeds(base, 5, ordinal)];
  const b8 = hex(b, 8);
  return `${hex(a, 8)}-${b8.slice(0, 4)}-4${b8.slice(4, 7)}-8${hex(base & 0xfff, 3)}-${hex(ordinal, 12)}`;
}

function ordinalOf(base: number, id: string, entries: number): number | undefined {
  const ordinal = Number.parseInt(id.slice(24), 16);
  return ordinal < entries && idOf(base, ordinal) === id ? ordinal : undefined;
}

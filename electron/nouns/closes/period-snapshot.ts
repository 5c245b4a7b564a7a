import {
  dateOfDayNumber,
  dayNumber,
  type IsoDate,
  type Period,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import type { LateEntry } from '../../../shared/ipc/review/closes.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { coveredDays } from '../accounts/days.ts';
import { accountKeyOf, ordinalOf } from '../accounts/ordinals.ts';
import { listAccounts } from '../accounts/tables.ts';
import { detailsOf } from '../statements/entries/entry-detail.ts';
import { standingPieces, type StandingEntry } from '../statements/entries/entry-facts.ts';
import { dayOfKey } from '../statements/entries/entry-keys.ts';
import { directionOf, timestampOf } from '../statements/entries/entry-rows.ts';
import type { StatementSums } from '../statements/entries/incoming.ts';
import { readIds, unreadBetween } from '../statements/entries/unread.ts';
import { sums } from '../statements/search/long-reads.ts';
import { atOneMoment, type CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { contentOf, digestOf, inOrder, packed, unpacked, type ClosedEntry } from './entry-set.ts';

/** The figures of an account's days in the local copy; amounts in units of 10^-4 as text. */
export type DaysNow = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly entries: number;
  readonly debitsE4: string;
  readonly creditsE4: string;
  readonly openingE4: string | null;
  readonly closingE4: string | null;
  /** When the last of the days was fetched; null where one of them never was. */
  readonly asOf: Timestamp | null;
  /** The first day that is not proven, and its state; null where all are. `unfinished`: last fetched before the day was over. */
  readonly firstUnproven: {
    readonly day: IsoDate;
    readonly state: 'missing' | 'broken' | 'unproven' | 'unfinished';
  } | null;
  readonly unread: number;
  /**
   * Ids of entries that are not unread, from both ends of the days. The journal has which of them a person read. Empty where no entries
   * were requested.
   */
  readonly readSample: readonly string[];
  /** Empty where the entries were not requested, or are too many. */
  readonly entriesDigest: string;
  /** Compressed; null where the entries were not requested, or are too many. */
  readonly set: Uint8Array | null;
};

export type DaysQuestion = Period & {
  /** `none`: only the stored figures; `digest`: also a digest over every entry; `set`: also the entries. */
  readonly entries: 'none' | 'digest' | 'set';
  /** An account with more entries is read as with `none`. */
  readonly entriesMax: number;
};

/** An account and the entries that were stored with its close. */
export type LateQuestion = Period & {
  readonly accountNumber: string;
  readonly set: Uint8Array;
};

/** The number of late entries listed for one close. */
export const lateMax = 500;

/** An entry that changed since the close; `key` identifies the entry and its change. */
export type Difference = Omit<LateEntry, 'acknowledgedInto'> & { readonly key: string };

export function* daysNow(reader: CacheReader, question: DaysQuestion): Sliced<DaysNow[]> {
  const found: DaysNow[] = [];
  for (const account of listAccounts(reader)) {
    const { accountNumber, accountName, currency } = account;
    const ordinal = ordinalOf(reader, accountNumber);
    const days = { from: question.from, to: question.to };
    let moved = sums(reader, accountNumber, days);
    let entries: ClosedEntry[] | null = null;
    const isRead = question.entries !== 'none' && moved.count <= question.entriesMax;
    for (let round = 0; isRead && round < rounds; round += 1) {
      entries = yield* entriesNow(reader, ordinal, question);
      const before = moved;
      moved = sums(reader, accountNumber, days);
      if (isSame(before, moved)) break;
    }
    found.push({
      ...{ accountNumber, accountName, currency, entries: moved.count },
      debitsE4: String(moved.debitsE4),
      creditsE4: String(moved.creditsE4),
      openingE4: moved.openingE4 === null ? null : String(moved.openingE4),
      closingE4: moved.closingE4 === null ? null : String(moved.closingE4),
      ...coverageOf(reader, accountNumber, question),
      unread: unreadBetween(reader, ordinal, {
        from: dayNumber(question.from),
        to: dayNumber(question.to),
      }),
      readSample: question.entries === 'none' ? [] : readSample(reader, ordinal, question),
      entriesDigest: entries === null ? '' : digestOf(entries),
      set: entries !== null && question.entries === 'set' ? packed(entries) : null,
    });
    yield;
  }
  return found;
}

/** Attempts to read figures and entries of one moment: a sync may save between two slices. */
const rounds = 5;

const isSame = (one: StatementSums, other: StatementSums): boolean =>
  one.count === other.count &&
  one.creditsE4 === other.creditsE4 &&
  one.debitsE4 === other.debitsE4 &&
  one.closingE4 === other.closingE4;

function coverageOf(
  reader: CacheReader,
  accountNumber: string,
  { from, to }: Period,
): Pick<DaysNow, 'asOf' | 'firstUnproven'> {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const days = coveredDays(reader, accountNumber, { from: first, to: last });
  const states = new Map(
    days.map(({ day, state, asOf }) => [
      day,
      state === 'proven' && asOf < startOf(day + 1) ? ('unfinished' as const) : state,
    ]),
  );
  let firstUnproven: DaysNow['firstUnproven'] = null;
  for (let day = first; day <= last; day += 1) {
    const state = states.get(day) ?? 'missing';
    if (state !== 'proven') firstUnproven ??= { day: dateOfDayNumber(day), state };
  }
  const newest = states.size > last - first ? days.at(-1) : undefined;
  return { asOf: newest?.asOf ?? null, firstUnproven };
}

const startOf = (day: number): Timestamp => `${dateOfDayNumber(day)}T00:00:00.000Z`;

/** Entries of each end of the days that are in a sample. */
const sampleMax = 250;

/** Takes both ends: the oldest entries are from the first sync, and people read the newest ones. */
function readSample(reader: CacheReader, account: number, { from, to }: Period): string[] {
  const first = dayNumber(from);
  const days = Array.from({ length: dayNumber(to) - first + 1 }, (_, at) => first + at);
  const ids = [days, days.toReversed()].flatMap((some) =>
    readIds(reader, account, { days: some, limit: sampleMax }),
  );
  return [...new Set(ids)];
}

/** Reads the entries of an account one day at a time. */
function* entriesNow(
  reader: CacheReader,
  account: number,
  { from, to }: Period,
): Sliced<ClosedEntry[]> {
  const entries: ClosedEntry[] = [];
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
    atOneMoment(reader, () => {
      for (const piece of standingPieces(reader, account, day))
        entries.push(...piece.map(closedEntry));
    });
    yield;
  }
  return inOrder(entries);
}

function closedEntry(stored: StandingEntry): ClosedEntry {
  const { key, id, amountE4, currency, direction, transactionType, narration } = stored;
  const figures = [amountE4, currency, direction, transactionType, stored.transactionDate];
  const content = contentOf([...figures, narration, stored.customReference]);
  return [id, amountE4, direction, dateOfDayNumber(dayOfKey(key)), content];
}

/** Entries that changed since the close, ordered by day; at most {@link lateMax} and one more. */
export function* lateEntries(
  reader: CacheReader,
  { accountNumber, set, ...period }: LateQuestion,
): Sliced<Difference[]> {
  const account = accountKeyOf(reader, accountNumber);
  if (account === null) return [];
  const { ordinal, currency } = account;
  const closed = new Map(unpacked(set).map((entry) => [entry[0], entry]));
  const now = yield* entriesNow(reader, ordinal, period);
  const current = new Set(now.map(([id]) => id));
  const otherwise = now.filter(([id, , , , content]) => closed.get(id)?.[4] !== content);
  const gone = [...closed.values()].filter(([id]) => !current.has(id));
  const late = [
    ...otherwise.map((entry) => ({
      change: closed.has(entry[0]) ? ('changed' as const) : ('arrived' as const),
      entry,
    })),
    ...gone.map((entry) => ({ change: 'gone' as const, entry })),
  ]
    .toSorted(
      (a, b) => a.entry[3].localeCompare(b.entry[3]) || a.entry[0].localeCompare(b.entry[0]),
    )
    .slice(0, lateMax + 1);
  const details = detailsOf(reader, ordinal, {
    from: dayNumber(period.from),
    to: dayNumber(period.to),
    ids: late.map(({ entry }) => entry[0]),
  });
  return late.map(({ change, entry: [id, amount, direction, day, content] }) => {
    const detail = details.get(id);
    return {
      key: `${accountNumber} ${id} ${change} ${content}`,
      ...{ change, accountNumber, entryId: id, day },
      amount: moneyOfUnits(BigInt(amount), detail?.currency ?? currency ?? ''),
      direction: directionOf(direction),
      words: detail?.narration ?? '',
      reference: detail?.reference ?? '',
      seenAt: detail === undefined ? null : timestampOf(detail.withdrawn_at ?? detail.seen_at),
    };
  });
}

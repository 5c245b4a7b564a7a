import type { StatementEntry } from '../../../../../shared/bank/statements.ts';
import {
  dayOf,
  isIsoDate,
  type IsoDate,
  type Timestamp,
} from '../../../../../shared/calendar/calendar.ts';
import type { SourceDifference } from '../../../../../shared/ipc/accounts/second-sources.ts';
import { isDecimal, type Decimal } from '../../../../../shared/money/decimal.ts';
import { reportedDay, differingFields, isLaterThan, sameFigure } from './entry-fields.ts';
import { unpaired } from './pairing.ts';
import type { ReadSource, SourceEntry, SourcePeriod } from '../formats/source.ts';

/** The period of a source as the local copy has it now. */
export type LocalPeriod = SourcePeriod & {
  readonly currency: string;
  /** When each fetched day was last received from the bank. A missing day was never fetched. */
  readonly receivedAt: ReadonlyMap<IsoDate, Timestamp>;
  readonly days: number;
  readonly opening: Decimal | null;
  readonly closing: Decimal | null;
  /** Active entries, some thousand at a time. */
  readonly entries: AsyncIterable<readonly StatementEntry[]>;
};

export type Comparison = {
  readonly differences: readonly SourceDifference[];
  readonly entries: number;
  /** Which balances the source has. */
  readonly balances: 'both' | 'closing' | 'none';
  /** Days of the period that were never fetched here. */
  readonly missingDays: number;
  /** Entries that one side could not have when it was last fetched. */
  readonly later: number;
  /** Entries of the second source that cannot be read. */
  readonly unread: number;
  /** What the second source is, if it may lack entries; null if it must have all. */
  readonly excerpt: string | null;
  /** Entries of the local copy that such a source lacks. */
  readonly notInExcerpt: number;
};

/** Compares a second source with the local copy exactly, entry by entry by id. */
export async function compareSource(
  source: ReadSource,
  local: LocalPeriod,
  fetchedAt: Timestamp,
): Promise<Comparison> {
  const { byEntryId: unmatched, repeated, nameless } = byId(source);
  const found: SourceDifference[] = [...repeated];
  const alone: StatementEntry[] = [];
  let later = 0;
  for await (const batch of local.entries)
    for (const here of batch) {
      const there = unmatched.get(here.id);
      unmatched.delete(here.id);
      if (there) found.push(...differing(here, there));
      else if (here.transactionDate > fetchedAt) later += 1;
      else alone.push(here);
    }
  const left = [...unmatched.values(), ...nameless];
  const rest = source.hasIds ? { here: alone, there: left } : unpaired(alone, left);
  const { unread = 0, excerpt = null } = source;
  if (excerpt === null) for (const here of rest.here) found.push(onlyHere(here));
  for (const there of rest.there)
    if (isUnknowable(there, local)) later += 1;
    else found.push(onlyThere(there));
  const missingDays = local.days - local.receivedAt.size;
  const isWhole = missingDays === 0 && later === 0;
  return {
    differences: [
      ...ofStatement(source, local),
      ...(isWhole ? ofBalances(source, local) : []),
      ...found,
    ],
    entries: source.entries.length,
    balances: balancesIn(source),
    missingDays,
    later,
    ...{ unread, excerpt, notInExcerpt: excerpt === null ? 0 : rest.here.length },
  };
}

function balancesIn({ head: { opening, closing } }: ReadSource): Comparison['balances'] {
  if (closing === undefined) return 'none';
  return opening === undefined ? 'closing' : 'both';
}

/**
 * Indexes entries by id. A repeated bank id is a difference of its own. If the ids are the file's own references, which banks repeat on
 * entries that belong together, a repeated one is treated as an entry without id.
 */
function byId({ entries, hasIds }: ReadSource) {
  const byEntryId = new Map<string, SourceEntry>();
  const repeated: SourceDifference[] = [];
  const nameless: SourceEntry[] = [];
  for (const entry of entries) {
    if (entry.id === '') nameless.push(entry);
    else if (!byEntryId.has(entry.id)) byEntryId.set(entry.id, entry);
    else if (!hasIds) nameless.push(entry);
    else
      repeated.push({
        ...subjectOf(entry),
        kind: 'differs',
        fields: [{ field: 'occurrences', here: 'once', there: 'more than once' }],
      });
  }
  return { byEntryId, repeated, nameless };
}

function differing(here: StatementEntry, there: SourceEntry): SourceDifference[] {
  const fields = differingFields(here, there);
  return fields.length === 0 ? [] : [{ ...onlyHere(here), kind: 'differs', fields }];
}

const onlyHere = ({ id, transactionDate, amount }: StatementEntry): SourceDifference => ({
  kind: 'only-here',
  entryId: id,
  day: dayOf(transactionDate),
  amount,
  fields: [],
});

const onlyThere = (entry: SourceEntry): SourceDifference => ({
  ...subjectOf(entry),
  kind: 'only-there',
  fields: (['direction', 'amount', 'narration'] as const).flatMap((field) => {
    const there = entry[field];
    return there === undefined || there === '' ? [] : [{ field, here: '', there }];
  }),
});

function subjectOf(entry: SourceEntry): Pick<SourceDifference, 'entryId' | 'day' | 'amount'> {
  const { id, amount } = entry;
  return {
    entryId: id === '' ? null : id,
    day: reportedDay(entry),
    amount: amount !== undefined && isDecimal(amount) ? amount : null,
  };
}

/** Is the local copy unable to have the entry? Its day was never fetched, or it was booked after the fetch. */
function isUnknowable(entry: SourceEntry, { receivedAt, days, from, to }: LocalPeriod): boolean {
  const day = reportedDay(entry);
  if (day === null) return receivedAt.size < days;
  if (day < from || day > to) return false;
  const dayReceivedAt = receivedAt.get(day);
  return dayReceivedAt === undefined || isLaterThan(entry, dayReceivedAt);
}

/** Compares the head of the file: account, currency and period. */
function ofStatement({ head }: ReadSource, local: LocalPeriod): SourceDifference[] {
  const pairs = [
    ['account', local.accountNumber, head.account],
    ['currency', local.currency, head.currency],
    ['from', local.from, dayIn(head.from)],
    ['to', local.to, dayIn(head.to)],
  ] as const;
  const fields = pairs.flatMap(([field, here, there]) =>
    there === undefined || here === '' || there.replace(/\s/g, '') === here
      ? []
      : [{ field, here, there }],
  );
  return fields.length === 0 ? [] : [{ ...whole, kind: 'statement', fields }];
}

/** Returns a day only if it is unambiguous. */
function dayIn(text: string | undefined): string | undefined {
  const day = reportedDay(text === undefined ? { id: '' } : { id: '', date: text });
  return day === null || !isIsoDate(day) ? undefined : day;
}

function ofBalances({ head }: ReadSource, local: LocalPeriod): SourceDifference[] {
  const pairs = [
    ['opening balance', local.opening, head.opening],
    ['closing balance', local.closing, head.closing],
  ] as const;
  return pairs.flatMap(([field, here, there]) =>
    here === null || there === undefined || sameFigure(here, there)
      ? []
      : [{ ...whole, kind: 'balance', fields: [{ field, here, there }] }],
  );
}

const whole = { entryId: null, day: null, amount: null } as const;

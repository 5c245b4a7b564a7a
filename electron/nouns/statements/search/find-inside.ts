import { extraTexts } from '../../../../shared/bank/extras.ts';
import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { FoundInside } from '../../../../shared/ipc/accounts/find.ts';
import type { Term } from '../../../engines/find/understand.ts';
import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { finderOf } from '../../../engines/store/search/search-plan.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { questionQuery } from '../query/query-plan.ts';
import { slicesOf } from '../aggregates/day-slices.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import type { KeyBounds } from '../entries/entry-query.ts';
import type { Places } from '../entries/meanings.ts';
import { foundEntries } from './find-entries.ts';
import { candidateColumns, everyAccount, type Candidate } from './find-keys.ts';
import { questionOf, type EntryQuestion, type Known } from '../query/find-question.ts';
import { storedDayCounts } from '../aggregates/day-sums.ts';

/** A part of a reference that may be inside a word, and the other conditions on the entry. */
export type InsideQuestion = EntryQuestion & {
  readonly part: string;
  readonly limit: number;
  /** About how many of the newest entries are examined over all accounts, in whole days. */
  readonly lookedMax: number;
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
};

/** The minimum length of a part: shorter ones are in too many words. */
const partMin = 4;

/** Returns the question for the last term that may be a part of a reference; null if none may. */
export function insideQuestionOf(
  terms: readonly Term[],
  known: Known,
  { limit, lookedMax, places }: Pick<InsideQuestion, 'limit' | 'lookedMax' | 'places'>,
): InsideQuestion | null {
  const at = terms.findLastIndex((term) => partIn(term) !== null);
  const part = at < 0 ? null : partIn(terms[at]);
  if (part === null) return null;
  return { ...questionOf(terms.toSpliced(at, 1), known), part, limit, lookedMax, places };
}

/** Returns the text of a term that may be a part of a reference, which has a digit; null for any other term. */
function partIn(term: Term | undefined): string | null {
  const isWord = term?.kind === 'word' && (term.field === null || term.field === 'reference');
  const text = isWord ? term.text : term?.kind === 'amount' ? term.orText : null;
  return text !== null && text.length >= partMin && /^\S*\d\S*$/.test(text) ? text : null;
}

/**
 * Finds the newest entries that have a part inside a word, which the prefix index cannot find. Examines at most `lookedMax` of the
 * newest entries one by one, a slice at a time.
 */
export function* findInside(
  database: AnyDatabase,
  { part, readings, among, limit, lookedMax, places }: InsideQuestion,
): Sliced<FoundInside> {
  const accounts = among.accounts ?? everyAccount(database);
  const { day, isAll } = firstDay(database, accounts, {
    from: among.from,
    to: among.to,
    lookedMax,
  });
  const isBeginning = finderOf(part);
  const keys: number[] = [];
  for (const account of accounts)
    for (const slice of slicesOf(database, account, daysBetween(day, among.to), sizes)) {
      const bounds = {
        low: Math.max(slice.low, firstKeyOf(account, day)),
        high: Math.min(slice.high, lastKeyOf(account, among.to)),
      };
      for (const { key, narration, reference, extras } of having(database, account, {
        ...{ part, bounds, question: { readings, among } },
      }))
        if (!isBeginning([narration, reference, extraTexts(extras)])) keys.push(key);
      yield;
    }
  keys.sort((a, b) => b - a);
  return {
    part,
    entries: foundEntries(database, keys.slice(0, limit), places),
    hasMore: keys.length > limit,
    since: isAll ? null : dateOfDayNumber(day),
  };
}

/** A slice takes some milliseconds. */
const sizes = { first: 5_000, most: 5_000 };

type Days = { readonly from: number; readonly to: number };
const daysBetween = (from: number, to: number) => ({
  from: dateOfDayNumber(from),
  to: dateOfDayNumber(to),
});

/** Returns the first day to examine: from it on there are at most `lookedMax` entries, or one day's. `isAll`: no entry is earlier. */
function firstDay(
  database: AnyDatabase,
  accounts: readonly number[],
  { from, to, lookedMax }: Days & { readonly lookedMax: number },
): { day: number; isAll: boolean } {
  const perDay = new Map<number, number>();
  for (const account of accounts) {
    const { days, counts } = storedDayCounts(database, account, daysBetween(from, to));
    for (const [at, day] of days.entries())
      perDay.set(day, (perDay.get(day) ?? 0) + (counts[at] ?? 0));
  }
  let entries = 0;
  let first = to;
  for (const [day, count] of [...perDay].sort(([a], [b]) => b - a)) {
    entries += count;
    if (entries > lookedMax && entries > count) return { day: first, isAll: false };
    first = day;
  }
  return { day: from, isAll: true };
}

type Having = {
  readonly part: string;
  readonly bounds: KeyBounds;
  readonly question: EntryQuestion;
};

/** Returns the entries with the part anywhere in their reference or narration that meet the other conditions. */
function having(
  database: AnyDatabase,
  account: number,
  { part, bounds, question }: Having,
): Candidate[] {
  const { from, params } = questionQuery(account, question, bounds);
  const like = `%${part.replaceAll(/[!%_]/g, '!$&')}%`;
  return rows(
    database,
    `SELECT ${candidateColumns} FROM ${from} AND (e.reference LIKE ? ESCAPE '!' OR e.narration LIKE ? ESCAPE '!')`,
    ...params,
    like,
    like,
  );
}

import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { ScreenedParty, ScreeningList } from '../../../shared/ipc/review/screening.ts';
import type { Journal } from '../../engines/store/database.ts';
import { agedList, storedLists } from './list-tables.ts';
import {
  decisionsAbout,
  openResultCount,
  openResults,
  stateOf,
  type ScreeningResult,
  type StoredMatch,
} from './result-tables.ts';

/** A subject known to the desk whose name matches a list in force, without a person's decision. */
export type OpenSubject = {
  /** Identifies it as long as it has these undecided matches. */
  readonly key: string;
  readonly parties: readonly ScreenedParty[];
  /** When its names were compared. */
  readonly at: Timestamp;
  /** The undecided match with the best score, 0 to 100. */
  readonly best: StoredMatch;
  /** The number of list entries to decide on, the best one included. */
  readonly count: number;
  readonly list: { readonly title: string; readonly edition: IsoDate | null };
};

/**
 * Returns subjects with undecided matches, the best scores first, `limit` at most. `more`: the number of further results. Subjects with the
 * same matches are one, as one decision covers all of them.
 */
export function openSubjects(
  journal: Journal,
  limit: number,
): { readonly subjects: readonly OpenSubject[]; readonly more: number } {
  const lists = new Map(storedLists(journal).map((list) => [list.key, list]));
  if (lists.size === 0) return { subjects: [], more: 0 };
  const results = openResults(journal, limit);
  const decided = decisionsAbout(
    journal,
    results.flatMap(({ matches }) => matches.map(({ matchId }) => matchId)),
  );
  const subjects = new Map<string, OpenSubject>();
  for (const result of results) {
    const open = result.matches
      .filter(
        ({ matchId, listKey }) => lists.has(listKey) && stateOf(decided.get(matchId)) === 'open',
      )
      .toSorted((a, b) => b.score - a.score);
    const [best] = open;
    const list = best && lists.get(best.listKey);
    if (!best || !list) continue;
    const key = open
      .map(({ matchId }) => matchId)
      .toSorted()
      .join();
    subjects.set(key, joined(subjects.get(key), { key, best, count: open.length, list }, result));
  }
  return { subjects: [...subjects.values()], more: openResultCount(journal) - results.length };
}

const joined = (
  before: OpenSubject | undefined,
  { list: { title, edition }, ...found }: Omit<OpenSubject, 'parties' | 'at'>,
  { parties, at }: ScreeningResult,
): OpenSubject => ({
  ...found,
  list: { title, edition },
  parties: [...(before?.parties ?? []), ...parties],
  at: before && before.at < at ? before.at : at,
});

/** The lists in force that are too old. */
export const oldLists = (journal: Journal, today: IsoDate): ScreeningList[] =>
  storedLists(journal)
    .map((list) => agedList(list, today))
    .filter(({ isOld }) => isOld);

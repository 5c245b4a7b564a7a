import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Json } from '../acts/act.ts';
import { row, rows, run, type Journal } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';

/** A change of a shared record, as the team's record has it. */
export type Change = {
  /** The number of its act. `place` is its place in the act. */
  readonly n: number;
  readonly place: number;
  /** The key that signed it. */
  readonly author: string;
  /** When its author made it, by the clock of that desk. */
  readonly at: Timestamp;
  /** Who made it. */
  readonly by: string;
  readonly item: Json;
  /** False for a version whose author had not seen the current one. */
  readonly counts: boolean;
};

type Stored = Omit<Change, 'item' | 'counts'> & { readonly item: string; readonly counts: number };

const columns = 'n, place, author, at, by_name AS "by", item, counts';

const changeIn = ({ item, counts, ...stored }: Stored): Change => ({
  ...stored,
  item: JSON.parse(item) as Json,
  counts: counts === 1,
});

/** The number of the last change of a record; 0 before the first. */
export const lastChange = (journal: Journal, kind: string, key: string): number =>
  row<{ n: number | null }>(
    journal,
    'SELECT max(n) AS n FROM team_change WHERE kind = ? AND key = ?',
    ...[kind, key],
  )?.n ?? 0;

/** The number of the last change of a kind that counts, before number `before`; 0 where there is none. */
export const lastCountingChange = (
  journal: Journal,
  kind: string,
  before = Number.MAX_SAFE_INTEGER,
): number =>
  row<{ n: number | null }>(
    journal,
    'SELECT max(n) AS n FROM team_change WHERE kind = ? AND counts = 1 AND n < ?',
    ...[kind, before],
  )?.n ?? 0;

/** The number of the last change of a record by another author; 0 where there is none. */
export const lastChangeOfOthers = (
  journal: Journal,
  kind: string,
  key: string,
  author: string,
): number =>
  row<{ n: number | null }>(
    journal,
    'SELECT max(n) AS n FROM team_change WHERE kind = ? AND key = ? AND author <> ?',
    ...[kind, key, author],
  )?.n ?? 0;

/** The change that counts now; null before the first. */
export function standingChange(journal: Journal, kind: string, key: string): Change | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM team_change WHERE kind = ? AND key = ? AND counts = 1
     ORDER BY n DESC, place DESC LIMIT 1`,
    ...[kind, key],
  );
  return stored && changeIn(stored);
}

/** The changes of a record, newest first, including those that do not count. */
export const changesOf = (journal: Journal, kind: string, key: string, limit: number): Change[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM team_change WHERE kind = ? AND key = ? ORDER BY n DESC, place DESC LIMIT ?`,
    ...[kind, key, limit],
  ).map(changeIn);

/** The changes of all records whose key begins with these parts, see `keyOfParts`. */
export const changesUnder = (
  journal: Journal,
  kind: string,
  parts: readonly string[],
  limit: number,
): Change[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM team_change WHERE kind = ? AND key >= ? AND key < ?
     ORDER BY n DESC, place DESC LIMIT ?`,
    ...[kind, ...keysUnder(parts), limit],
  ).map(changeIn);

/** The range of keys that begin with these parts: a comma follows the parts, and '-' is the next character after the comma. */
function keysUnder(parts: readonly string[]): readonly [string, string] {
  const begin = JSON.stringify(parts).slice(0, -1);
  return [`${begin},`, `${begin}-`];
}

/** The changes that count now of the records whose key begins with these parts, see `keyOfParts`. */
export function standingChanges(
  journal: Journal,
  kind: string,
  parts: readonly string[],
): readonly Change[] {
  const found = rows<Stored & { readonly key: string }>(
    journal,
    `SELECT key, ${columns} FROM team_change
     WHERE kind = ? AND key >= ? AND key < ? AND counts = 1 ORDER BY key, n, place`,
    ...[kind, ...keysUnder(parts)],
  );
  return [...new Map(found.map((one) => [one.key, one])).values()].map(({ key: _, ...stored }) =>
    changeIn(stored),
  );
}

/** Versions that conflict with the current one, and that no later version has merged. Oldest first, 20 at most. */
export const secondVersions = (journal: Journal, kind: string, key: string): Change[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM team_change WHERE kind = @kind AND key = @key AND counts = 0
       AND n > (SELECT coalesce(max(n), 0) FROM team_change WHERE kind = @kind AND key = @key AND counts = 1)
     ORDER BY n, place LIMIT 20`,
    { kind, key },
  ).map(changeIn);

/** Adds a change. One that was added before is left unchanged. */
export function addChange(journal: Journal, kind: string, key: string, change: Change): void {
  const { n, place, author, at, by, item, counts } = change;
  writeJournal(journal, 'team_change', () =>
    run(
      journal,
      `INSERT OR IGNORE INTO team_change (kind, key, n, place, author, at, by_name, item, counts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[kind, key, n, place, author, at, by, JSON.stringify(item), Number(counts)],
    ),
  );
}

/** The number of the last act of a kind whose changes were applied. */
export const appliedThrough = (journal: Journal, kind: string): number =>
  row<{ n: number }>(journal, 'SELECT n FROM team_applied WHERE kind = ?', kind)?.n ?? 0;

/** SQL: a value that changes with every act of this kind that is applied. */
export const appliedStampSql = (kind: string): string =>
  `coalesce((SELECT n FROM team_applied WHERE kind = '${kind}'), 0)`;

export function noteApplied(journal: Journal, kind: string, n: number): void {
  writeJournal(journal, 'team_applied', () =>
    run(journal, 'INSERT OR REPLACE INTO team_applied (kind, n) VALUES (?, ?)', kind, n),
  );
}

/** Removes all changes: a desk that begins with a team has none of its changes yet. */
export function forgetChanges(journal: Journal): void {
  writeJournal(journal, ['team_outgoing', 'team_applied', 'team_change'], () => {
    for (const table of ['team_applied', 'team_change']) run(journal, `DELETE FROM ${table}`);
    run(journal, 'DELETE FROM team_outgoing');
  });
}

import { randomUUID } from 'node:crypto';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Json, JsonObject } from '../acts/act.ts';
import { row, rows, run, type Journal } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import { hasJoined } from '../team-record/membership-row.ts';

/** A change that waits for the team's record. */
export type Waiting = {
  readonly n: number;
  readonly changeId: string;
  readonly at: Timestamp;
  /** Who made it, where that is not the person of this desk. */
  readonly by: string | null;
  readonly item: JsonObject;
};

/** The listener for waiting changes, one for each journal. */
const listeners = new WeakMap<Journal, () => void>();

/** Calls `onChange` soon after a change waits. A second listener replaces the first. */
export function listenToOutgoing(journal: Journal, onChange: () => void): void {
  listeners.set(journal, onChange);
}

/**
 * Notes changes for the team, in the transaction that makes them. Does nothing on a desk without a team. `items` hold texts, whole
 * numbers and booleans.
 */
export function shareChanges(
  journal: Journal,
  kind: string,
  items: readonly JsonObject[],
  at: Timestamp,
): void {
  if (items.length > 0 && hasJoined(journal)) addOutgoing(journal, kind, items, { at, by: null });
}

/** Notes changes also on a desk that has not joined yet. */
export function addOutgoing(
  journal: Journal,
  kind: string,
  items: readonly JsonObject[],
  { at, by }: Pick<Waiting, 'at' | 'by'>,
): void {
  writeJournal(journal, 'team_outgoing', () => {
    for (const item of items)
      run(
        journal,
        'INSERT INTO team_outgoing (change_id, kind, at, by_name, item) VALUES (?, ?, ?, ?, ?)',
        ...[randomUUID(), kind, at, by, JSON.stringify(item)],
      );
  });
  // The transaction has ended when this runs.
  setImmediate(() => listeners.get(journal)?.());
}

/** The number of waiting changes. */
export const outgoingCount = (journal: Journal): number =>
  row<{ n: number }>(journal, 'SELECT count(*) AS n FROM team_outgoing')?.n ?? 0;

/** An act has at most this many changes, and this many bytes of them where there is more than one: the record takes a megabyte. */
const changesMax = 200;
const bytesMax = 400_000;

/** The changes for the next act: the oldest, and those of its kind after it. Null where none waits. */
export function nextOutgoing(
  journal: Journal,
): { readonly kind: string; readonly changes: readonly Waiting[] } | null {
  const first = row<{ kind: string }>(journal, 'SELECT kind FROM team_outgoing ORDER BY n LIMIT 1');
  if (first === null) return null;
  const sizes = rows<{ bytes: number }>(
    journal,
    'SELECT octet_length(item) AS bytes FROM team_outgoing WHERE kind = ? ORDER BY n LIMIT ?',
    ...[first.kind, changesMax],
  );
  let [bytes, count] = [0, 0];
  for (const { bytes: more } of sizes) {
    bytes += more;
    if (count > 0 && bytes > bytesMax) break;
    count += 1;
  }
  const changes = storedOutgoing(journal, first.kind, count).map(({ item, ...stored }) => ({
    ...stored,
    item: JSON.parse(item) as JsonObject,
  }));
  return { kind: first.kind, changes };
}

/** The waiting changes of a kind, oldest first. */
export const outgoingOf = (journal: Journal, kind: string, limit: number): Json[] =>
  storedOutgoing(journal, kind, limit).map(({ item }) => JSON.parse(item) as Json);

const storedOutgoing = (
  journal: Journal,
  kind: string,
  limit: number,
): (Omit<Waiting, 'item'> & { readonly item: string })[] =>
  rows(
    journal,
    `SELECT n, change_id AS changeId, at, by_name AS "by", item FROM team_outgoing
     WHERE kind = ? ORDER BY n LIMIT ?`,
    ...[kind, limit],
  );

/** Removes the waiting changes of a kind up to one that the record has. False where that one does not wait here. */
export function removeOutgoing(journal: Journal, kind: string, changeId: string): boolean {
  const last = row<{ n: number }>(
    journal,
    'SELECT n FROM team_outgoing WHERE change_id = ? AND kind = ?',
    ...[changeId, kind],
  );
  if (last === null) return false;
  writeJournal(journal, 'team_outgoing', () =>
    run(journal, 'DELETE FROM team_outgoing WHERE kind = ? AND n <= ?', kind, last.n),
  );
  return true;
}

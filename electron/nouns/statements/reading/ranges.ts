import type { RangeStart, ResumableRange } from '../entries/incoming.ts';
import { ordinalOf } from '../../accounts/ordinals.ts';
import {
  inTransaction,
  prepared,
  row,
  rows,
  run,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { pairsOf, type RangeState, type Writer } from '../entries/range-state.ts';
import { settle } from '../entries/settle.ts';

type RangeRow = {
  id: number;
  account: number;
  from_day: number;
  to_day: number;
  announces: number;
};

/** The unfinished range with the same ends, if a page of it was saved. */
export function resumableRange(writer: Writer, start: RangeStart): ResumableRange | null {
  return row<ResumableRange>(
    writer.database,
    `SELECT r.id AS rangeId, r.cursor FROM statement_range r JOIN account a ON a.ordinal = r.account
     WHERE a.number = ? AND r.from_day = ? AND r.to_day = ? AND r.pages > 0`,
    start.accountNumber,
    start.from,
    start.to,
  );
}

/** Begins a range. An unfinished range of the account is abandoned; its entries stay. */
export function beginRange(writer: Writer, start: RangeStart): { rangeId: number } {
  const { database } = writer;
  return inTransaction(database, () => {
    const account = ordinalOf(database, start.accountNumber);
    const left = row<{ id: number }>(
      database,
      'SELECT id FROM statement_range WHERE account = ?',
      account,
    );
    if (left !== null) dropRange(writer, left.id);
    const { lastInsertRowid } = prepared(
      database,
      `INSERT INTO statement_range (account, from_day, to_day, pages, cursor) VALUES (?, ?, ?, 0, '')`,
    ).run(account, start.from, start.to);
    return { rangeId: Number(lastInsertRowid) };
  });
}

/** Abandons a range; its entries stay. Ignores unknown ranges. */
export function abandonRange(writer: Writer, rangeId: number): void {
  inTransaction(writer.database, () => {
    dropRange(writer, rangeId);
  });
}

/**
 * Runs one transaction on a range. Removes its state from memory first and restores it only after the commit, so memory never
 * gets ahead of the file.
 */
export function inRange<T>(
  writer: Writer,
  rangeId: number,
  work: (range: RangeState) => T,
  transact: typeof inTransaction = inTransaction,
): T {
  const remembered = writer.ranges.get(rangeId);
  writer.ranges.delete(rangeId);
  let range = remembered;
  const result = transact(writer.database, () => {
    range ??= loadRange(writer.database, rangeId);
    return work(range);
  });
  if (range !== undefined) writer.ranges.set(rangeId, range);
  return result;
}

export function dropRange(writer: Writer, rangeId: number): void {
  const { database } = writer;
  const known = row(database, 'SELECT 1 FROM statement_range WHERE id = ?', rangeId) !== null;
  if (known) settle(database, writer.ranges.get(rangeId) ?? loadRange(database, rangeId));
  writer.ranges.delete(rangeId);
  run(database, 'DELETE FROM statement_range WHERE id = ?', rangeId);
}

function loadRange(database: CacheConnection, rangeId: number): RangeState {
  const found = row<RangeRow>(
    database,
    `SELECT r.id, r.account, r.from_day, r.to_day, a.statement_as_of IS NOT NULL AS announces
     FROM statement_range r JOIN account a ON a.ordinal = r.account WHERE r.id = ?`,
    rangeId,
  );
  if (found === null) throw new RangeError(`the range ${rangeId} is not under way`);
  const days = coveredDaysOf(database, found.account);
  return {
    id: found.id,
    account: found.account,
    from: found.from_day,
    to: found.to_day,
    announces: found.announces === 1,
    covered: new Set(days),
    lastCovered: days.at(-1) ?? Infinity,
    unsettled: unsettledOf(database, rangeId),
    looked: new Map(),
    firstFreeSlot: new Map(),
    types: new Map(),
  };
}

const coveredDaysOf = (database: CacheConnection, account: number): number[] =>
  rows<{ day: number }>(
    database,
    'SELECT day FROM day WHERE account = ? ORDER BY day',
    account,
  ).map(({ day }) => day);

function unsettledOf(database: CacheConnection, rangeId: number): Map<number, number> {
  const pages = rows<{ unsettled: Buffer }>(
    database,
    'SELECT unsettled FROM range_page WHERE range_id = ? AND unsettled IS NOT NULL ORDER BY id',
    rangeId,
  );
  const places = new Map<number, number>();
  for (const { unsettled } of pages)
    for (const [hash, key] of pairsOf(unsettled)) places.set(hash, key);
  return places;
}

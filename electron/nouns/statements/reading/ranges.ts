import type { RangeStart, ResumableRange } from '../entries/incoming.ts';
import { fetchedDays } from '../../accounts/days.ts';
import { accountKeyAt, findOrdinal, ordinalOf } from '../../accounts/ordinals.ts';
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
};

/** Returns the unfinished range with the same ends if a page of it was saved, else null. */
export function resumableRange(writer: Writer, start: RangeStart): ResumableRange | null {
  return row<ResumableRange>(
    writer.database,
    `SELECT id AS rangeId, account, cursor FROM statement_range
     WHERE account = ? AND from_day = ? AND to_day = ? AND pages > 0`,
    findOrdinal(writer.database, start.accountNumber),
    start.from,
    start.to,
  );
}

/** Begins a range. An unfinished range of the account is abandoned; its entries stay. */
export function beginRange(
  writer: Writer,
  start: RangeStart,
): { rangeId: number; account: number } {
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
    return { rangeId: Number(lastInsertRowid), account };
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
    'SELECT id, account, from_day, to_day FROM statement_range WHERE id = ?',
    rangeId,
  );
  if (found === null) throw new RangeError(`the range ${rangeId} is not under way`);
  const days = fetchedDays(database, found.account);
  const statementAsOf = accountKeyAt(database, found.account)?.statementAsOf ?? null;
  return {
    id: found.id,
    account: found.account,
    from: found.from_day,
    to: found.to_day,
    announces: statementAsOf !== null,
    isEmpty: row(database, 'SELECT 1 FROM entry WHERE account = ? LIMIT 1', found.account) === null,
    covered: new Set(days),
    lastCovered: days.at(-1) ?? Infinity,
    unsettled: unsettledOf(database, rangeId),
    looked: new Map(),
    firstFreeSlot: new Map(),
    types: new Map(),
  };
}

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

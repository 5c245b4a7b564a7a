import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../engines/store/database.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import type { OrderList } from './listed-order.ts';

/** The start of comparing the bank's orders with the claims of a team. */
export type ComparisonStart = {
  /** The digest of the team's founding act. */
  readonly team: string;
  readonly since: Timestamp;
  /** The number of the last act whose outcomes were checked. */
  readonly settled: number;
};

/** An order that appeared or changed, and was not compared since. */
export type UncomparedOrder = {
  readonly n: number;
  readonly list: OrderList;
  readonly id: string;
  /** The whole list was read after the team began, without this order. */
  readonly isLate: boolean;
};

/** Reads the start of the comparison; null where none began yet. */
export const comparisonIn = (reader: CacheReader): ComparisonStart | null =>
  row<ComparisonStart>(
    reader,
    'SELECT team, since, settled FROM claim_comparison WHERE only_one = 1',
  );

/** The number of the last order that waits; 0 where none does. */
export const lastUncompared = (reader: CacheReader): number =>
  row<{ n: number | null }>(reader, 'SELECT max(n) AS n FROM uncompared_order')?.n ?? 0;

/** The waiting orders after `after` up to `through`, oldest first. */
export const uncomparedOrders = (
  reader: CacheReader,
  { after, through, limit }: { after: number; through: number; limit: number },
): UncomparedOrder[] =>
  rows<Omit<UncomparedOrder, 'isLate'> & { late: number }>(
    reader,
    'SELECT n, list, id, late FROM uncompared_order WHERE n > ? AND n <= ? ORDER BY n LIMIT ?',
    ...[after, through, limit],
  ).map(({ late, ...order }) => ({ ...order, isLate: late === 1 }));

/** The writes of the comparison in the writer thread of the local copy. */
export const comparisonWrites = (database: CacheConnection) => ({
  /** Queues all orders since the first day for the comparison with the claims of this team. */
  beginComparison: ({ team, since, settled }: ComparisonStart): void => {
    inTransaction(database, () => {
      run(database, 'DELETE FROM uncompared_order');
      run(
        database,
        'INSERT OR REPLACE INTO claim_comparison (only_one, team, since, settled) VALUES (1, ?, ?, ?)',
        ...[team, since, settled],
      );
      // A bank without times dates an order by its day.
      const from = since.slice(0, 'YYYY-MM-DD'.length);
      for (const [list, table] of [
        ['transfers', 'transfer'],
        ['trades', 'trade'],
      ] as const)
        run(
          database,
          `INSERT INTO uncompared_order (list, id, late)
           SELECT '${list}', id, 0 FROM ${table} WHERE created_at >= ? ORDER BY created_at, id`,
          from,
        );
    });
  },
  /** Records that orders up to this number were compared, and outcomes up to that act were checked. */
  endComparison: ({ through, settled }: { through: number; settled: number }): void => {
    inTransaction(database, () => {
      run(database, 'DELETE FROM uncompared_order WHERE n <= ?', through);
      run(database, 'UPDATE claim_comparison SET settled = ? WHERE only_one = 1', settled);
    });
  },
});

export type ComparisonWrites = Remote<ReturnType<typeof comparisonWrites>>;

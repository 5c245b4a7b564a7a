import type { Database } from 'better-sqlite3';

import { searchExpression } from '../../electron/engines/store/search/search-text.ts';
import { keyOfSearchSql, lastKeyOf } from '../../electron/nouns/statements/entries/entry-keys.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';

/** The floors of reading: one prepared statement each, over the same encrypted file, with the columns that a page shows. */
export function rawQueries(connection: Database) {
  const { low, high } = connection
    .prepare('SELECT coalesce(min(key), 0) AS low, coalesce(max(key), 0) AS high FROM entry')
    .get() as { low: number; high: number };
  const columns = `e.key, e.id, e.amount_e4, e.currency, e.direction, e.type, e.at, e.narration, e.reference, e.balance_e4,
    e.version, e.seen_at, e.withdrawn_at`;
  const search = connection.prepare(
    `SELECT ${columns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? ORDER BY s.rowid DESC LIMIT 100`,
  );
  const oneRow = connection.prepare('SELECT * FROM day WHERE account = 0 AND day <= ? LIMIT 1');
  const days = connection.prepare(
    'SELECT account, day, closing_e4, state FROM day WHERE day > ? ORDER BY account, day',
  );
  const lastDay = Math.floor(high / 2 ** 34);
  return {
    /** The same page that the desk is asked for, by the same index: of a day, so many rows down, under a filter of direction or type. */
    pages: ({ direction, transactionType }: StatementFilter) => {
      const type = connection
        .prepare('SELECT id FROM transaction_type WHERE name = ?')
        .pluck()
        .get(transactionType) as number | undefined;
      const [index, narrower, ...values] =
        type !== undefined
          ? (['entry_account_type', 'AND e.type = ?', type] as const)
          : direction !== undefined
            ? ([
                'entry_account_direction',
                'AND e.direction = ?',
                Number(direction === 'credit'),
              ] as const)
            : (['entry_account', ''] as const);
      const page = connection.prepare(
        `SELECT ${columns} FROM entry e INDEXED BY ${index}
         WHERE e.account = 0 AND e.key BETWEEN ? AND ? ${narrower} ORDER BY e.key DESC LIMIT 100 OFFSET ?`,
      );
      return ({ day, offset }: { readonly day: number; readonly offset: number }) =>
        page.all(low, lastKeyOf(0, day), ...values, offset);
    },
    /** The same words, the last one as a prefix. */
    search: (text: string) => search.all(searchExpression(text)),
    /** The newest 2,000 entries with this counterparty, as many as its page counts. */
    labelled: (name: string) => {
      const label = connection
        .prepare("SELECT id FROM label WHERE kind = 'counterparty' AND name = ?")
        .pluck()
        .get(name);
      const entries = connection.prepare(
        `SELECT ${columns} FROM entry_label x INDEXED BY entry_label_by_label CROSS JOIN entry e ON e.key = x.key
         WHERE x.label = ? ORDER BY x.key DESC LIMIT 2000`,
      );
      return () => entries.all(label);
    },
    oneRow: () => oneRow.get(lastDay),
    days: () => days.all(lastDay - 90),
  };
}

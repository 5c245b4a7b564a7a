import type { Migration } from '../../migrate.ts';

/** The balance that the books state at the end of a ledger's days; the newest row of a ledger counts, an empty amount is none. */
export const bookBalances: Migration = {
  name: 'stated balances of ledgers',
  up: `
  CREATE TABLE book_balance (
    n INTEGER PRIMARY KEY,
    ledger_id INTEGER NOT NULL REFERENCES book_ledger (ledger_id),
    amount TEXT NOT NULL,
    entered_at TEXT NOT NULL,
    entered_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX book_balance_ledger ON book_balance (ledger_id, n);
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * Ledgers of the books that accounts were matched with, and the manual matches of their lines; other matches are derived and not stored.
 */
export const books: Migration = {
  name: 'ledgers of the books',
  up: `
  CREATE TABLE book_ledger (
    ledger_id INTEGER PRIMARY KEY,
    account_number TEXT NOT NULL,
    from_date TEXT NOT NULL,
    to_date TEXT NOT NULL,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    lines TEXT NOT NULL,
    notes TEXT NOT NULL,
    added_at TEXT NOT NULL,
    added_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX book_ledger_period ON book_ledger (account_number, from_date, to_date);
  CREATE TABLE book_word (
    n INTEGER PRIMARY KEY,
    ledger_id INTEGER NOT NULL REFERENCES book_ledger (ledger_id),
    word TEXT NOT NULL CHECK (word IN ('together', 'apart')),
    books TEXT NOT NULL,
    bank TEXT NOT NULL,
    said_at TEXT NOT NULL,
    said_by TEXT NOT NULL,
    undone_at TEXT
  ) STRICT;
  CREATE INDEX book_word_standing ON book_word (ledger_id) WHERE undone_at IS NULL;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * An entry's key is day * 2^34 + account * 2^24 + slot, so that key order is time order across days and the bank's order
 * inside an account's day. Amounts are integers in units of 10^-4 (`_e4`).
 */
export const statements: Migration = {
  name: 'accounts and statements',
  up: `
  CREATE TABLE account (
    ordinal INTEGER PRIMARY KEY CHECK (ordinal BETWEEN 0 AND 1023),
    number TEXT NOT NULL UNIQUE,
    currency TEXT,
    available_e4 INTEGER,
    document TEXT,
    as_of TEXT,
    statement_as_of TEXT
  ) STRICT;

  CREATE TABLE transaction_type (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    id TEXT NOT NULL,
    amount_e4 INTEGER NOT NULL,
    currency TEXT NOT NULL,
    direction INTEGER NOT NULL CHECK (direction IN (0, 1)),
    type INTEGER NOT NULL,
    at TEXT NOT NULL,
    narration TEXT NOT NULL,
    reference TEXT NOT NULL,
    balance_e4 INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    withdrawn_at INTEGER
  ) STRICT;
  CREATE INDEX entry_account ON entry (account);
  CREATE INDEX entry_account_direction ON entry (account, direction);
  CREATE INDEX entry_account_type ON entry (account, type);
  CREATE INDEX entry_withdrawn ON entry (account) WHERE withdrawn_at IS NOT NULL;

  CREATE TABLE entry_place (
    id_hash INTEGER PRIMARY KEY,
    key INTEGER NOT NULL
  ) STRICT;

  CREATE VIRTUAL TABLE entry_search USING fts5(
    narration, reference,
    content = 'entry', content_rowid = 'key', columnsize = 0,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  INSERT INTO entry_search (entry_search, rank) VALUES ('automerge', 8);

  CREATE TABLE entry_version (
    account INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    amount_e4 INTEGER NOT NULL,
    currency TEXT NOT NULL,
    direction INTEGER NOT NULL,
    type INTEGER NOT NULL,
    at TEXT NOT NULL,
    narration TEXT NOT NULL,
    reference TEXT NOT NULL,
    balance_e4 INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (account, entry_id, version)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entry_aside (
    account INTEGER NOT NULL REFERENCES account,
    entry_id TEXT NOT NULL,
    text TEXT NOT NULL,
    day INTEGER,
    reason TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    range_id INTEGER NOT NULL,
    PRIMARY KEY (account, entry_id, text)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE day (
    account INTEGER NOT NULL REFERENCES account,
    day INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('proven', 'broken', 'unproven')),
    entries INTEGER NOT NULL,
    opening_e4 INTEGER,
    closing_e4 INTEGER,
    broken_entry_id TEXT,
    expected_e4 INTEGER,
    found_e4 INTEGER,
    as_of TEXT NOT NULL,
    PRIMARY KEY (account, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unread (
    account INTEGER NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE statement_range (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL UNIQUE REFERENCES account,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    cursor TEXT NOT NULL
  ) STRICT;

  CREATE TABLE range_page (
    id INTEGER PRIMARY KEY,
    range_id INTEGER NOT NULL REFERENCES statement_range ON DELETE CASCADE,
    seen BLOB NOT NULL,
    unsettled BLOB
  ) STRICT;
  CREATE INDEX range_page_range ON range_page (range_id);
  CREATE INDEX range_page_unsettled ON range_page (range_id) WHERE unsettled IS NOT NULL;
`,
};

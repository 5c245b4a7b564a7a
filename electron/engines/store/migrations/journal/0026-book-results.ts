import type { Migration } from '../../migrate.ts';

/**
 * The lines of ledgers have a table of their own, so that a list of ledgers reads none. Further: the matches when a person last looked at
 * a ledger, so that matches undone by a later sync can be shown; their number; the amounts of manually matched entries; why lines are
 * open; and how days and signs of a kind of file are read.
 */
export const bookResults: Migration = {
  name: 'results of ledgers',
  up: `
  CREATE TABLE book_lines (
    ledger_id INTEGER PRIMARY KEY REFERENCES book_ledger (ledger_id),
    lines TEXT NOT NULL
  ) STRICT;
  INSERT INTO book_lines (ledger_id, lines) SELECT ledger_id, lines FROM book_ledger;
  ALTER TABLE book_ledger DROP COLUMN lines;
  CREATE INDEX book_ledger_account ON book_ledger (account_number);
  CREATE TABLE book_result (
    ledger_id INTEGER PRIMARY KEY REFERENCES book_ledger (ledger_id),
    matches TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    seen_by TEXT NOT NULL
  ) STRICT;
  CREATE TABLE book_standing (
    ledger_id INTEGER PRIMARY KEY REFERENCES book_ledger (ledger_id),
    counts TEXT NOT NULL,
    looked_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE book_note (
    n INTEGER PRIMARY KEY,
    ledger_id INTEGER NOT NULL REFERENCES book_ledger (ledger_id),
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    said_at TEXT NOT NULL,
    said_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX book_ledger_file ON book_ledger (sha256);
  CREATE INDEX book_note_place ON book_note (ledger_id, place);
  ALTER TABLE book_word ADD COLUMN figures TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE file_shape ADD COLUMN reading TEXT NOT NULL DEFAULT '{}';
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * Payment files that wait until a person has matched their columns: `said` is the match so far, as JSON. Their bytes are stored in
 * parts, so that writing a large file never blocks the thread for long; `is_whole` is set once all parts are there.
 */
export const filesToMatch: Migration = {
  name: 'payment files to match',
  up: `
  CREATE TABLE payment_to_match (
    file_id TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    account_number TEXT,
    said TEXT,
    added_at TEXT NOT NULL,
    is_whole INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE payment_to_match_part (
    file_id TEXT NOT NULL REFERENCES payment_to_match (file_id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (file_id, part)
  ) STRICT;
`,
};

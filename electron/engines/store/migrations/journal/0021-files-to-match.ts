import type { Migration } from '../../migrate.ts';

/**
 * Payment files that wait until a person has said what their columns mean: `said` is what they said so far, as JSON. Their bytes lie in
 * parts, so that writing a large one holds the thread for none of them long; `is_whole` tells that all of them are there.
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

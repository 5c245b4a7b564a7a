import type { Migration } from '../../migrate.ts';

/**
 * Statement files of the bank that a person dropped: each account in a file, and the file's bytes once, under their digest, as long
 * as an account needs them.
 */
export const givenStatements: Migration = {
  name: 'statement files that were dropped',
  up: `
  CREATE TABLE given_statement (
    id INTEGER PRIMARY KEY,
    source_id TEXT NOT NULL UNIQUE,
    account_number TEXT NOT NULL,
    named_account TEXT NOT NULL,
    currency TEXT NOT NULL,
    from_date TEXT NOT NULL,
    to_date TEXT NOT NULL,
    file_name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    given_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX given_statement_account ON given_statement (account_number, id);
  CREATE INDEX given_statement_file ON given_statement (sha256);
  CREATE TABLE given_file (
    sha256 TEXT PRIMARY KEY,
    content BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER given_file_goes AFTER DELETE ON given_statement
  WHEN NOT EXISTS (SELECT 1 FROM given_statement WHERE sha256 = old.sha256)
  BEGIN
    DELETE FROM given_file WHERE sha256 = old.sha256;
  END;
`,
};

/**
 * Statements of an account from a second source, as the bank sent them. Every time is ISO 8601 text in UTC.
 */
export const sourceTables = `
-- A row is a statement file that was fetched from the bank.
CREATE TABLE second_source (
  id INTEGER PRIMARY KEY,
  source_id TEXT NOT NULL UNIQUE,
  account_number TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('downloadStatement', 'downloadStatementV2', 'getStatementV2')),
  from_date TEXT NOT NULL,
  to_date TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX second_source_account ON second_source (account_number, id);

-- A row is an account in a statement file that a person imported. named_account is how the file names the account.
CREATE TABLE imported_statement (
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
  imported_at TEXT NOT NULL
) STRICT;
CREATE INDEX imported_statement_account ON imported_statement (account_number, id);
CREATE INDEX imported_statement_file ON imported_statement (sha256);

-- A row is the bytes of such a file, once, for as long as an account needs them.
CREATE TABLE imported_file (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TRIGGER imported_file_unused AFTER DELETE ON imported_statement
WHEN NOT EXISTS (SELECT 1 FROM imported_statement WHERE sha256 = old.sha256)
BEGIN
  DELETE FROM imported_file WHERE sha256 = old.sha256;
END;
`;

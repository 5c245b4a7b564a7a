/**
 * Entries and choices of people, forms that they have not sent yet, and the record of calls. Amounts and rates are decimal text.
 * Every time is ISO 8601 text in UTC. "actor" is who did it (shared/actor.ts, JSON).
 */
export const deskTables = `
-- A row is a form that was filled in and not sent.
CREATE TABLE draft (
  key TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a document of the upload queue ("item", JSON). Its encrypted bytes are in the file spool_file, with the key
-- spool_key. dismissed_at is when it left the queue. The same bytes are found whoever they are for.
CREATE TABLE upload (
  id INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL UNIQUE,
  sub_client_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('ready', 'sending', 'sent', 'refused', 'unknown')),
  item TEXT NOT NULL,
  spool_file TEXT,
  spool_key BLOB,
  dismissed_at TEXT
) STRICT;
CREATE INDEX upload_sub_client_id_sha256 ON upload (sub_client_id, sha256);
CREATE INDEX upload_sha256 ON upload (sha256);

-- A row is a sub-client that a person entered by the bank's id, with its client.
CREATE TABLE named_sub_client (
  entity_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  named_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is an exception that a person dismissed.
CREATE TABLE exception_closed (
  exception_id TEXT PRIMARY KEY,
  closed_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is the folder of the last hand-over of a profile; the empty name is no profile.
CREATE TABLE hand_over_folder (profile TEXT PRIMARY KEY, path TEXT NOT NULL) STRICT;

-- A row is the columns that a person matched for files of one shape. "columns", "headings" and "reading" (how days and
-- signs are read) are JSON.
CREATE TABLE file_shape (
  shape_id TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  headings TEXT NOT NULL,
  decimals TEXT,
  row_offset INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'payments' CHECK (kind IN ('payments', 'ledger', 'onboarding')),
  reading TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;
CREATE INDEX file_shape_saved ON file_shape (kind, saved_at);

-- A row is another name of an account in files, such as an IBAN, with the currency where the file has one.
CREATE TABLE account_name (
  written TEXT NOT NULL,
  currency TEXT NOT NULL,
  account_number TEXT NOT NULL,
  named_at TEXT NOT NULL,
  PRIMARY KEY (written, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_name_named ON account_name (named_at);

-- A row is the floor, the ceiling and the target of an account in its own currency, and its group.
CREATE TABLE account_plan (
  account_number TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  floor TEXT,
  ceiling TEXT,
  target TEXT,
  group_name TEXT NOT NULL,
  set_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The one row is the currency in which people report.
CREATE TABLE reporting_currency (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  currency TEXT NOT NULL,
  chosen_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;

-- A row is the newest rate of a pair from one kind of source.
CREATE TABLE exchange_rate (
  base TEXT NOT NULL,
  counter TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('hand', 'bank', 'file')),
  name TEXT NOT NULL,
  rate TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (base, counter, source)
) STRICT, WITHOUT ROWID;

-- A row is a call to the bank.
CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  operation TEXT NOT NULL,
  method TEXT NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  duration_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  correlation_id TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
`;

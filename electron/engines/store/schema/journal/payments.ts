/**
 * Payment files, beneficiaries, and records that the bank has no list of. Amounts are integers in units of 10^-4 (`_e4`). Every time
 * is ISO 8601 text in UTC. "actor" is who did it (shared/actor.ts, JSON).
 */
export const paymentTables = `
-- A row is a payment file. Until is_whole is 1 not all its lines are written and nobody sees it. "acknowledged",
-- "headings", "columns" and "notes" are JSON; "decimals" is the sign before the decimals of its amounts. "proposed" is
-- the columns whose meaning a person must confirm before it is sent (JSON), null where there are none.
CREATE TABLE payment_file (
  id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('ready', 'sending', 'stopped', 'done')),
  added_at TEXT NOT NULL,
  stop_reason TEXT,
  acknowledged TEXT NOT NULL,
  default_account TEXT,
  headings TEXT NOT NULL,
  columns TEXT NOT NULL,
  notes TEXT NOT NULL,
  is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
  decimals TEXT,
  proposed TEXT
) STRICT;
CREATE INDEX payment_file_sha256 ON payment_file (sha256);
CREATE INDEX payment_file_state ON payment_file (state);
CREATE INDEX payment_file_unfinished ON payment_file (id) WHERE is_whole = 0;

-- A row is a line of a payment file: as it was checked, with what a person repaired ("document", JSON), and as the file
-- has it ("cells", JSON, never changed).
-- to_confirm is the kinds of its warnings, separated by blanks. A line that was sent has its submission under its
-- reference. later: its day has not come, and it is scheduled when the file is sent; scheduled: it was.
CREATE TABLE payment_line (
  file_id TEXT NOT NULL REFERENCES payment_file (file_id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  reference TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('invalid', 'ready', 'skipped', 'later', 'scheduled')),
  account_number TEXT NOT NULL,
  currency TEXT,
  amount_e4 INTEGER,
  to_confirm TEXT NOT NULL,
  document TEXT NOT NULL,
  cells TEXT NOT NULL,
  PRIMARY KEY (file_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_line_summary
  ON payment_line (file_id, state, to_confirm, account_number, currency, amount_e4, reference);
CREATE INDEX payment_line_reference ON payment_line (reference);

-- A row is a payment that a person let go although it could be at the bank already.
CREATE TABLE payment_release (
  reference TEXT PRIMARY KEY,
  released_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a payment file that waits until a person matches its columns; "draft" is the match so far (JSON).
CREATE TABLE unmatched_payment_file (
  file_id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  account_number TEXT,
  draft TEXT,
  added_at TEXT NOT NULL,
  is_whole INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- A row is a part of the bytes of such a file, so that no write blocks the thread for long. is_whole of the file is 1
-- when all parts are there.
CREATE TABLE unmatched_payment_file_part (
  file_id TEXT NOT NULL REFERENCES unmatched_payment_file (file_id) ON DELETE CASCADE,
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (file_id, part)
) STRICT;

-- A row is an invoice that was read: its file, what it states ("document", JSON), and the reference of its payment. "identity" is the same
-- for two files of one invoice, null where its number is not known. The encrypted bytes lie in attachments/ next to the journal.
CREATE TABLE invoice (
  invoice_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  reference TEXT NOT NULL,
  identity TEXT,
  blob TEXT NOT NULL,
  blob_key BLOB NOT NULL,
  added_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_identity ON invoice (identity, added_at);
CREATE INDEX invoice_added ON invoice (added_at, invoice_id);
CREATE INDEX invoice_reference ON invoice (reference, added_at);

-- A row is a payment that is started again and again, under a name of a person. "document" is what is filled in (JSON).
CREATE TABLE payment_template (
  template_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  document TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a beneficiary that was paid, with the bank details of the last payment (JSON) and their fingerprint.
CREATE TABLE beneficiary_paid (
  entity_id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  details TEXT NOT NULL,
  paid_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is changed bank details that a person looked at and accepted.
CREATE TABLE beneficiary_release (
  entity_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  released_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (entity_id, fingerprint)
) STRICT, WITHOUT ROWID;

-- A row is a remittance or a receivable, of which the bank has no list: made here or imported by its identifier.
CREATE TABLE order_record (
  kind TEXT NOT NULL CHECK (kind IN ('remittance', 'receivable')),
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('made', 'imported')),
  added_at TEXT NOT NULL,
  document TEXT NOT NULL,
  as_of TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_record_reference ON order_record (kind, reference);
CREATE INDEX order_record_status ON order_record (kind, json_extract(document, '$.status'));
CREATE INDEX order_record_added ON order_record (kind, added_at, id);

-- A row is the credit that paid a receivable, as a person matched it. A credit pays one receivable only.
CREATE TABLE receivable_match (
  receivable_id TEXT PRIMARY KEY,
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  match TEXT NOT NULL,
  matched_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  UNIQUE (account_number, entry_id)
) STRICT, WITHOUT ROWID;
`;

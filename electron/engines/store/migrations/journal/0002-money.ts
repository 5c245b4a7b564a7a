import type { Migration } from '../../migrate.ts';

/**
 * Submissions learn what they are about, when the bank was asked for them, and that the bank may not have them. Beside
 * them: the register of what the bank has no list of, payment files with their lines, and what is known of payees.
 * `likeness` is equal for orders that look like the same one sent twice.
 */
export const money: Migration = {
  name: 'money: lookups, register, payment files, payees',
  up: `
  CREATE TABLE submission_next (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL UNIQUE,
    operation TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    payload_hash TEXT NOT NULL,
    state TEXT NOT NULL
      CHECK (state IN ('sending', 'accepted', 'refused', 'unknown', 'not-sent', 'not-found')),
    created_at TEXT NOT NULL,
    settled_at TEXT,
    error TEXT,
    answer TEXT,
    about TEXT,
    likeness TEXT,
    record_id TEXT
  ) STRICT;
  INSERT INTO submission_next (id, submission_id, reference, operation, subject, payload, payload_hash, state,
      created_at, settled_at, error, answer)
    SELECT id, submission_id, reference, operation, subject, payload, payload_hash, state,
      created_at, settled_at, error, answer FROM submission;
  CREATE TABLE submission_attempt_next (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission_next (submission_id),
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    outcome TEXT
  ) STRICT;
  INSERT INTO submission_attempt_next SELECT id, submission_id, at, correlation_id, outcome FROM submission_attempt;
  DROP TABLE submission_attempt;
  DROP TABLE submission;
  ALTER TABLE submission_next RENAME TO submission;
  ALTER TABLE submission_attempt_next RENAME TO submission_attempt;
  CREATE INDEX submission_subject_state ON submission (subject, state);
  CREATE INDEX submission_reference_state ON submission (reference, state);
  CREATE INDEX submission_open ON submission (id) WHERE state IN ('sending', 'unknown');
  CREATE INDEX submission_came_to_nothing ON submission (state, settled_at)
    WHERE state IN ('refused', 'not-sent', 'not-found');
  CREATE INDEX submission_likeness ON submission (likeness, created_at) WHERE likeness IS NOT NULL;
  CREATE INDEX submission_attempt_submission_id ON submission_attempt (submission_id);

  CREATE TABLE submission_lookup (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (submission_id),
    at TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('bank', 'statement', 'person')),
    found TEXT NOT NULL CHECK (found IN ('yes', 'no', 'doubtful', 'unavailable')),
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX submission_lookup_submission_id ON submission_lookup (submission_id);

  CREATE TABLE register (
    kind TEXT NOT NULL CHECK (kind IN ('remittance', 'receivable')),
    id TEXT NOT NULL,
    reference TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('made', 'imported')),
    added_at TEXT NOT NULL,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX register_reference ON register (kind, reference);
  CREATE INDEX register_status ON register (kind, json_extract(document, '$.status'));

  CREATE TABLE receivable_match (
    receivable_id TEXT PRIMARY KEY,
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    match TEXT NOT NULL,
    matched_at TEXT NOT NULL,
    matched_by TEXT NOT NULL,
    UNIQUE (account_number, entry_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payment_batch (
    id INTEGER PRIMARY KEY,
    batch_id TEXT NOT NULL UNIQUE,
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
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1))
  ) STRICT;
  CREATE INDEX payment_batch_sha256 ON payment_batch (sha256);

  CREATE TABLE payment_line (
    batch_id TEXT NOT NULL REFERENCES payment_batch (batch_id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    reference TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('invalid', 'ready', 'skipped')),
    account_number TEXT NOT NULL,
    currency TEXT,
    amount_e4 INTEGER,
    to_confirm TEXT NOT NULL,
    document TEXT NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (batch_id, line)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX payment_line_summary
    ON payment_line (batch_id, state, to_confirm, account_number, currency, amount_e4, reference);
  CREATE INDEX payment_line_reference ON payment_line (reference);

  CREATE TABLE payee_paid (
    entity_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    details TEXT NOT NULL,
    paid_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payee_release (
    entity_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    released_at TEXT NOT NULL,
    released_by TEXT NOT NULL,
    PRIMARY KEY (entity_id, fingerprint)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE exception_closed (
    exception_id TEXT PRIMARY KEY,
    closed_at TEXT NOT NULL,
    closed_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
};

import type { Migration } from '../../migrate.ts';

export const journal: Migration = {
  name: 'submissions, uploads, marks and activity',
  up: `
  CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL UNIQUE,
    operation TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    payload_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'refused', 'unknown', 'not-sent')),
    created_at TEXT NOT NULL,
    settled_at TEXT,
    error TEXT,
    answer TEXT
  ) STRICT;
  CREATE INDEX submission_subject_state ON submission (subject, state);

  CREATE TABLE submission_attempt (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (submission_id),
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    outcome TEXT
  ) STRICT;
  CREATE INDEX submission_attempt_submission_id ON submission_attempt (submission_id);

  CREATE TABLE upload (
    id INTEGER PRIMARY KEY,
    item_id TEXT NOT NULL UNIQUE,
    sub_client_id TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'sending', 'sent', 'refused', 'unknown')),
    item TEXT NOT NULL,
    spool_file TEXT,
    spool_key BLOB
  ) STRICT;
  CREATE INDEX upload_sub_client_id_sha256 ON upload (sub_client_id, sha256);

  CREATE TABLE entry_mark (
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    read INTEGER NOT NULL CHECK (read IN (0, 1)),
    flagged INTEGER NOT NULL CHECK (flagged IN (0, 1)),
    note TEXT NOT NULL,
    marked_at TEXT NOT NULL,
    marked_by TEXT NOT NULL,
    PRIMARY KEY (account_number, entry_id)
  ) STRICT, WITHOUT ROWID;

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
`,
};

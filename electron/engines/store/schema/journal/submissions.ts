import { appendOnly } from './append-only.ts';

/**
 * Changes sent to the bank, their outcomes, and whether the journal may send. Amounts are decimal text. Every time is
 * ISO 8601 text in UTC. "actor" is the person who did it (shared/actor.ts, JSON).
 */
export const submissionTables = `
-- A row is a change of the bank, written before it is sent. "payload" is the input as JSON. "about" is what it is about
-- as JSON, "likeness" is equal for orders that look like the same one sent twice, record_id is the bank's record of it.
-- "origin" is 'found' for a change that a comparison with the bank found; reference_key finds it when the bank cut the
-- reference or changed the case of its letters. "confirmed" is 1 when the bank confirmed that the accepted change is
-- ours, 0 when it did not yet, null when it was not accepted.
CREATE TABLE submission (
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
  record_id TEXT,
  origin TEXT NOT NULL DEFAULT 'sent' CHECK (origin IN ('sent', 'found')),
  reference_key TEXT,
  confirmed INTEGER CHECK (confirmed IN (0, 1))
) STRICT;
CREATE INDEX submission_subject_state ON submission (subject, state);
CREATE INDEX submission_reference_state ON submission (reference, state);
CREATE INDEX submission_open ON submission (id) WHERE state IN ('sending', 'unknown');
CREATE INDEX submission_came_to_nothing ON submission (state, settled_at)
  WHERE state IN ('refused', 'not-sent', 'not-found');
CREATE INDEX submission_likeness ON submission (likeness, created_at) WHERE likeness IS NOT NULL;
CREATE INDEX submission_found ON submission (reference_key) WHERE origin = 'found';
CREATE INDEX submission_unconfirmed ON submission (id) WHERE confirmed = 0;
CREATE INDEX submission_counterparty ON submission (about ->> '$.counterpartyId', id);
CREATE INDEX submission_operation ON submission (operation);
CREATE INDEX submission_without_record ON submission (operation)
  WHERE state <> 'accepted' OR record_id IS NULL;

-- A row is a send. "n" counts all sends of the journal from 1, "digest" is the running digest over them
-- (submissions/journal/journal-chain.ts): a copy of the journal is distinguished from the journal by it. "outcome" is
-- null while there is no answer. "clocks" is the clocks at the send (JSON).
CREATE TABLE submission_attempt (
  id INTEGER PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submission (submission_id),
  at TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  outcome TEXT,
  n INTEGER,
  digest TEXT,
  clocks TEXT
) STRICT;
CREATE INDEX submission_attempt_submission_id ON submission_attempt (submission_id);
CREATE UNIQUE INDEX submission_attempt_n ON submission_attempt (n);

-- A row is a lookup of a submission at the bank. "attempt" is the send it was for, counted from 1; "resembling" is what
-- the bank has that resembles it (JSON).
CREATE TABLE submission_lookup (
  id INTEGER PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submission (submission_id),
  at TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('bank', 'statement', 'person')),
  found TEXT NOT NULL CHECK (found IN ('yes', 'no', 'doubtful', 'unavailable')),
  words TEXT NOT NULL,
  clocks TEXT,
  attempt INTEGER,
  resembling TEXT,
  actor TEXT
) STRICT;
CREATE INDEX submission_lookup_submission_id ON submission_lookup (submission_id);

-- A row closes sending from "since" on, until a person reopens it after a comparison with the bank. The reopening
-- starts "epoch".
CREATE TABLE journal_lock (
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('damaged', 'missing', 'older', 'foreign', 'left')),
  since TEXT NOT NULL,
  known_until TEXT,
  last_sent_at TEXT,
  expected_sends INTEGER NOT NULL,
  reopened_at TEXT,
  actor TEXT,
  epoch INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A row is an epoch that started while sending was open: the journal took a change from the bank that no send stands
-- for.
CREATE TABLE journal_epoch (epoch INTEGER PRIMARY KEY, begun_at TEXT NOT NULL) STRICT;

-- A row is a debit without a reference that a comparison with the bank found.
CREATE TABLE found_debit (
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  day TEXT NOT NULL,
  amount TEXT NOT NULL,
  currency TEXT NOT NULL,
  narration TEXT NOT NULL,
  PRIMARY KEY (account_number, entry_id)
) STRICT, WITHOUT ROWID;

-- A row is a comparison with the bank after which a person opened sending, with its report (JSON). A row never changes.
CREATE TABLE reconciliation (
  id INTEGER PRIMARY KEY,
  opened_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  from_day TEXT NOT NULL,
  is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
  report TEXT NOT NULL
) STRICT;
${appendOnly('reconciliation', 'a reconciliation')}
`;

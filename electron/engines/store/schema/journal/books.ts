import { appendOnly } from './append-only.ts';

/**
 * Ledgers of the books, closes and reviews. Amounts are decimal text. Every time is ISO 8601 text in UTC. "actor" is who did it
 * (shared/actor.ts, JSON). An id is a UUIDv7, "n" the order of the rows on this desk.
 */
export const bookTables = `
-- A row is a ledger of the books that an account is matched with. "notes" is JSON.
CREATE TABLE ledger (
  n INTEGER PRIMARY KEY,
  ledger_id TEXT NOT NULL UNIQUE,
  account_number TEXT NOT NULL,
  from_date TEXT NOT NULL,
  to_date TEXT NOT NULL,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  notes TEXT NOT NULL,
  added_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_period ON ledger (account_number, from_date, to_date);
CREATE INDEX ledger_account ON ledger (account_number);
CREATE INDEX ledger_file ON ledger (sha256);

-- A row is the lines of a ledger, as packed JSON: a list of ledgers reads none of them.
CREATE TABLE ledger_lines (
  ledger_id TEXT PRIMARY KEY REFERENCES ledger (ledger_id),
  lines TEXT NOT NULL
) STRICT;

-- A row is a person's decision that lines and entries match, or do not; other matches are derived and not stored.
-- "lines" and "entries" are JSON. "figures" is the amounts of the entries (JSON), "reason" why unequal sums match, and
-- "act" the match_id of the first of the rows that are undone together.
CREATE TABLE manual_match (
  n INTEGER PRIMARY KEY,
  match_id TEXT NOT NULL UNIQUE,
  ledger_id TEXT NOT NULL REFERENCES ledger (ledger_id),
  decision TEXT NOT NULL CHECK (decision IN ('matched', 'unmatched')),
  lines TEXT NOT NULL,
  entries TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  undone_at TEXT,
  figures TEXT NOT NULL DEFAULT '{}',
  reason TEXT NOT NULL DEFAULT '',
  act TEXT NOT NULL
) STRICT;
CREATE INDEX manual_match_active ON manual_match (ledger_id) WHERE undone_at IS NULL;

-- A row is the matches of a ledger when a person looked at it last (packed JSON), so that a match that a later sync
-- undoes can be shown.
CREATE TABLE ledger_result (
  ledger_id TEXT PRIMARY KEY REFERENCES ledger (ledger_id),
  matches TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;

-- A row is the number of matched and open lines of a ledger ("counts", JSON).
CREATE TABLE ledger_status (
  ledger_id TEXT PRIMARY KEY REFERENCES ledger (ledger_id),
  counts TEXT NOT NULL,
  looked_at TEXT NOT NULL
) STRICT;

-- A row is a reason why a line or an entry is open; the newest of a place counts.
CREATE TABLE ledger_note (
  n INTEGER PRIMARY KEY,
  note_id TEXT NOT NULL UNIQUE,
  ledger_id TEXT NOT NULL REFERENCES ledger (ledger_id),
  place TEXT NOT NULL,
  text TEXT NOT NULL,
  written_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_note_place ON ledger_note (ledger_id, place);

-- A row is the balance that the books state at the end of a ledger's days; the newest of a ledger counts, an empty
-- amount is none.
CREATE TABLE ledger_balance (
  n INTEGER PRIMARY KEY,
  balance_id TEXT NOT NULL UNIQUE,
  ledger_id TEXT NOT NULL REFERENCES ledger (ledger_id),
  amount TEXT NOT NULL,
  entered_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_balance_ledger ON ledger_balance (ledger_id, n);

-- A row closes or reopens a period, or acknowledges its late entries. "digest" chains it to the row before.
-- A row never changes, nor do those of the next two tables.
CREATE TABLE close_act (
  n INTEGER PRIMARY KEY,
  act_id TEXT NOT NULL UNIQUE,
  act TEXT NOT NULL CHECK (act IN ('close', 'reopen', 'acknowledge')),
  kind TEXT NOT NULL CHECK (kind IN ('day', 'month', 'year')),
  period TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  document TEXT NOT NULL,
  digest TEXT NOT NULL
) STRICT;
CREATE INDEX close_act_period ON close_act (kind, period, n);

-- A row is the entries that an account's days were closed on, as compressed JSON.
CREATE TABLE close_entries (
  act_id TEXT NOT NULL REFERENCES close_act (act_id),
  account_number TEXT NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (act_id, account_number)
) STRICT, WITHOUT ROWID;

-- A row is the requirements of a close (JSON); the newest counts.
CREATE TABLE close_requirements (
  n INTEGER PRIMARY KEY,
  set_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  requirements TEXT NOT NULL
) STRICT;
${appendOnly('close_act', 'what was closed')}
${appendOnly('close_entries', 'what was closed')}
${appendOnly('close_requirements', 'what was closed')}

-- A row is a review that a person recorded: the period, and what was open then ("report", JSON). A row never changes.
CREATE TABLE recorded_review (
  n INTEGER PRIMARY KEY,
  review_id TEXT NOT NULL UNIQUE,
  recorded_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  report TEXT NOT NULL
) STRICT;
${appendOnly('recorded_review', 'a recorded review')}
`;

import { appendOnly } from './append-only.ts';

/** Sanctions lists, the names screened against them, and decisions of people. "actor" is who did it (shared/actor.ts, JSON). */
export const screeningTables = `
-- A row is an edition of a list. "key" names the list over its editions; "edition" is the day of its file, null where the file
-- has none; "file_names", "gaps" and "counts" are JSON. Until is_whole is 1 not all its parts are written. ended_at is when another edition or nothing
-- took its place; its parts are removed then.
CREATE TABLE screening_list (
  list_id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  publisher TEXT NOT NULL,
  title TEXT NOT NULL,
  edition TEXT,
  file_names TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  counts TEXT NOT NULL,
  gaps TEXT NOT NULL,
  added_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
  ended_at TEXT,
  ended_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX screening_list_in_force ON screening_list (publisher, title, key) WHERE is_whole = 1 AND ended_at IS NULL;
CREATE INDEX screening_list_unfinished ON screening_list (list_id) WHERE is_whole = 0;

-- A row is a part of the entries of a list (JSON, packed).
CREATE TABLE screening_list_part (
  list_id TEXT NOT NULL REFERENCES screening_list (list_id) ON DELETE CASCADE,
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (list_id, part)
) STRICT;

-- A row is what a person decided about a match: of these names with this entry as it stood ("match_id" is a digest of both). The
-- newest one counts. "about" is the match as it was shown (JSON).
CREATE TABLE screening_decision (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  match_id TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('same', 'other', 'lifted', 'open')),
  reason TEXT NOT NULL,
  about TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE INDEX screening_decision_match ON screening_decision (match_id, n);
${appendOnly('screening_decision', 'a decision about a match')}

-- A row is what the lists say of the names of a party. "stamp" names the lists that were searched; "names", "parties" (whom the desk
-- knows by these names) and "matches" are JSON. "open_score" is the best score of the undecided matches, 0 where
-- there is none.
CREATE TABLE screening_result (
  subject_key TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  at TEXT NOT NULL,
  names TEXT NOT NULL,
  parties TEXT NOT NULL,
  matches TEXT NOT NULL,
  match_count INTEGER NOT NULL,
  open_score INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX screening_result_stamp ON screening_result (stamp, at);
CREATE INDEX screening_result_matched ON screening_result (stamp, subject_key) WHERE match_count > 0;
CREATE INDEX screening_result_open ON screening_result (open_score DESC, subject_key) WHERE open_score > 0 AND parties <> '[]';
`;

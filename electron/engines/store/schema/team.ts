import type { Schema } from '../migrate.ts';

/** team.db: the team's record as this desk has read it. It can be read again from the server, and restores a server that lost acts. */
export const teamCopySchema: Schema = {
  baseline: 3,
  tables: `
-- A row is an act as the server sent it. "void" is why it changes nothing; null for a valid act. "at" is the server's time.
CREATE TABLE team_act (
  n INTEGER PRIMARY KEY,
  digest TEXT NOT NULL,
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  envelope BLOB NOT NULL,
  signature BLOB NOT NULL,
  body BLOB NOT NULL,
  at TEXT NOT NULL,
  void TEXT
) STRICT;
CREATE INDEX team_act_key ON team_act (key, n);
CREATE INDEX team_act_kind ON team_act (kind, n);
CREATE INDEX team_act_void ON team_act (n) WHERE void IS NOT NULL;

-- A row is a claim of the right to send one reference, as the acts leave it. "name" and "likeness" are keyed digests,
-- "reference" is the text, empty where the body could not be read. "outcome" is null while the claim is open, and "settled" is the
-- number of the act that gave it.
CREATE TABLE team_claim (
  name TEXT PRIMARY KEY,
  reference TEXT NOT NULL,
  likeness TEXT NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  n INTEGER NOT NULL,
  outcome TEXT,
  settled INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX team_claim_likeness ON team_claim (likeness, n) WHERE likeness <> '';
CREATE INDEX team_claim_key ON team_claim (key);
CREATE INDEX team_claim_reference ON team_claim (lower(reference)) WHERE reference <> '';
CREATE INDEX team_claim_unpaid ON team_claim (settled, name) WHERE outcome IN ('not-sent', 'not-found', 'refused');
CREATE INDEX team_claim_open ON team_claim (n) WHERE coalesce(outcome, 'unknown') = 'unknown';

-- One row: when all acts were last checked against the server's, and what was wrong; null where nothing was.
CREATE TABLE team_check (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at TEXT NOT NULL,
  why TEXT
) STRICT;

-- One row: what the acts up to number "n" come to for approvals, as JSON, by a version of the program's rules for it.
CREATE TABLE approval_fold (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT;
`,
  steps: [],
};

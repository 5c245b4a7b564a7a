import type { Schema } from '../migrate.ts';

/** team.db: this desk's copy of the team's record. It can be read again from the server, and restores a server that lost acts. */
export const teamCopySchema: Schema = {
  baseline: 4,
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

-- A row is one thing that an act did, in plain words: the log is read and searched without opening acts. It is derived from them, and made again
-- where it is missing. "id" grows with the act's number and the place in the act. "folded" is "about" as it is searched. "units" is the amount in
-- 10^-4. "source" says who names the amount: the act, or the journal of this desk. "void" is why the act changes nothing.
CREATE TABLE act_log (
  id INTEGER PRIMARY KEY,
  n INTEGER NOT NULL,
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  about TEXT NOT NULL,
  folded TEXT NOT NULL,
  amount TEXT,
  currency TEXT,
  units INTEGER,
  source TEXT,
  void TEXT
) STRICT;
CREATE INDEX act_log_key ON act_log (key, id);
CREATE INDEX act_log_kind ON act_log (kind, id);

-- One row: the last act in the log with its digest, and by which words it was written.
CREATE TABLE act_log_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  digest TEXT NOT NULL,
  edition TEXT NOT NULL
) STRICT;
`,
  steps: [],
};

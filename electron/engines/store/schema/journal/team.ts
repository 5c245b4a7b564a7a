/** This desk's membership in a team. It is in the journal, because a desk that lost it would send without claims. */
export const teamTables = `
-- One row, from the first step of founding or joining on. "team" is the digest of the founding act, empty until it is known.
-- "server" is the address of the record (JSON), "ca" the certificate (PEM) that signs the server's. "card" is what a newcomer asks
-- with, and "name" is the person's name. A desk that left keeps the row, and its closed sending is in journal_lock.
CREATE TABLE team_membership (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL CHECK (state IN ('founding', 'joining', 'importing', 'joined', 'left', 'ended')),
  team TEXT NOT NULL,
  name TEXT NOT NULL,
  server TEXT NOT NULL,
  ca TEXT,
  card BLOB,
  since TEXT NOT NULL
) STRICT;

-- One row: number and digest of the last act of the team's record that this desk has read.
CREATE TABLE team_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT;

-- One row: the key of this desk, count and digest of its last act that was sent to the record, and the count of the last one that this
-- journal does not know of, because it is older than that act.
CREATE TABLE team_own_act (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  digest TEXT NOT NULL,
  forgotten INTEGER NOT NULL
) STRICT;

-- A row is a change of a shared record that the team does not have yet. "item" is JSON, "by_name" is who made it where that is
-- not the person of this desk, and "change_id" names the row in the act that brings it to the record.
CREATE TABLE team_outgoing (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  by_name TEXT,
  item TEXT NOT NULL
) STRICT;
CREATE INDEX team_outgoing_kind ON team_outgoing (kind, n);

-- A row is the number of the last act of a kind whose changes were applied.
CREATE TABLE team_applied (kind TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- A row is a change of a shared record that the team has: item "place" of act "n". "author" is the key that signed it, "item" is
-- JSON. "counts" is 0 for a version that was written without seeing the one that stands.
CREATE TABLE team_change (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  n INTEGER NOT NULL,
  place INTEGER NOT NULL,
  author TEXT NOT NULL,
  at TEXT NOT NULL,
  by_name TEXT NOT NULL,
  item TEXT NOT NULL,
  counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
  PRIMARY KEY (kind, key, n, place)
) STRICT, WITHOUT ROWID;

-- A row is an order in the bank's list that the claims of the team do not account for. "alike" is no exception: the order counts as
-- "claim", whose reference it resembles. "facts" is JSON: what the bank lists and what the claim says. "head" is the number of the
-- last act that was read when it was found.
CREATE TABLE unclaimed_order (
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  team TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('unclaimed', 'released', 'repeated', 'different', 'claimed-later', 'alike')),
  claim TEXT NOT NULL,
  facts TEXT NOT NULL,
  found_at TEXT NOT NULL,
  head INTEGER NOT NULL,
  PRIMARY KEY (list, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unclaimed_order_claim ON unclaimed_order (claim) WHERE claim <> '';
CREATE INDEX unclaimed_order_found ON unclaimed_order (team, found_at) WHERE reason <> 'alike';

-- A row is that a person knows of such an order, in their words. "digest" is over what the bank listed then, "key" is that of the
-- person's desk.
CREATE TABLE known_order (
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (list, id, key)
) STRICT, WITHOUT ROWID;
`;

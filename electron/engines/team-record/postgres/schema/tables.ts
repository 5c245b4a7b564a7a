/** The tables. Desks read them; only the functions write, except that a login writes its own row of `join_request`. */
export const teamTables = `-- One row: the version of this schema.
CREATE TABLE IF NOT EXISTS version (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL
);
-- The oldest version for which a desk may have been written that uses this record.
ALTER TABLE version ADD COLUMN IF NOT EXISTS oldest integer NOT NULL DEFAULT 1;

-- A row is a login and the key under which it writes. "open" is false after the key was revoked. A login and a key are
-- enrolled once and never again. The desk itself may put a new key in the place of its own.
CREATE TABLE IF NOT EXISTS desk (
  login name PRIMARY KEY,
  key text NOT NULL UNIQUE,
  open boolean NOT NULL DEFAULT true
);
-- Since when the login has this key.
ALTER TABLE desk ADD COLUMN IF NOT EXISTS since timestamptz NOT NULL DEFAULT clock_timestamp();

-- One row: number and digest of the last act. A function that writes an act locks it before it reads any row, so acts and claims have one order.
CREATE TABLE IF NOT EXISTS head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  n bigint NOT NULL,
  digest bytea NOT NULL
);
INSERT INTO head (n, digest) VALUES (0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;

-- A row is an act. No function changes or removes a row.
CREATE TABLE IF NOT EXISTS act (
  n bigint PRIMARY KEY,
  -- sha256(digest of the act before || sha256(envelope) || signature). Before the first act there are 32 zero bytes.
  digest bytea NOT NULL UNIQUE,
  -- The author's Ed25519 key, base64url.
  key text NOT NULL,
  -- The author's own count, from 1.
  seq bigint NOT NULL,
  kind text NOT NULL,
  -- Canonical JSON, exactly as the author signed it. PostgreSQL does not check the signature; every desk does.
  envelope bytea NOT NULL,
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  -- Encrypted under the team's key.
  body bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The login that wrote the row: the author's, or that of the desk that put the act back after a restore.
  login name NOT NULL DEFAULT session_user,
  UNIQUE (key, seq)
);

-- Does the team have approval rules?
CREATE INDEX IF NOT EXISTS act_approval_rules ON act (n) WHERE kind = 'approval-rules';

-- A row is the right to send one reference. References, likenesses and payloads are keyed digests: equal ones can be
-- compared, and none can be read.
CREATE TABLE IF NOT EXISTS claim (
  reference text PRIMARY KEY,
  -- Equal for payments that look the same; empty where a payment has no likeness.
  likeness text NOT NULL,
  payload text NOT NULL,
  -- The act that claimed it, and the key that holds it.
  n bigint NOT NULL REFERENCES act,
  key text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The act that recorded the outcome; both are null while the claim is open.
  settled bigint REFERENCES act,
  outcome text CHECK (outcome IN ('accepted', 'refused', 'unknown', 'not-sent', 'not-found'))
);
CREATE INDEX IF NOT EXISTS claim_likeness ON claim (likeness) WHERE likeness <> '';

-- A row is a sum that approval rules count, such as that of one payee: a keyed digest, and the last act that moved it.
CREATE TABLE IF NOT EXISTS tally (
  name text PRIMARY KEY,
  n bigint NOT NULL REFERENCES act
);

-- A row is a login that asks to join, with the card of its desk. A login writes and reads its own row. An open desk reads
-- all rows, because an administrator of the team compares the card with its owner.
CREATE TABLE IF NOT EXISTS join_request (
  login name PRIMARY KEY DEFAULT session_user,
  card bytea NOT NULL CHECK (octet_length(card) < 4096)
);
ALTER TABLE join_request ENABLE ROW LEVEL SECURITY;
`;

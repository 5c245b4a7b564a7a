import { appendOnly } from './append-only.ts';

/**
 * What people add to statement entries. An entry is known by its account and the bank's id. Every time is ISO 8601 text in UTC.
 * "actor" is who did it (shared/actor.ts, JSON). An id is a UUIDv7.
 */
export const annotationTables = `
-- A row is the marks of an entry: read, flagged, and the note that counts now. Almost all rows only say that an entry
-- was read, so flags and notes have indexes of their own, and "actor" is a number of mark_actor.
CREATE TABLE entry_mark (
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  read INTEGER NOT NULL CHECK (read IN (0, 1)),
  flagged INTEGER NOT NULL CHECK (flagged IN (0, 1)),
  note TEXT NOT NULL,
  marked_at TEXT NOT NULL,
  actor INTEGER NOT NULL,
  PRIMARY KEY (account_number, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_mark_flagged ON entry_mark (marked_at) WHERE flagged = 1;
CREATE INDEX entry_mark_noted ON entry_mark (marked_at) WHERE note <> '';

-- A row is who marked entries, under the number that their rows have.
CREATE TABLE mark_actor (n INTEGER PRIMARY KEY, actor TEXT NOT NULL UNIQUE) STRICT;

-- A row is a wording of a note; an empty one removes the note. A row never changes.
CREATE TABLE entry_note (
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  words TEXT NOT NULL,
  written_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (account_number, entry_id, n)
) STRICT, WITHOUT ROWID;
${appendOnly('entry_note', 'a wording')}

-- A row is a file attached to an entry. Its encrypted bytes are next to the journal under the name "blob", with the key
-- blob_key. A removed file keeps its row; "blob" is null once its bytes are gone.
CREATE TABLE entry_file (
  file_id TEXT PRIMARY KEY,
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  blob TEXT,
  blob_key BLOB,
  added_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  removed_at TEXT,
  removal_actor TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_file_entry ON entry_file (account_number, entry_id);
CREATE INDEX entry_file_attached ON entry_file (added_at) WHERE removed_at IS NULL;
CREATE INDEX entry_file_removed ON entry_file (removed_at) WHERE removed_at IS NOT NULL AND blob IS NOT NULL;

-- A row is a part of a file that a colleague attached, until all are here. "head" (JSON) is what its author says of the file.
CREATE TABLE entry_file_part (
  file_id TEXT NOT NULL,
  author TEXT NOT NULL,
  part INTEGER NOT NULL,
  head TEXT NOT NULL,
  bytes BLOB NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (file_id, author, part)
) STRICT;

-- A row is a rule that tags entries, in the order of "place". amount_from and amount_to are decimal text. A removed
-- rule stays, so that the removal can be undone.
CREATE TABLE entry_rule (
  rule_id TEXT PRIMARY KEY,
  place TEXT NOT NULL,
  words TEXT NOT NULL,
  direction TEXT CHECK (direction IN ('debit', 'credit')),
  account_number TEXT,
  amount_from TEXT,
  amount_to TEXT,
  currency TEXT,
  tag TEXT NOT NULL,
  counterparty TEXT NOT NULL,
  written_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE INDEX entry_rule_place ON entry_rule (place, rule_id) WHERE removed_at IS NULL;

-- A row is a tag that a person set on an entry or took off; is_set null leaves it to the rules. "n" is the order. A
-- counterparty by hand has the tag '' and the name in "counterparty", which is empty for none.
CREATE TABLE manual_tag (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  tag_id TEXT NOT NULL UNIQUE,
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  is_set INTEGER CHECK (is_set IN (0, 1)),
  tagged_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  counterparty TEXT NOT NULL DEFAULT '',
  UNIQUE (account_number, entry_id, tag)
) STRICT;

-- A row is a proposed rule that a person refused.
CREATE TABLE refused_proposal (
  words TEXT PRIMARY KEY,
  refused_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The one row changes with every change of the rules: it names what is applied to the entries.
CREATE TABLE rule_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision TEXT NOT NULL) STRICT;
INSERT INTO rule_revision (id, revision) VALUES (1, '');
CREATE TRIGGER entry_rule_added AFTER INSERT ON entry_rule
BEGIN
  UPDATE rule_revision SET revision = hex(randomblob(8));
END;
CREATE TRIGGER entry_rule_changed AFTER UPDATE ON entry_rule
BEGIN
  UPDATE rule_revision SET revision = hex(randomblob(8));
END;
`;

/**
 * The tags and counterparties of entries, from rules, people and own orders. All of it is derived from the journal. A label
 * belongs to the key of its entry. An entry that moves is labelled again where rules are still being applied.
 */
export const labelTables = `
-- A row is a tag or a counterparty that some entry has, or had.
CREATE TABLE label (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('tag', 'counterparty')),
  name TEXT NOT NULL,
  UNIQUE (kind, name)
) STRICT;

-- A row is a rule that gave a label, under the number that the labels have: they are as many as the entries.
CREATE TABLE rule_number (n INTEGER PRIMARY KEY, rule_id TEXT NOT NULL UNIQUE) STRICT;

-- A row is a label of an entry. "rule" is the number of the rule that gave it; null: a person did.
CREATE TABLE entry_label (
  key INTEGER NOT NULL,
  label INTEGER NOT NULL,
  rule INTEGER,
  PRIMARY KEY (key, label)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_label_by_label ON entry_label (label, key);

-- The one row has the rules as they are applied ("rules", JSON), with their revision in the journal. Entries below the
-- key "below" still wait for them (0: none). "work" is where entries that a change of the rules concerns are still
-- looked for (JSON). "last_manual_tag" is the newest manual tag of the journal that is in
-- manual_tag_copy.
CREATE TABLE rule_copy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision TEXT NOT NULL,
  rules TEXT NOT NULL,
  below INTEGER NOT NULL,
  last_manual_tag INTEGER NOT NULL,
  work TEXT NOT NULL DEFAULT '[]'
) STRICT;
INSERT INTO rule_copy (id, revision, rules, below, last_manual_tag) VALUES (1, '', '[]', 0, 0);

-- A row is a tag by hand: an entry has it (is_set 1) or has it not (0), whatever the rules give. A counterparty by hand
-- has the tag ''.
CREATE TABLE manual_tag_copy (
  account_number TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  is_set INTEGER NOT NULL,
  counterparty TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_number, entry_id, tag)
) STRICT, WITHOUT ROWID;

-- A row is an own order that the bank accepted; "n" is its number in the journal. The entry that settles it has the
-- order's payee as its counterparty.
CREATE TABLE own_order (
  reference TEXT PRIMARY KEY,
  n INTEGER NOT NULL,
  account_number TEXT NOT NULL,
  amount_e4 INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payee TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX own_order_payee ON own_order (payee, n);

-- The one row is the last submission of the journal whose order is in own_order.
CREATE TABLE own_order_place (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_submission INTEGER NOT NULL,
  last_submission_id TEXT NOT NULL
) STRICT;
INSERT INTO own_order_place (id, last_submission, last_submission_id) VALUES (1, 0, '');

-- A row is an entry that a change of the rules concerns and that waits for its labels.
CREATE TABLE rule_waiting (key INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER entry_label_on_update AFTER UPDATE OF key ON entry
BEGIN
  UPDATE entry_label SET key = new.key WHERE key = old.key;
  UPDATE rule_waiting SET key = new.key WHERE key = old.key;
  INSERT OR IGNORE INTO rule_waiting (key)
    SELECT new.key FROM rule_copy WHERE work <> '[]' AND new.key >= 0;
  UPDATE rule_copy SET below = max(below, new.key + 1) WHERE below > 0 AND new.key >= 0;
END;
CREATE TRIGGER entry_label_on_delete AFTER DELETE ON entry
BEGIN
  DELETE FROM entry_label WHERE key = old.key;
  DELETE FROM rule_waiting WHERE key = old.key;
END;
`;

import type { Migration } from '../../migrate.ts';

/**
 * The tags and counterparties of entries, as rules and people gave them (`rule` null: by hand). All of it follows from the journal and
 * can be made anew: `rule_copy` has the rules as they are applied, `below` the key below which entries still wait for them (0: none), and
 * `hands` the last of the journal's tags by hand that is in `hand_tag`. Labels go with their entry's key; an entry that moves past the
 * place that the application has come to is looked at again.
 */
export const labels: Migration = {
  name: 'tags and counterparties of entries',
  up: `
  CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'counterparty')),
    name TEXT NOT NULL,
    UNIQUE (kind, name)
  ) STRICT;
  CREATE TABLE entry_label (
    key INTEGER NOT NULL,
    label INTEGER NOT NULL,
    rule INTEGER,
    PRIMARY KEY (key, label)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_label_by_label ON entry_label (label, key);
  CREATE TABLE rule_copy (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision TEXT NOT NULL,
    rules TEXT NOT NULL,
    below INTEGER NOT NULL,
    hands INTEGER NOT NULL
  ) STRICT;
  INSERT INTO rule_copy (id, revision, rules, below, hands) VALUES (1, '', '[]', 0, 0);
  CREATE TABLE hand_tag (
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    is_set INTEGER NOT NULL,
    PRIMARY KEY (account_number, entry_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER entry_label_moves AFTER UPDATE OF key ON entry
  BEGIN
    UPDATE entry_label SET key = new.key WHERE key = old.key;
    UPDATE rule_copy SET below = max(below, new.key + 1) WHERE below > 0 AND new.key >= 0;
  END;
  CREATE TRIGGER entry_label_goes AFTER DELETE ON entry
  BEGIN
    DELETE FROM entry_label WHERE key = old.key;
  END;
`,
};

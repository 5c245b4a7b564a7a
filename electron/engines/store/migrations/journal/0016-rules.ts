import type { Migration } from '../../migrate.ts';

/**
 * A person's rules and tags for entries: rules (`amount_from` and `amount_to` are decimal text; removed ones stay, so that a removal can be
 * undone), manual tags (`is_set` null: as the rules decide; `n` is the order), and refused proposals. `rule_revision` changes with every
 * change of the rules: it identifies what was applied to the entries.
 */
export const rules: Migration = {
  name: 'rules, and tags by hand',
  up: `
  CREATE TABLE entry_rule (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    place INTEGER NOT NULL,
    words TEXT NOT NULL,
    direction TEXT CHECK (direction IN ('debit', 'credit')),
    account_number TEXT,
    amount_from TEXT,
    amount_to TEXT,
    currency TEXT,
    tag TEXT NOT NULL,
    counterparty TEXT NOT NULL,
    written_at TEXT NOT NULL,
    written_by TEXT NOT NULL,
    removed_at TEXT
  ) STRICT;
  CREATE INDEX entry_rule_place ON entry_rule (place) WHERE removed_at IS NULL;
  CREATE TABLE tag_by_hand (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    is_set INTEGER CHECK (is_set IN (0, 1)),
    tagged_at TEXT NOT NULL,
    tagged_by TEXT NOT NULL,
    UNIQUE (account_number, entry_id, tag)
  ) STRICT;
  CREATE TABLE refused_proposal (words TEXT PRIMARY KEY, refused_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE rule_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision TEXT NOT NULL) STRICT;
  INSERT INTO rule_revision (id, revision) VALUES (1, '');
  CREATE TRIGGER entry_rule_added AFTER INSERT ON entry_rule
    BEGIN UPDATE rule_revision SET revision = hex(randomblob(8)); END;
  CREATE TRIGGER entry_rule_changed AFTER UPDATE ON entry_rule
    BEGIN UPDATE rule_revision SET revision = hex(randomblob(8)); END;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * A change of the rules is brought to the entries that it concerns. `work` of `rule_copy` has where they are still looked for (JSON), and
 * `rule_waiting` the keys that were found and wait for their labels; `below` stays for what concerns every entry. A key goes with its entry,
 * and an entry that moves while entries are looked for waits too. A manual counterparty of an entry has the tag '' in `hand_tag`.
 */
export const concernedByRules: Migration = {
  name: 'entries that a change of the rules concerns, and counterparties by hand',
  up: `
  ALTER TABLE rule_copy ADD COLUMN work TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE hand_tag ADD COLUMN counterparty TEXT NOT NULL DEFAULT '';
  CREATE TABLE rule_waiting (key INTEGER PRIMARY KEY) STRICT;
  DROP TRIGGER entry_label_moves;
  CREATE TRIGGER entry_label_moves AFTER UPDATE OF key ON entry
  BEGIN
    UPDATE entry_label SET key = new.key WHERE key = old.key;
    UPDATE rule_waiting SET key = new.key WHERE key = old.key;
    INSERT OR IGNORE INTO rule_waiting (key)
      SELECT new.key FROM rule_copy WHERE work <> '[]' AND new.key >= 0;
    UPDATE rule_copy SET below = max(below, new.key + 1) WHERE below > 0 AND new.key >= 0;
  END;
  DROP TRIGGER entry_label_goes;
  CREATE TRIGGER entry_label_goes AFTER DELETE ON entry
  BEGIN
    DELETE FROM entry_label WHERE key = old.key;
    DELETE FROM rule_waiting WHERE key = old.key;
  END;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * Entries by their amount, in a table of its own instead of an index: amounts come in no order, and an index puts each in at once,
 * wherever it belongs, which cost a first reading a third of its time. What inserts entries puts their amounts in some thousand at
 * a time and in order, when it makes them known to the search (`statements/entries/settle.ts`); what changes or removes an entry is followed
 * by the triggers, whatever code does it. An older copy has those of a range under way at once.
 */
export const amountsInBulk: Migration = {
  name: 'entries by amount, put in by the thousand',
  up: `
  DROP INDEX entry_amount;
  CREATE TABLE entry_amount (
    account INTEGER NOT NULL,
    amount_e4 INTEGER NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (account, amount_e4, key)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO entry_amount SELECT account, amount_e4, key FROM entry ORDER BY account, amount_e4, key;

  CREATE TRIGGER entry_amount_otherwise AFTER UPDATE OF key, account, amount_e4 ON entry
  WHEN (old.key, old.account, old.amount_e4) IS NOT (new.key, new.account, new.amount_e4)
  BEGIN
    DELETE FROM entry_amount WHERE account = old.account AND amount_e4 = old.amount_e4 AND key = old.key;
    INSERT INTO entry_amount (account, amount_e4, key) VALUES (new.account, new.amount_e4, new.key) ON CONFLICT DO NOTHING;
  END;

  CREATE TRIGGER entry_amount_no_more AFTER DELETE ON entry
  BEGIN
    DELETE FROM entry_amount WHERE account = old.account AND amount_e4 = old.amount_e4 AND key = old.key;
  END;
`,
};

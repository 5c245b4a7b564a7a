import type { Migration } from '../../migrate.ts';

/**
 * Changes found at the bank while the journal was compared with it are stored with the sent ones, under their reference
 * (`origin`). `reference_key` finds it when the bank cut the reference or changed its letters' case. `found_debit` keeps
 * debits without a reference, `payment_release` the payments that a person let go all the same, and `reconciliation` who
 * opened sending again, on which figures: rows of it are never changed.
 */
export const foundAtBank: Migration = {
  name: 'found at the bank',
  up: `
  ALTER TABLE submission ADD COLUMN origin TEXT NOT NULL DEFAULT 'sent' CHECK (origin IN ('sent', 'found'));
  ALTER TABLE submission ADD COLUMN reference_key TEXT;
  CREATE INDEX submission_found ON submission (reference_key) WHERE origin = 'found';

  CREATE TABLE found_debit (
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    day TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    narration TEXT NOT NULL,
    PRIMARY KEY (account_number, entry_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payment_release (
    reference TEXT PRIMARY KEY,
    released_at TEXT NOT NULL,
    released_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reconciliation (
    id INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,
    opened_by TEXT NOT NULL,
    from_day TEXT NOT NULL,
    is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
    report TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER reconciliation_stays BEFORE UPDATE ON reconciliation
    BEGIN SELECT raise(ABORT, 'a reconciliation is never changed'); END;
  CREATE TRIGGER reconciliation_is_kept BEFORE DELETE ON reconciliation
    BEGIN SELECT raise(ABORT, 'a reconciliation is never removed'); END;
`,
};

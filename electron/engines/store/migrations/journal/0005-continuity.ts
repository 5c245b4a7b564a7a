import { chainAll } from '../../journal-chain.ts';
import type { Migration } from '../../migrate.ts';

/**
 * Every send carries its number and a running digest over all sends up to it, so that a copy of the journal can be distinguished
 * from the journal. A lock closes sending until a person has reconciled with the bank.
 */
export const continuity: Migration = {
  name: 'running digest of what was sent, locks of sending',
  up: (database) => {
    database.connection.exec(`
      ALTER TABLE submission_attempt ADD COLUMN n INTEGER;
      ALTER TABLE submission_attempt ADD COLUMN digest TEXT;
      CREATE UNIQUE INDEX submission_attempt_n ON submission_attempt (n);

      CREATE TABLE journal_lock (
        id INTEGER PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('damaged', 'missing', 'older', 'foreign')),
        since TEXT NOT NULL,
        known_until TEXT,
        last_sent_at TEXT,
        expected_sends INTEGER NOT NULL,
        reopened_at TEXT,
        reopened_by TEXT
      ) STRICT;
    `);
    chainAll(database);
  },
};

import type { Migration } from '../../migrate.ts';

/**
 * Every opening of sending after a reconcile begins an epoch, which the witnesses record: a copy from before it is
 * distinguished from the journal even where nothing was sent since.
 */
export const journalEpoch: Migration = {
  name: 'epochs of the journal',
  up: (database) => {
    database.connection.exec(
      'ALTER TABLE journal_lock ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0',
    );
  },
};

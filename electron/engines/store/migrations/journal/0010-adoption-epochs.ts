import type { Migration } from '../../migrate.ts';

/** What is adopted from the bank while sending is open begins an epoch too: no send stands for it, which a copy from before would lack. */
export const adoptionEpochs: Migration = {
  name: 'epochs begun by what was found at the bank',
  up: (database) => {
    database.connection.exec(
      'CREATE TABLE journal_epoch (epoch INTEGER PRIMARY KEY, begun_at TEXT NOT NULL) STRICT',
    );
  },
};

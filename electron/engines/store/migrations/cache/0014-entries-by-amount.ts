import type { Migration } from '../../migrate.ts';

/** Entries of an account are found by their amount, those of one amount in the order of time. */
export const entriesByAmount: Migration = {
  name: 'entries by amount',
  up: 'CREATE INDEX entry_amount ON entry (account, amount_e4);',
};

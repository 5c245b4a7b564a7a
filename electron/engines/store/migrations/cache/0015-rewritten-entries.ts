import type { Migration } from '../../migrate.ts';

/** Entries that the bank told otherwise since are found by when it did; those of one telling are in no index. */
export const rewrittenEntries: Migration = {
  name: 'rewritten entries by when',
  up: 'CREATE INDEX entry_rewritten ON entry (seen_at) WHERE version > 1;',
};

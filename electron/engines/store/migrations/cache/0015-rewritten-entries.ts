import type { Migration } from '../../migrate.ts';

/** Indexes the entries that the bank changed later by the time of the change; unchanged entries are in no index. */
export const rewrittenEntries: Migration = {
  name: 'rewritten entries by when',
  up: 'CREATE INDEX entry_rewritten ON entry (seen_at) WHERE version > 1;',
};

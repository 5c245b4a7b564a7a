import type { Migration } from '../../migrate.ts';

/** Flagged and noted entries are found without reading every mark: almost all marks only record that an entry was read. */
export const entriesByMark: Migration = {
  name: 'entries by their marks',
  up: `
  CREATE INDEX entry_mark_flagged ON entry_mark (marked_at) WHERE flagged = 1;
  CREATE INDEX entry_mark_noted ON entry_mark (marked_at) WHERE note <> '';
`,
};

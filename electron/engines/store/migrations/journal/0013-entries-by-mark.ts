import type { Migration } from '../../migrate.ts';

/** What a person flagged or noted is found without reading every mark: almost all of them only say that an entry was read. */
export const entriesByMark: Migration = {
  name: 'entries by their marks',
  up: `
  CREATE INDEX entry_mark_flagged ON entry_mark (marked_at) WHERE flagged = 1;
  CREATE INDEX entry_mark_noted ON entry_mark (marked_at) WHERE note <> '';
`,
};

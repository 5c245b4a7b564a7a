import type { Migration } from '../../migrate.ts';

/** What the clocks said when the reading of a day began (JSON); null where it was read in more than one go. */
export const readClocks: Migration = {
  name: 'clocks of a reading',
  up: `
  ALTER TABLE day ADD COLUMN read_clocks TEXT;
`,
};

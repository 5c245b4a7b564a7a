import type { Migration } from '../../migrate.ts';

/** The clocks when the reading of a day began (JSON); null where the day was read in several parts. */
export const readClocks: Migration = {
  name: 'clocks of a reading',
  up: `
  ALTER TABLE day ADD COLUMN read_clocks TEXT;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * The clocks at each sending and at each lookup (`clocks`, JSON), which sending a lookup was for (`attempt`, counted from 1),
 * and what the bank has that resembles it (`resembling`, JSON).
 */
export const evidence: Migration = {
  name: 'evidence with its time',
  up: `
  ALTER TABLE submission_attempt ADD COLUMN clocks TEXT;
  ALTER TABLE submission_lookup ADD COLUMN clocks TEXT;
  ALTER TABLE submission_lookup ADD COLUMN attempt INTEGER;
  ALTER TABLE submission_lookup ADD COLUMN resembling TEXT;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * What the clocks said when something was sent and at each look for it (`clocks`, JSON), which sending a look was for
 * (`attempt`, counted from 1), and what the bank has that resembles it (`resembling`, JSON).
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

import type { Migration } from '../../migrate.ts';

/**
 * Did the bank confirm that what it accepted is ours, in its answer or in a later lookup? Null where it was not accepted, or
 * accepted by a version that did not check.
 */
export const confirmed: Migration = {
  name: 'accepted, confirmed or not',
  up: `
  ALTER TABLE submission ADD COLUMN confirmed INTEGER CHECK (confirmed IN (0, 1));
  CREATE INDEX submission_unconfirmed ON submission (id) WHERE confirmed = 0;
`,
};

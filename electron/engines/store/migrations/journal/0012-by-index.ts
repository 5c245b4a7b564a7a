import type { Migration } from '../../migrate.ts';

/**
 * What a route asks of the journal is found without reading what was sent in all the years: the changes of one operation, those
 * without a record of their own, the payment files in a state, the register in its order.
 */
export const byIndex: Migration = {
  name: 'what a route asks, by index',
  up: `
  CREATE INDEX submission_operation ON submission (operation);
  CREATE INDEX submission_without_record ON submission (operation) WHERE state <> 'accepted' OR record_id IS NULL;
  CREATE INDEX payment_batch_state ON payment_batch (state);
  CREATE INDEX payment_batch_unfinished ON payment_batch (id) WHERE is_whole = 0;
  CREATE INDEX register_added ON register (kind, added_at, id);
`,
};

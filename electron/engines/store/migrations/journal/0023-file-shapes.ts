import type { Migration } from '../../migrate.ts';

/** The columns that a person matched are remembered for files of several kinds. */
export const fileShapes: Migration = {
  name: 'columns of files of several kinds',
  up: `
  ALTER TABLE payment_shape RENAME TO file_shape;
  ALTER TABLE file_shape ADD COLUMN kind TEXT NOT NULL DEFAULT 'payments' CHECK (kind IN ('payments', 'ledger'));
  DROP INDEX payment_shape_saved;
  CREATE INDEX file_shape_saved ON file_shape (kind, saved_at);
`,
};

import type { Migration } from '../../migrate.ts';

/** The columns that a person matched for payment files of one shape, and the number format of a stored file. */
export const paymentShapes: Migration = {
  name: 'payment shapes',
  up: `
  CREATE TABLE payment_shape (
    shape_id TEXT PRIMARY KEY,
    columns TEXT NOT NULL,
    headings TEXT NOT NULL,
    decimals TEXT,
    row_offset INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    saved_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX payment_shape_saved ON payment_shape (saved_at);
  ALTER TABLE payment_batch ADD COLUMN decimals TEXT;
`,
};

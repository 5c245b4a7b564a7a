import type { Migration } from '../../migrate.ts';

/** The columns matched for a file of sub-clients or owners are remembered too: a check cannot be widened in place. */
export const onboardingShapes: Migration = {
  name: 'columns of files of sub-clients and owners',
  up: `
  CREATE TABLE file_shape_wider (
    shape_id TEXT PRIMARY KEY,
    columns TEXT NOT NULL,
    headings TEXT NOT NULL,
    decimals TEXT,
    row_offset INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'payments' CHECK (kind IN ('payments', 'ledger', 'onboarding')),
    reading TEXT NOT NULL DEFAULT '{}'
  ) STRICT, WITHOUT ROWID;
  INSERT INTO file_shape_wider SELECT shape_id, columns, headings, decimals, row_offset, file_name, saved_at, kind, reading FROM file_shape;
  DROP TABLE file_shape;
  ALTER TABLE file_shape_wider RENAME TO file_shape;
  CREATE INDEX file_shape_saved ON file_shape (kind, saved_at);
`,
};

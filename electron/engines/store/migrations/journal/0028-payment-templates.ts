import type { Migration } from '../../migrate.ts';

/** Payments that are begun again and again, by a name that a person gave: what is filled in, as JSON. */
export const paymentTemplates: Migration = {
  name: 'payment templates',
  up: `
  CREATE TABLE payment_template (
    template_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    document TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    saved_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
};

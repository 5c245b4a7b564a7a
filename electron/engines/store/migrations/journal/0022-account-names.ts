import type { Migration } from '../../migrate.ts';

/** Other names of our accounts in files, as a person matched them once: an IBAN, and the currency where the file has one. */
export const accountNames: Migration = {
  name: 'names of accounts in files',
  up: `
  CREATE TABLE account_name (
    written TEXT NOT NULL,
    currency TEXT NOT NULL,
    account_number TEXT NOT NULL,
    said_at TEXT NOT NULL,
    PRIMARY KEY (written, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX account_name_said ON account_name (said_at);
`,
};

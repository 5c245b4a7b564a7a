import type { Migration } from '../../migrate.ts';

/** What a person plans for an account: a floor and a ceiling in its own currency, as decimal text, and the group it stands in. */
export const accountPlans: Migration = {
  name: 'floors, ceilings and groups of accounts',
  up: `
  CREATE TABLE account_plan (
    account_number TEXT PRIMARY KEY,
    currency TEXT NOT NULL,
    floor TEXT,
    ceiling TEXT,
    group_name TEXT NOT NULL,
    said_at TEXT NOT NULL,
    said_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
};

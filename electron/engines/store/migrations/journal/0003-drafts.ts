import type { Migration } from '../../migrate.ts';

/** What was typed and not sent yet: it is the person's alone, so no bank could tell it again. */
export const drafts: Migration = {
  name: 'drafts',
  up: `
  CREATE TABLE draft (
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    saved_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
};

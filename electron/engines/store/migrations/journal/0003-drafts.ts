import type { Migration } from '../../migrate.ts';

/** Unsent drafts. They exist only here: no bank could send them again. */
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

import type { Migration } from '../../migrate.ts';

/** A second memory of how far the journal had come, inside the folder and in another file. */
export const journalHead: Migration = {
  name: 'head of the journal',
  up: `
  CREATE TABLE journal_head (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    count INTEGER NOT NULL,
    digest TEXT NOT NULL,
    at TEXT,
    epoch INTEGER NOT NULL
  ) STRICT;
`,
};

import type { Migration } from '../../migrate.ts';

const dayOf = (entry: string) => `(iif(${entry}.key < 0, -1 - ${entry}.key, ${entry}.key) >> 34)`;

const forget = (entry: 'old' | 'new') =>
  `DELETE FROM kept_statement WHERE account = ${entry}.account
     AND from_day <= ${dayOf(entry)} AND to_day >= ${dayOf(entry)};`;

/**
 * The pages of a statement as they were answered when it was last read to its end (`statements/reading/page-cache.ts`): the digest of each
 * answer, the entries that it brought and where the reading stood behind it. An older copy begins with none. What changes or
 * removes an entry takes away every statement of its days, whatever code does it; an entry on the move lies at -1 - key for a
 * moment and belongs to its day all the same. What inserts entries does so itself, once a page.
 */
export const pageCache: Migration = {
  name: 'digests of answered pages',
  up: `
  CREATE TABLE kept_statement (
    account INTEGER NOT NULL REFERENCES account,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    manner TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    PRIMARY KEY (account, from_day, to_day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE kept_page (
    account INTEGER NOT NULL,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    page INTEGER NOT NULL,
    digest TEXT NOT NULL,
    seen TEXT NOT NULL,
    border TEXT NOT NULL,
    PRIMARY KEY (account, from_day, to_day, page),
    FOREIGN KEY (account, from_day, to_day) REFERENCES kept_statement ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER entry_kept_otherwise AFTER UPDATE ON entry
  BEGIN
    ${forget('old')}
    ${forget('new')}
  END;

  CREATE TRIGGER entry_kept_no_more AFTER DELETE ON entry
  BEGIN
    ${forget('old')}
  END;
`,
};

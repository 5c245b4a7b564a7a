import type { Migration } from '../../migrate.ts';

/**
 * The extra fields of an entry (`Extras`), with every version, and their texts in the search. The index is rebuilt from the entries
 * that it had: those of a range in progress are added when they are settled.
 */
export const extraFields: Migration = {
  name: 'extra fields of an entry',
  up: `
  ALTER TABLE entry ADD COLUMN also TEXT;
  ALTER TABLE entry_version ADD COLUMN also TEXT;

  DROP TABLE entry_search;
  CREATE VIRTUAL TABLE entry_search USING fts5(
    narration, reference, also,
    content = 'entry', content_rowid = 'key', columnsize = 0,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  INSERT INTO entry_search (entry_search, rank) VALUES ('automerge', 8);
  INSERT INTO entry_search (rowid, narration, reference)
    SELECT key, narration, reference FROM entry WHERE key IN (SELECT key FROM entry_place) ORDER BY key;
`,
};

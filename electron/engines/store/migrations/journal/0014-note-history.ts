import type { Migration } from '../../migrate.ts';

/**
 * Every wording of a note on an entry, with who wrote it and when; an empty one is a note that was taken away. Older notes are known only
 * by the last mark on their entry. Rows of it are never changed. `entry_mark` has the words that count now.
 */
export const noteHistory: Migration = {
  name: 'every wording of a note',
  up: `
  CREATE TABLE entry_note (
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    words TEXT NOT NULL,
    written_at TEXT NOT NULL,
    written_by TEXT NOT NULL,
    PRIMARY KEY (account_number, entry_id, n)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO entry_note (account_number, entry_id, n, words, written_at, written_by)
    SELECT account_number, entry_id, 1, note, marked_at, marked_by FROM entry_mark WHERE note <> '';
  CREATE TRIGGER entry_note_stays BEFORE UPDATE ON entry_note
    BEGIN SELECT raise(ABORT, 'a wording is never changed'); END;
  CREATE TRIGGER entry_note_is_kept BEFORE DELETE ON entry_note
    BEGIN SELECT raise(ABORT, 'a wording is never removed'); END;
`,
};

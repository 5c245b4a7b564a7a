import type { Migration } from '../../migrate.ts';

/**
 * Files that people attached to entries: what they are, and the key of each one's encrypted bytes, which are stored next to the journal under
 * the name `blob`. One that was removed keeps its row; `blob` is null once its bytes are gone.
 */
export const attachments: Migration = {
  name: 'files attached to entries',
  up: `
  CREATE TABLE entry_file (
    file_id TEXT PRIMARY KEY,
    account_number TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    blob TEXT,
    blob_key BLOB,
    added_at TEXT NOT NULL,
    added_by TEXT NOT NULL,
    removed_at TEXT,
    removed_by TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_file_entry ON entry_file (account_number, entry_id);
  CREATE INDEX entry_file_attached ON entry_file (added_at) WHERE removed_at IS NULL;
  CREATE INDEX entry_file_removed ON entry_file (removed_at) WHERE removed_at IS NOT NULL AND blob IS NOT NULL;
`,
};

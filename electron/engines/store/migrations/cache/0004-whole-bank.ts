import type { Migration } from '../../migrate.ts';

/**
 * Shareholders next to their sub-clients, the webhook configuration, second accountStatements of a statement as the bank sent them,
 * and what polling found to be other than before.
 */
export const wholeBank: Migration = {
  name: 'shareholders, webhooks, second sources, timeline',
  up: `
  ALTER TABLE sub_client ADD COLUMN shareholders_as_of TEXT;

  CREATE TABLE shareholder (
    sub_client_id TEXT NOT NULL,
    id TEXT NOT NULL,
    document TEXT NOT NULL,
    gone_at TEXT,
    PRIMARY KEY (sub_client_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE client_configuration (
    client_id TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE second_source (
    id INTEGER PRIMARY KEY,
    source_id TEXT NOT NULL UNIQUE,
    account_number TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('downloadStatement', 'downloadStatementV2', 'getStatementV2')),
    from_date TEXT NOT NULL,
    to_date TEXT NOT NULL,
    file_name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  CREATE INDEX second_source_account ON second_source (account_number, id);

  CREATE TABLE bank_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seen_at TEXT NOT NULL,
    kind TEXT NOT NULL,
    change TEXT NOT NULL CHECK (change IN ('appeared', 'changed', 'gone')),
    subject_id TEXT NOT NULL,
    title TEXT NOT NULL,
    field TEXT NOT NULL,
    before TEXT,
    after TEXT,
    account_number TEXT,
    place_id TEXT NOT NULL,
    search_text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX bank_event_kind ON bank_event (kind, id);

  -- Was it ever in a whole list? What was only asked for by its identifier does not go when a list leaves it out.
  ALTER TABLE beneficiary ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE sub_client ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;

  -- What came with a range that is under way: the timeline takes it up when the range is finished.
  ALTER TABLE unread ADD COLUMN noted INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX unread_news ON unread (account, key) WHERE noted = 0;
  ALTER TABLE entry_version ADD COLUMN noted INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX entry_version_news ON entry_version (account, entry_id, version) WHERE noted = 0;
`,
};

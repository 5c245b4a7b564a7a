import type { Migration } from '../../migrate.ts';

/** The bank's full record is stored as JSON text (`document`) next to the queried columns. */
export const records: Migration = {
  name: 'beneficiaries and sub-clients',
  up: `
  CREATE TABLE topic (
    name TEXT PRIMARY KEY,
    as_of TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE beneficiary (
    entity_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    search_text TEXT NOT NULL,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL,
    gone_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX beneficiary_name ON beneficiary (name, entity_id);

  CREATE TABLE sub_client (
    entity_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    search_text TEXT NOT NULL,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL,
    gone_at TEXT,
    documents_as_of TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sub_client_name ON sub_client (name, entity_id);

  CREATE TABLE earlier_record (
    id INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    document TEXT NOT NULL,
    until TEXT NOT NULL
  ) STRICT;
  CREATE INDEX earlier_record_entity ON earlier_record (topic, entity_id);

  CREATE TABLE sub_client_document (
    sub_client_id TEXT NOT NULL,
    id TEXT NOT NULL,
    document TEXT NOT NULL,
    expiry_date TEXT,
    gone_at TEXT,
    PRIMARY KEY (sub_client_id, id)
  ) STRICT, WITHOUT ROWID;
`,
};

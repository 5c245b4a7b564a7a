import type { Migration } from '../../migrate.ts';

/** Sub-clients that a person entered by the bank's id, with the client they belong to: a bank without a list could not send them again. */
export const namedSubClients: Migration = {
  name: 'sub-clients named by their id',
  up: `
  CREATE TABLE named_sub_client (
    entity_id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    named_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
};

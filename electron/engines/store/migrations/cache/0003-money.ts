import type { Migration } from '../../migrate.ts';

/** The bank's full record is stored as JSON text (`document`) next to the queried columns. */
export const money: Migration = {
  name: 'transfers, trades, and what needs a person',
  up: `
  CREATE TABLE transfer (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    search_text TEXT NOT NULL,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX transfer_created_at ON transfer (created_at, id);
  CREATE INDEX transfer_reference ON transfer (reference);
  CREATE INDEX transfer_status ON transfer (status, created_at);

  CREATE TABLE trade (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    search_text TEXT NOT NULL,
    document TEXT NOT NULL,
    as_of TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX trade_created_at ON trade (created_at, id);
  CREATE INDEX trade_reference ON trade (reference);
  CREATE INDEX trade_status ON trade (status, created_at);

  CREATE INDEX day_broken ON day (account, day) WHERE state = 'broken';
  CREATE INDEX sub_client_document_expiry ON sub_client_document (expiry_date)
    WHERE expiry_date IS NOT NULL AND gone_at IS NULL;
`,
};

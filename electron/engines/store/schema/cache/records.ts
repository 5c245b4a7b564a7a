/** SQL: true where the bank writes the reference with surrounding blanks or in mixed case. This is rare, so its index is small. */
export const oddReferenceSql =
  '(reference <> trim(reference) OR (reference <> lower(reference) AND reference <> upper(reference)))';

/** Triggers that record each new or changed order of a list, until it is compared with the claims of a team. */
const uncomparedTriggers = (table: string, list: string): string => `
CREATE TRIGGER ${table}_uncompared_on_insert AFTER INSERT ON ${table}
WHEN EXISTS (SELECT 1 FROM claim_comparison)
BEGIN
  INSERT INTO uncompared_order (list, id, late) VALUES ('${list}', new.id, EXISTS (
    SELECT 1 FROM topic JOIN claim_comparison WHERE name = '${list}' AND as_of >= since));
END;
CREATE TRIGGER ${table}_uncompared_on_update AFTER UPDATE OF document ON ${table}
WHEN old.document <> new.document AND EXISTS (SELECT 1 FROM claim_comparison)
BEGIN
  INSERT INTO uncompared_order (list, id, late) VALUES ('${list}', new.id, 0);
END;`;

/**
 * The bank's records other than statements. The full record is JSON text (`document`), with the queried columns next to it;
 * `as_of` is when it was read. Every time is ISO 8601 text in UTC.
 */
export const recordTables = `
-- A row is a list of the bank, and when it was last read to its end.
CREATE TABLE topic (name TEXT PRIMARY KEY, as_of TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- A row is a beneficiary. gone_at is when the list no longer had it. "listed" is 0 for a record that was only read by
-- its identifier: a list without it does not mean that it is gone.
CREATE TABLE beneficiary (
  entity_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  search_text TEXT NOT NULL,
  document TEXT NOT NULL,
  as_of TEXT NOT NULL,
  gone_at TEXT,
  listed INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX beneficiary_name ON beneficiary (name, entity_id);

-- A row is the fingerprint of a beneficiary's bank details, made by the rule of this number. It goes with the document that it
-- was made of, whatever code writes another one. Without a row the fingerprint is made of the document.
CREATE TABLE beneficiary_fingerprint (
  entity_id TEXT PRIMARY KEY,
  rule INTEGER NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER beneficiary_fingerprint_on_update
AFTER UPDATE OF document ON beneficiary WHEN old.document <> new.document
BEGIN
  DELETE FROM beneficiary_fingerprint WHERE entity_id = old.entity_id;
END;
CREATE TRIGGER beneficiary_fingerprint_on_delete AFTER DELETE ON beneficiary
BEGIN
  DELETE FROM beneficiary_fingerprint WHERE entity_id = old.entity_id;
END;

-- A row is a sub-client, with the times at which its documents and shareholders were read. "listed" is as in beneficiary.
CREATE TABLE sub_client (
  entity_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  search_text TEXT NOT NULL,
  document TEXT NOT NULL,
  as_of TEXT NOT NULL,
  gone_at TEXT,
  documents_as_of TEXT,
  shareholders_as_of TEXT,
  listed INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX sub_client_name ON sub_client (name, entity_id);

-- A row is the former content of a record, and until when it held.
CREATE TABLE earlier_record (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  document TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;
CREATE INDEX earlier_record_entity ON earlier_record (topic, entity_id);

-- A row is a document of a sub-client. Its indexes find what has to be done about documents without reading the others;
-- the refused states are those of "refusedWords".
CREATE TABLE sub_client_document (
  sub_client_id TEXT NOT NULL,
  id TEXT NOT NULL,
  document TEXT NOT NULL,
  expiry_date TEXT,
  gone_at TEXT,
  PRIMARY KEY (sub_client_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sub_client_document_expiry ON sub_client_document (expiry_date)
  WHERE expiry_date IS NOT NULL AND gone_at IS NULL;
CREATE INDEX sub_client_document_kind ON sub_client_document (
  sub_client_id, json_extract(document, '$.documentType'), json_extract(document, '$.documentOwner'),
  expiry_date, json_extract(document, '$.createdAt'), json_extract(document, '$.approvalStatus'),
  json_extract(document, '$.isDeleted')
) WHERE gone_at IS NULL;
CREATE INDEX sub_client_document_trouble ON sub_client_document (sub_client_id)
  WHERE gone_at IS NULL AND (json_extract(document, '$.isExpired')
    OR lower(coalesce(json_extract(document, '$.approvalStatus'), '')) IN ('rejected', 'refused', 'declined', 'returned'));

-- A row is a shareholder of a sub-client.
CREATE TABLE shareholder (
  sub_client_id TEXT NOT NULL,
  id TEXT NOT NULL,
  document TEXT NOT NULL,
  gone_at TEXT,
  PRIMARY KEY (sub_client_id, id)
) STRICT, WITHOUT ROWID;

-- A row is the webhook configuration of a client.
CREATE TABLE client_configuration (
  client_id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  as_of TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a payment in the bank's list.
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
CREATE INDEX transfer_beneficiary ON transfer (document ->> '$.beneficiaryId', created_at, id);
CREATE INDEX transfer_reference ON transfer (reference);
CREATE INDEX transfer_odd_reference ON transfer (lower(trim(reference))) WHERE ${oddReferenceSql};
CREATE INDEX transfer_status ON transfer (status, created_at);

-- A row is a trade in the bank's list.
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
CREATE INDEX trade_odd_reference ON trade (lower(trim(reference))) WHERE ${oddReferenceSql};
CREATE INDEX trade_status ON trade (status, created_at);

-- The one row says since when the orders in these lists are compared with the claims of a team, by the digest of its founding
-- act. "settled" is the number of the last act whose outcomes were looked at. A desk without a team has no row.
CREATE TABLE claim_comparison (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  team TEXT NOT NULL,
  since TEXT NOT NULL,
  settled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is an order that came or changed and was not compared since, whatever code wrote it. "late" is 1 where the whole list
-- was read after the team began, without this order.
CREATE TABLE uncompared_order (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  late INTEGER NOT NULL CHECK (late IN (0, 1))
) STRICT;
${uncomparedTriggers('transfer', 'transfers')}
${uncomparedTriggers('trade', 'trades')}

-- A row is a line of the timeline: what polling found to differ from before. place_id is what its view opens it by.
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

-- The one row is the head of the journal as it was last seen: a second memory of it in another file. "count" is the
-- number of sends, "epoch" grows when a person opens sending again.
CREATE TABLE journal_head (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  count INTEGER NOT NULL,
  digest TEXT NOT NULL,
  at TEXT,
  epoch INTEGER NOT NULL
) STRICT;
`;

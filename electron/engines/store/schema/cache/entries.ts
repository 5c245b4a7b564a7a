/**
 * Accounts, their statement entries, and the readings of their statements. Amounts are integers in units of 10^-4 (`_e4`). A
 * day is the number of days since 1970-01-01 (UTC). `seen_at` and `withdrawn_at` are milliseconds since then; every other time
 * is ISO 8601 text in UTC.
 */
export const entryTables = `
-- A row is an account of the bank; "ordinal" is its number in the keys of entries. "document" is the bank's record as
-- JSON, of the time as_of; statement_as_of is when its newest statement was read to the end.
CREATE TABLE account (
  ordinal INTEGER PRIMARY KEY CHECK (ordinal BETWEEN 0 AND 1023),
  number TEXT NOT NULL UNIQUE,
  currency TEXT,
  available_e4 INTEGER,
  document TEXT,
  as_of TEXT,
  statement_as_of TEXT
) STRICT;

-- A row is a kind of entry, as the bank names it. Number 0 is free: in sums it stands for every kind.
CREATE TABLE transaction_type (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- A row is a statement entry as the bank reported it last. The key is day * 2^34 + account * 2^24 + slot, so that key
-- order is time order across days and the bank's order inside an account's day. While an entry moves, its key is
-- negative for a moment. "direction" is 1 for a credit, 0 for a debit. "extras" is the extra fields of the bank, as JSON.
-- "digits" is the number of decimals that the bank wrote, where the currency is not known. "version" is 1 until the
-- bank changes the entry.
CREATE TABLE entry (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  id TEXT NOT NULL,
  amount_e4 INTEGER NOT NULL,
  currency TEXT NOT NULL,
  direction INTEGER NOT NULL CHECK (direction IN (0, 1)),
  type INTEGER NOT NULL,
  at TEXT NOT NULL,
  narration TEXT NOT NULL,
  reference TEXT NOT NULL,
  balance_e4 INTEGER NOT NULL,
  version INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  extras TEXT,
  digits INTEGER
) STRICT;
CREATE INDEX entry_account ON entry (account);
CREATE INDEX entry_account_direction ON entry (account, direction);
CREATE INDEX entry_account_type ON entry (account, type);
CREATE INDEX entry_withdrawn ON entry (account) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX entry_rewritten ON entry (seen_at) WHERE version > 1;

-- A row finds an entry by the hash of its account and id. A hash that is taken moves to the next free number.
CREATE TABLE entry_place (id_hash INTEGER PRIMARY KEY, key INTEGER NOT NULL) STRICT;

-- The full-text index of entries. The rows of an account are together: account * 2^43 + day * 2^24 + slot. The index has
-- no text of its own, and lists for the first one, two and three letters. A merge of its parts starts at eight of them; up to
-- 16 MB of new text are collected before they become a part.
CREATE VIRTUAL TABLE entry_search USING fts5(
  narration, reference, extras,
  content = '', columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
INSERT INTO entry_search (entry_search, rank) VALUES ('automerge', 8), ('hashsize', 16777216);

-- The words of the index, and where each is.
CREATE VIRTUAL TABLE search_term USING fts5vocab('entry_search', 'instance');

-- A row is a former version of an entry. "noted" is 0 until the timeline has the change; that is when the range ends.
CREATE TABLE entry_version (
  account INTEGER NOT NULL,
  entry_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  amount_e4 INTEGER NOT NULL,
  currency TEXT NOT NULL,
  direction INTEGER NOT NULL,
  type INTEGER NOT NULL,
  at TEXT NOT NULL,
  narration TEXT NOT NULL,
  reference TEXT NOT NULL,
  balance_e4 INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  noted INTEGER NOT NULL DEFAULT 1,
  extras TEXT,
  digits INTEGER,
  PRIMARY KEY (account, entry_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_version_news ON entry_version (account, entry_id, version) WHERE noted = 0;

-- A row is an entry of the bank that cannot be read: its JSON text, the reason, and its day where that is known.
CREATE TABLE unreadable_entry (
  account INTEGER NOT NULL REFERENCES account,
  entry_id TEXT NOT NULL,
  text TEXT NOT NULL,
  day INTEGER,
  reason TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  range_id INTEGER NOT NULL,
  PRIMARY KEY (account, entry_id, text)
) STRICT, WITHOUT ROWID;

-- A row is what is known of an account's day: whether its balances are proven, and where the chain of balances breaks.
-- read_clocks is the clocks when the reading of the day started (JSON); null where the day was read in several parts.
CREATE TABLE day (
  account INTEGER NOT NULL REFERENCES account,
  day INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proven', 'broken', 'unproven')),
  entries INTEGER NOT NULL,
  opening_e4 INTEGER,
  closing_e4 INTEGER,
  broken_entry_id TEXT,
  expected_e4 INTEGER,
  found_e4 INTEGER,
  as_of TEXT NOT NULL,
  read_clocks TEXT,
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_broken ON day (account, day) WHERE state = 'broken';

-- A row is an entry that arrived after the first sync of its account and was not read by a person yet. "noted" is 0
-- until the timeline has it; that is when the range ends.
CREATE TABLE unread (
  account INTEGER NOT NULL,
  key INTEGER NOT NULL,
  noted INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX unread_news ON unread (account, key) WHERE noted = 0;

-- A row is a debit that arrived after the first sync of its account, whether a person read it or not. Old ones are
-- removed (statements/entries/entry-events.ts).
CREATE TABLE new_debit (key INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER new_debit_on_update AFTER UPDATE OF key ON entry
BEGIN
  UPDATE new_debit SET key = new.key WHERE key = old.key;
END;
CREATE TRIGGER new_debit_on_delete AFTER DELETE ON entry
BEGIN
  DELETE FROM new_debit WHERE key = old.key;
END;

-- A row is a range of days that is being read now, at most one per account. "cursor" is the state after the last saved
-- page, as JSON.
CREATE TABLE statement_range (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL UNIQUE REFERENCES account,
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  cursor TEXT NOT NULL
) STRICT;

-- A row is a saved page of a range. "seen" has the ordinal and key of each entry, "unsettled" the hash and key of those
-- that are not in the search, the places and the amounts yet. Both are pairs of 64-bit floats.
CREATE TABLE range_page (
  id INTEGER PRIMARY KEY,
  range_id INTEGER NOT NULL REFERENCES statement_range ON DELETE CASCADE,
  seen BLOB NOT NULL,
  unsettled BLOB
) STRICT;
CREATE INDEX range_page_range ON range_page (range_id);
CREATE INDEX range_page_unsettled ON range_page (range_id) WHERE unsettled IS NOT NULL;
`;

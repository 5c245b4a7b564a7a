/** SQL for the day of a trigger's entry. While an entry moves, its key is -1 - key, but its day is the same. */
const dayOf = (entry: 'old' | 'new') =>
  `(iif(${entry}.key < 0, -1 - ${entry}.key, ${entry}.key) >> 34)`;

const added = `entries = entries + excluded.entries, active = active + excluded.active,
    high = high + excluded.high, low = low + excluded.low`;

/** Adds or removes one entry in each of its four rows of `entry_sum`. */
function change(entry: 'old' | 'new', sign: '+' | '-'): string {
  const active = `(${entry}.withdrawn_at IS NULL)`;
  const figures = `${sign}1, ${sign}${active}, ${sign}iif(${active}, ${entry}.amount_e4 / 1000000, 0),
    ${sign}iif(${active}, ${entry}.amount_e4 % 1000000, 0)`;
  const places = [`${entry}.type`, '0'].flatMap((type) =>
    [dayOf(entry), '-1'].map(
      (day) => `(${entry}.account, ${type}, ${day}, ${entry}.direction, ${figures})`,
    ),
  );
  return `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low)
    VALUES ${places.join(', ')} ON CONFLICT DO UPDATE SET ${added};`;
}

/** The columns of an entry that its sums depend on. */
const counted = (entry: 'old' | 'new') =>
  `(${entry}.account, ${entry}.type, ${dayOf(entry)}, ${entry}.direction, ${entry}.withdrawn_at IS NULL, ${entry}.amount_e4)`;

const deleteChain = (entry: 'old' | 'new') =>
  `DELETE FROM day_chain WHERE account = ${entry}.account AND day = ${dayOf(entry)};`;

const deletePages = (entry: 'old' | 'new') =>
  `DELETE FROM cached_statement WHERE account = ${entry}.account
    AND from_day <= ${dayOf(entry)} AND to_day >= ${dayOf(entry)};`;

/**
 * Data derived from entries, so that a query reads few rows: sums, chains of balances, answered pages and amounts. The triggers
 * follow every change and removal of an entry by any code. New entries have no trigger, which would cost more than the entry:
 * the code that inserts a page updates these tables in the same transaction.
 */
export const derivedTables = `
-- A row is the count and sum of entries of an account, kind, day and direction. Kind 0 is every kind, day -1 the whole
-- history. "entries" counts withdrawn entries too; "active" and the sums do not. A sum is "high" * 10^6 + "low", in
-- units of 10^-4: one integer of 63 bits is too small for many amounts of 14 digits and 4 decimals. A half that
-- overflows becomes a float, which a strict column refuses; then nothing is written. New entries are added by
-- statements/aggregates/update-sums.ts.
CREATE TABLE entry_sum (
  account INTEGER NOT NULL,
  type INTEGER NOT NULL,
  day INTEGER NOT NULL,
  direction INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  active INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  PRIMARY KEY (account, type, day, direction)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entry_sum_on_update
AFTER UPDATE OF key, account, type, direction, amount_e4, withdrawn_at ON entry
WHEN ${counted('old')} IS NOT ${counted('new')}
BEGIN
  ${change('old', '-')}
  ${change('new', '+')}
END;
CREATE TRIGGER entry_sum_on_delete AFTER DELETE ON entry
BEGIN
  ${change('old', '-')}
END;

-- A row is the chain of balances over the entries of a day that are not withdrawn (statements/chain/day-chains.ts). It
-- can be read from the entries again. After a new entry it has fewer entries than the sums of the day, and is ignored.
CREATE TABLE day_chain (
  account INTEGER NOT NULL,
  day INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  first_id TEXT NOT NULL,
  first_amount_e4 INTEGER NOT NULL,
  first_direction INTEGER NOT NULL,
  first_balance_e4 INTEGER NOT NULL,
  closing_e4 INTEGER NOT NULL,
  breaks TEXT NOT NULL,
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER day_chain_on_update
AFTER UPDATE OF key, account, id, direction, amount_e4, balance_e4, withdrawn_at ON entry
BEGIN
  ${deleteChain('old')}
  ${deleteChain('new')}
END;
CREATE TRIGGER day_chain_on_delete AFTER DELETE ON entry
BEGIN
  ${deleteChain('old')}
END;

-- A row is a statement whose pages are cached since it was last read to its end (statements/reading/page-cache.ts).
-- "reading_hash" is a hash of everything but the bytes that the reading depends on. A change of an entry removes every
-- statement of its day.
CREATE TABLE cached_statement (
  account INTEGER NOT NULL REFERENCES account,
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL,
  reading_hash TEXT NOT NULL,
  cached_at TEXT NOT NULL,
  PRIMARY KEY (account, from_day, to_day)
) STRICT, WITHOUT ROWID;

-- A row is a page of such a statement: the digest of the answer, the entries in it ("seen"), and the state of the
-- reading after it ("border", JSON).
CREATE TABLE cached_page (
  account INTEGER NOT NULL,
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL,
  page INTEGER NOT NULL,
  digest TEXT NOT NULL,
  seen TEXT NOT NULL,
  border TEXT NOT NULL,
  PRIMARY KEY (account, from_day, to_day, page),
  FOREIGN KEY (account, from_day, to_day) REFERENCES cached_statement ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER cached_statement_on_update AFTER UPDATE ON entry
BEGIN
  ${deletePages('old')}
  ${deletePages('new')}
END;
CREATE TRIGGER cached_statement_on_delete AFTER DELETE ON entry
BEGIN
  ${deletePages('old')}
END;

-- A row finds an entry by its amount. It is a table and no index: amounts come in no order, and an index that takes
-- each at once costs a first reading a third of its time. statements/entries/settle.ts inserts some thousand at a time,
-- in order.
CREATE TABLE entry_amount (
  account INTEGER NOT NULL,
  amount_e4 INTEGER NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (account, amount_e4, key)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entry_amount_on_update AFTER UPDATE OF key, account, amount_e4 ON entry
WHEN (old.key, old.account, old.amount_e4) IS NOT (new.key, new.account, new.amount_e4)
BEGIN
  DELETE FROM entry_amount WHERE account = old.account AND amount_e4 = old.amount_e4 AND key = old.key;
  INSERT INTO entry_amount (account, amount_e4, key) VALUES (new.account, new.amount_e4, new.key) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER entry_amount_on_delete AFTER DELETE ON entry
BEGIN
  DELETE FROM entry_amount WHERE account = old.account AND amount_e4 = old.amount_e4 AND key = old.key;
END;
`;

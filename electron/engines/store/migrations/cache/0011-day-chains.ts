import type { Migration } from '../../migrate.ts';

const forget = (entry: 'old' | 'new') =>
  `DELETE FROM day_chain WHERE account = ${entry}.account
     AND day = (iif(${entry}.key < 0, -1 - ${entry}.key, ${entry}.key) >> 34);`;

/**
 * The chain of balances over a day's entries that are not withdrawn (`statements/chain/day-chains.ts`). It can be read from them again
 * at any time, so an older copy begins with none. What changes or removes an entry takes its day's away, whatever code does it; an
 * entry on the move lies at -1 - key for a moment and belongs to its day all the same. A new entry needs no trigger: a chain
 * of fewer entries than the day's stored count is ignored.
 */
export const dayChains: Migration = {
  name: 'chains of days',
  up: `
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

  CREATE TRIGGER entry_chained_otherwise
  AFTER UPDATE OF key, account, id, direction, amount_e4, balance_e4, withdrawn_at ON entry
  BEGIN
    ${forget('old')}
    ${forget('new')}
  END;

  CREATE TRIGGER entry_chained_no_more AFTER DELETE ON entry
  BEGIN
    ${forget('old')}
  END;
`,
};

import type { Migration } from '../../migrate.ts';

/**
 * Days, months and years that were closed, reopened, and of which late entries were acknowledged: each act is chained to the one before
 * (`digest`) and never changed. `close_entries`: the entries that an account's days were closed on, as compressed JSON. `close_asks`:
 * the requirements of a close; the newest row counts.
 */
export const closes: Migration = {
  name: 'closes',
  up: `
  CREATE TABLE close_act (
    n INTEGER PRIMARY KEY,
    act TEXT NOT NULL CHECK (act IN ('close', 'reopen', 'take')),
    kind TEXT NOT NULL CHECK (kind IN ('day', 'month', 'year')),
    period TEXT NOT NULL,
    from_day TEXT NOT NULL,
    to_day TEXT NOT NULL,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    document TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE INDEX close_act_period ON close_act (kind, period, n);
  CREATE TABLE close_entries (
    n INTEGER NOT NULL REFERENCES close_act (n),
    account_number TEXT NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (n, account_number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE close_asks (
    n INTEGER PRIMARY KEY,
    said_at TEXT NOT NULL,
    said_by TEXT NOT NULL,
    asks TEXT NOT NULL
  ) STRICT;
  ${['close_act', 'close_entries', 'close_asks'].map(appendOnly).join('\n  ')}
`,
};

function appendOnly(table: string): string {
  return `CREATE TRIGGER ${table}_stays BEFORE UPDATE ON ${table}
    BEGIN SELECT raise(ABORT, 'what was closed is never changed'); END;
  CREATE TRIGGER ${table}_is_kept BEFORE DELETE ON ${table}
    BEGIN SELECT raise(ABORT, 'what was closed is never removed'); END;`;
}

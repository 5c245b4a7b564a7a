import type { Migration } from '../../migrate.ts';

/** The currency in which people report, and the newest rate of each pair from each kind of source. */
export const rates: Migration = {
  name: 'reporting currency and rates',
  up: `
  CREATE TABLE reporting_currency (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    currency TEXT NOT NULL,
    chosen_at TEXT NOT NULL,
    chosen_by TEXT NOT NULL
  ) STRICT;
  CREATE TABLE exchange_rate (
    base TEXT NOT NULL,
    counter TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('hand', 'bank', 'file')),
    name TEXT NOT NULL,
    rate TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (base, counter, source)
  ) STRICT, WITHOUT ROWID;
`,
};

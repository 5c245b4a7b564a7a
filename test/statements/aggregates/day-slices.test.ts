import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ordinalOf } from '../../../electron/nouns/accounts/ordinals.ts';
import { slicesOf } from '../../../electron/nouns/statements/aggregates/day-slices.ts';
import { dayOfKey } from '../../../electron/nouns/statements/entries/entry-keys.ts';
import { boundsOf, entryQuery } from '../../../electron/nouns/statements/query/filters.ts';
import { rows } from '../../../electron/engines/store/database.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { play, reading } from '../../support/files/statement-histories.ts';
import { firstDay, openCopy } from '../../support/stores/store.ts';

const filters: StatementFilter[] = [
  {},
  { direction: 'debit' },
  { transactionType: 'FEE', from: dateOfDayNumber(firstDay + 1) },
  { search: 'payment', to: dateOfDayNumber(firstDay + 3) },
];

describe('the slices of a long question', () => {
  test('hold every entry of the filter once, newest first, whatever their size', () => {
    const copy = { ...openCopy() };
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 1, maxLength: 3 }),
        fc.record({ first: fc.integer({ min: 1, max: 6 }), most: fc.integer({ min: 1, max: 9 }) }),
        (readings, sizes) => {
          for (const number of play(copy, readings)) {
            const account = ordinalOf(copy.reader, number);
            for (const filter of filters) {
              const keysIn = (bounds = boundsOf(account, filter)) => {
                const { from, key, params } = entryQuery(account, filter, { bounds });
                const sql = `SELECT ${key} AS key FROM ${from} ORDER BY ${key} DESC`;
                return rows<{ key: number }>(copy.reader, sql, ...params).map((found) => found.key);
              };
              const slices = [...slicesOf(copy.reader, account, filter, sizes)];
              expect(slices.flatMap((bounds) => keysIn(bounds))).toEqual(keysIn());
              for (const { low, high } of slices)
                expect(dayOfKey(low)).toBeLessThanOrEqual(dayOfKey(high));
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dayCounts } from '../../../electron/nouns/statements/search/long-reads.ts';
import { boundsOf, entryQuery } from '../../../electron/nouns/statements/query/filters.ts';
import { rows } from '../../../electron/engines/store/database.ts';
import {
  entryCount,
  firstPage,
  indexOfPlace,
  placeOfEntry,
  pageAt,
  placeOfIndex,
  transactionTypes,
} from '../../../electron/nouns/statements/tables.ts';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
} from '../../support/stores/store.ts';

const filled = () => {
  const copy = openCopy();
  copy.writer.ensureAccount('another', 'USD');
  const entries = Array.from({ length: 120 }, (_, ordinal) =>
    entry(`e${ordinal}`, {
      ordinal,
      day: firstDay + Math.floor(ordinal / 17),
      direction: ordinal % 3 === 0 ? 'debit' : 'credit',
      transactionType: ordinal % 5 === 0 ? 'FEE' : 'TRANSFER',
      narration: ordinal % 4 === 0 ? `Rent Łódź Café ${ordinal}` : `Salary ${ordinal}`,
    }),
  );
  fetchRange(copy.writer, [entries], { start: range(firstDay, firstDay + 10) });
  fetchRange(copy.writer, [[entry('other', { narration: 'Rent elsewhere', day: firstDay + 3 })]], {
    start: { accountNumber: 'another', from: firstDay, to: firstDay + 10 },
  });
  return { ...copy, entries };
};

const filters: StatementFilter[] = [
  {},
  { direction: 'debit' },
  { transactionType: 'FEE' },
  { transactionType: 'FEE', direction: 'credit' },
  { transactionType: 'never heard of' },
  { from: '2024-10-05', to: '2024-10-07' },
  { search: 'rent' },
  { search: 'cafe 1', direction: 'debit', from: '2024-10-05' },
];

describe('a page of a statement', () => {
  test.each(filters)(
    'under %o is the same by first page, by key and by absolute index',
    (filter) => {
      const { reader } = filled();
      const view = { accountNumber, filter };
      const all = firstPage(reader, view, 1_000).rows;
      const counts = dayCounts(reader, accountNumber, filter);
      expect(counts.total).toBe(all.length);
      const byKey: string[] = [];
      for (
        let page = firstPage(reader, view, 7);
        page.lastKey !== null;
        page = pageAt(reader, view, { beforeKey: page.lastKey }, 7)
      )
        byKey.push(...page.rows.map(({ id }) => id));
      expect(byKey).toEqual(all.map(({ id }) => id));
      for (const [index, { id }] of all.entries()) {
        const place = placeOfIndex(counts, index);
        expect(place && pageAt(reader, view, place, 3).rows).toEqual(all.slice(index, index + 3));
        const where = placeOfEntry(reader, view, id);
        expect(where && indexOfPlace(counts, where)).toBe(index);
      }
      expect(placeOfIndex(counts, all.length)).toBeNull();
    },
  );

  test('is newest first and knows nothing of other accounts', () => {
    const { reader } = filled();
    const { rows: found } = firstPage(reader, { accountNumber, filter: { search: 'rent' } }, 100);
    expect(found).toHaveLength(30);
    expect(found[0]?.id).toBe('e116');
    expect(firstPage(reader, { accountNumber: 'unknown', filter: {} }, 5)).toEqual({
      rows: [],
      lastKey: null,
    });
    expect(entryCount(reader)).toBe(121);
    expect(entryCount(reader, accountNumber)).toBe(120);
    expect(transactionTypes(reader, accountNumber)).toEqual(['FEE', 'TRANSFER']);
  });

  test('an entry that the filter leaves out has no index', () => {
    const { reader } = filled();
    const view = { accountNumber, filter: { direction: 'debit' } as const };
    expect(placeOfEntry(reader, view, 'e1')).toBeNull();
    expect(placeOfEntry(reader, view, 'never')).toBeNull();
  });

  test.each(filters)('under %o walks an index and never sorts [S14]', (filter) => {
    const { reader } = filled();
    const { from, order, params } = entryQuery(0, filter, { bounds: boundsOf(0, filter) });
    const plan = rows<{ detail: string }>(
      reader,
      `EXPLAIN QUERY PLAN SELECT * FROM ${from} ORDER BY ${order} DESC LIMIT 100`,
      ...params,
    ).map(({ detail }) => detail);
    expect(plan.join('\n')).not.toMatch(/SCAN e\b|TEMP B-TREE/);
    expect(plan.join('\n')).toMatch(
      filter.search === undefined ? /USING (COVERING )?INDEX entry_account/ : /VIRTUAL TABLE INDEX/,
    );
  });
});

describe('the search', () => {
  test('finds words without case and accents, the last one by its beginning', () => {
    const { reader } = filled();
    const found = (search: string, account = accountNumber) =>
      firstPage(reader, { accountNumber: account, filter: { search } }, 100).rows;
    expect(found('CAFE re')).toHaveLength(30);
    expect(found('rent elsew')).toEqual([]);
    expect(found('rent elsew', 'another')).toMatchObject([{ id: 'other' }]);
    expect(found('elsewhere rent salary', 'another')).toEqual([]);
  });

  test('takes anything typed as text', () => {
    const { reader } = filled();
    const oddities = [
      '"',
      '" OR "',
      'NEAR(',
      '*',
      '-',
      '^a',
      'a:b',
      '{narration}: x',
      "'",
      '\0',
      '(',
      'AND',
      '\ud800',
    ];
    for (const search of oddities) {
      const { rows: found } = firstPage(reader, { accountNumber, filter: { search } }, 5);
      expect(found.length).toBeLessThanOrEqual(5);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (search) => {
        firstPage(reader, { accountNumber, filter: { search } }, 5);
        dayCounts(reader, accountNumber, { search });
      }),
      { numRuns: 200 },
    );
  });
});

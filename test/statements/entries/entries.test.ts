import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  dayCounts,
  readBatch,
  sums,
} from '../../../electron/nouns/statements/search/long-reads.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { findKey } from '../../../electron/nouns/statements/entries/places.ts';
import { rows, type CacheReader } from '../../../electron/engines/store/database.ts';
import { unreadCount } from '../../../electron/nouns/statements/position.ts';
import { entryById } from '../../../electron/nouns/statements/entries/entry-detail.ts';
import { firstPage } from '../../../electron/nouns/statements/tables.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
  standingIds,
} from '../../support/stores/store.ts';

describe('an entry', () => {
  test('that comes again with the same content writes nothing', () => {
    const { writer, reader } = openCopy();
    const entries = [entry('a', { ordinal: 0 }), entry('b', { ordinal: 1 })];
    expect(fetchRange(writer, [entries])).toMatchObject({ inserted: 2, changed: 0, active: 2 });
    const before = rows(reader, 'SELECT * FROM entry');
    expect(fetchRange(writer, [entries])).toMatchObject({ inserted: 0, changed: 0, unchanged: 2 });
    expect(rows(reader, 'SELECT * FROM entry')).toEqual(before);
    expect(rows(reader, 'SELECT * FROM entry_version')).toEqual([]);
  });

  test('with other content is a new version, and the old one is retained [M3]', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entry('a')]]);
    expect(
      fetchRange(writer, [[entry('a', { amountE4: 20_000n, narration: 'Rewritten' })]]),
    ).toMatchObject({
      inserted: 0,
      changed: 1,
    });
    const detail = entryById(reader, accountNumber, 'a');
    expect(detail).toMatchObject({
      version: 2,
      narration: 'Rewritten',
      amount: { amount: '2.00' },
    });
    expect(detail?.earlierVersions).toMatchObject([
      { version: 1, amount: '1.00', narration: 'Payment a' },
    ]);
    expect(found(reader, 'rewritten')).toHaveLength(1);
    expect(found(reader, 'payment')).toHaveLength(0);
  });

  test('to which the bank gives another date moves there', () => {
    const { writer, reader } = openCopy();
    const start = range(firstDay, firstDay + 3);
    fetchRange(writer, [[entry('a'), entry('b', { ordinal: 1 })]], { start });
    fetchRange(
      writer,
      [[entry('b', { ordinal: 0 }), entry('a', { day: firstDay + 2, ordinal: 1 })]],
      { start },
    );
    expect(standingIds(reader)).toEqual(['b', 'a']);
    expect(entryById(reader, accountNumber, 'a')?.day).toBe('2024-10-06');
    expect(found(reader, 'payment')).toEqual(['a', 'b']);
  });

  test('that the bank no longer sends is withdrawn, not deleted, and stands again when it reappears', () => {
    const { writer, reader } = openCopy();
    const [a, b] = [entry('a'), entry('b', { ordinal: 1 })];
    fetchRange(writer, [[a, b]]);
    expect(fetchRange(writer, [[a]])).toMatchObject({ withdrawn: 1, active: 1 });
    expect(
      firstPage(reader, { accountNumber, filter: {} }, 10).rows.map(
        (row) => row.withdrawnAt !== null,
      ),
    ).toEqual([true, false]);
    expect(standingIds(reader)).toEqual(['a']);
    expect(fetchRange(writer, [[a, b]])).toMatchObject({ changed: 1, withdrawn: 0, active: 2 });
    expect(entryById(reader, accountNumber, 'b')).toMatchObject({ withdrawnAt: null, version: 1 });
  });

  test('is not withdrawn when the reading was not whole', () => {
    const { writer } = openCopy();
    fetchRange(writer, [[entry('a'), entry('b', { ordinal: 1 })]]);
    expect(fetchRange(writer, [[entry('a')]], { withdraw: false })).toMatchObject({
      withdrawn: 0,
      active: 2,
    });
  });

  test('counts as unread only after the first complete sync of its account', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entry('a')]]);
    expect(unreadCount(reader, accountNumber)).toBe(0);
    fetchRange(writer, [[entry('a'), entry('b', { ordinal: 1 }), entry('c', { ordinal: 2 })]]);
    expect(unreadCount(reader, accountNumber)).toBe(2);
    writer.markRead(accountNumber, ['b', 'unknown'], true);
    expect(unreadCount(reader, accountNumber)).toBe(1);
    writer.markRead(accountNumber, ['b', 'unknown'], false);
    expect(unreadCount(reader, accountNumber)).toBe(2);
  });

  test('can be found while its range is still being fetched', () => {
    const { writer, reader } = openCopy();
    const { rangeId } = writer.beginRange(range());
    writer.savePage({ rangeId, cursor: '{}', entries: [entry('a')], unreadable: [] });
    expect(entryById(reader, accountNumber, 'a')?.id).toBe('a');
    writer.abandonRange(rangeId);
    expect(found(reader, 'payment')).toHaveLength(1);
    expect(findKey(reader, 0, 'a')).not.toBeNull();
  });

  test('keeps 14 digits and 4 decimals, alone and in sums', () => {
    const { writer, reader } = openCopy();
    const most = 999_999_999_999_999_999n;
    fetchRange(writer, [
      Array.from({ length: 30 }, (_, ordinal) =>
        entry(`e${ordinal}`, { ordinal, amountE4: most, balanceE4: -most }),
      ),
    ]);
    expect(sums(reader, accountNumber, {})).toMatchObject({
      count: 30,
      creditsE4: most * 30n,
      debitsE4: 0n,
    });
    expect(
      readBatch(reader, { accountNumber, filter: {}, afterKey: null, limit: 1 }).rows[0],
    ).toMatchObject({
      amount: '99999999999999.9999',
      balance: '-99999999999999.9999',
    });
  });
});

test('what was set aside is stored with its reason until a complete reading no longer brings it', () => {
  const { writer, reader } = openCopy();
  const aside = [
    {
      entryId: 'x',
      day: firstDay,
      reason: '1e3 is written with an exponent',
      text: '{"amount":1e3}',
    },
  ];
  const first = writer.beginRange(range());
  writer.savePage({ rangeId: first.rangeId, cursor: '{}', entries: [], unreadable: aside });
  writer.finishRange({
    rangeId: first.rangeId,
    asOf: '2026-11-20T00:00:00.000Z',
    days: [],
    withdraw: true,
  });
  expect(rows(reader, 'SELECT entry_id, reason FROM unreadable_entry')).toHaveLength(1);
  fetchRange(writer, [[entry('x')]]);
  expect(rows(reader, 'SELECT entry_id FROM unreadable_entry')).toEqual([]);
});

describe('the order of entries inside a day is the bank’s order', () => {
  const days = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 25 });
  const reading = fc.record({
    newestFirst: fc.boolean(),
    pageSize: fc.integer({ min: 1, max: 7 }),
    from: fc.integer({ min: 0, max: 1 }),
    crashAfter: fc.integer({ min: 0, max: 8 }),
    picked: fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
  });

  test('whichever end comes first, however pages are cut, whatever comes late', () => {
    fc.assert(
      fc.property(days, fc.array(reading, { minLength: 1, maxLength: 4 }), (placed, readings) => {
        const { writer, reader, file } = openCopy();
        const all = placed
          .toSorted((a, b) => a - b)
          .map((day, index) => ({ id: `e${index}`, day: firstDay + day }));
        let shown = new Set<string>();
        let current = writer;
        for (const [
          turn,
          { newestFirst, pageSize, from, crashAfter, picked },
        ] of readings.entries()) {
          const isLast = turn === readings.length - 1;
          shown = new Set([
            ...shown,
            ...all.filter((_, index) => isLast || picked[index]).map(({ id }) => id),
          ]);
          const first = isLast ? firstDay : firstDay + from;
          const entries = all
            .filter(({ id, day }) => shown.has(id) && day >= first)
            .map(({ id, day }, ordinal) => entry(id, { day, ordinal, balanceE4: 0n }));
          const start = range(first, firstDay + 2);
          const { rangeId } = current.beginRange(start);
          for (const [index, page] of pagesOf(entries, pageSize, newestFirst).entries()) {
            if (index === crashAfter) current = reopened(file);
            current.savePage({ rangeId, cursor: '{}', entries: page, unreadable: [] });
          }
          current.finishRange({
            rangeId,
            asOf: '2026-11-20T00:00:00.000Z',
            days: [],
            withdraw: true,
          });
        }
        expect(standingIds(reader)).toEqual(all.map(({ id }) => id));
        expect(dayCounts(reader, accountNumber, { search: 'payment' }).total).toBe(all.length);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

function pagesOf(
  entries: readonly IncomingEntry[],
  size: number,
  newestFirst: boolean,
): IncomingEntry[][] {
  const ordered = newestFirst ? entries.toReversed() : [...entries];
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, page) =>
    ordered.slice(page * size, (page + 1) * size),
  );
}

/** As after a crash: nothing is remembered but what the file holds. */
/** Ids of the entries in which the words are found, newest first. */
const found = (reader: CacheReader, search: string): string[] =>
  firstPage(reader, { accountNumber, filter: { search } }, 100).rows.map(({ id }) => id);

const reopened = (file: string) => openCopy(file).writer;

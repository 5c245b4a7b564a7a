import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dayCounts } from '../../electron/nouns/statements/search/long-reads.ts';
import {
  keyOfSearchSql,
  searchBounds,
  searchRowSql,
} from '../../electron/nouns/statements/entries/entry-keys.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { firstPage, pageAt } from '../../electron/nouns/statements/tables.ts';
import { row, rows, type CacheReader } from '../../electron/engines/store/database.ts';
import { planSearch } from '../../electron/engines/store/search/search-plan.ts';
import { searchExpression } from '../../electron/engines/store/search/search-text.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  type Copy,
} from '../support/stores/store.ts';

const another = '0690000099';
const lastDay = firstDay + 9;
const period = { from: firstDay, to: lastDay };

/** The entries that plain matching finds, newest first: no plan, no bounds. */
function plainly(reader: CacheReader, account: string, filter: StatementFilter): string[] {
  return rows<{ id: string }>(
    reader,
    `SELECT e.id FROM entry e JOIN account a ON a.ordinal = e.account JOIN transaction_type t ON t.id = e.type
     WHERE a.number = @account AND e.direction = coalesce(@direction, e.direction) AND t.name = coalesce(@type, t.name)
       AND substr(e.at, 1, 10) BETWEEN @from AND @to
       AND ${searchRowSql('e.key')} IN (SELECT rowid FROM entry_search WHERE entry_search MATCH @match)
     ORDER BY e.key DESC`,
    {
      account,
      match: searchExpression(filter.search ?? ''),
      direction: filter.direction === undefined ? null : Number(filter.direction === 'credit'),
      type: filter.transactionType ?? null,
      from: filter.from ?? '0000',
      to: filter.to ?? '9999',
    },
  ).map(({ id }) => id);
}

const idsOf = (page: { rows: readonly { id: string }[] }): string[] =>
  page.rows.map(({ id }) => id);

/** All pages, one behind the last key of the other. */
function byPages(reader: CacheReader, view: Parameters<typeof firstPage>[1], limit: number) {
  const found: string[] = [];
  for (
    let page = firstPage(reader, view, limit);
    page.lastKey !== null;
    page = pageAt(reader, view, { beforeKey: page.lastKey }, limit)
  )
    found.push(...idsOf(page));
  return found;
}

function fill({ writer }: Copy, account: string, entries: readonly IncomingEntry[]): void {
  writer.ensureAccount(account, 'USD');
  fetchRange(writer, [entries], { start: { accountNumber: account, ...period } });
}

const pieces = [
  ...[
    'Kestrel',
    'kestrels',
    'Kest',
    'KESTRÉL',
    'e\u0301clair',
    'ÉCLAIR',
    'Straße',
    'İstanbul',
    '漢字',
    '漢字かな',
  ],
  ...[
    'REF-7001',
    'REF/7002',
    'ref7001',
    '70-01',
    '7001',
    '12345',
    '123',
    '😀',
    'a😀b',
    '--',
    '"',
    'inv\0oice',
    '\u0301x',
    'AND',
    '*',
  ],
];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 }));
const words = (max: number) => fc.array(piece, { maxLength: max }).map((parts) => parts.join(' '));
/** What a person has typed so far of such words. */
const typed = fc
  .tuple(words(3), fc.nat(30))
  .map(([text, left]) => text.slice(0, Math.max(1, text.length - (left % (text.length + 1)))));

describe('a page under a search', () => {
  test('has what plain matching finds, whatever is written and typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words(4), words(2), fc.option(words(2)), fc.boolean(), fc.nat(9)), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.array(typed, { minLength: 1, maxLength: 12 }),
        fc.constantFrom<StatementFilter>({}, { direction: 'debit' }, { transactionType: 'FEE' }),
        (texts, searches, filter) => {
          const copy = openCopy();
          const entries = texts.map(([narration, customReference, extras, isDebit, day], ordinal) =>
            entry(`e${String(ordinal)}`, {
              narration,
              customReference,
              direction: isDebit ? 'debit' : 'credit',
              transactionType: ordinal % 2 === 0 ? 'FEE' : 'TRANSFER',
              day: firstDay + day,
              ordinal,
              ...(extras !== null && { extras: JSON.stringify({ more: extras.toWellFormed() }) }),
            }),
          );
          fill(copy, accountNumber, entries);
          fill(copy, another, entries.slice(0, 5));
          for (const search of searches) {
            const view = { accountNumber, filter: { ...filter, search } };
            if (searchExpression(search) === null) continue;
            const all = plainly(copy.reader, accountNumber, view.filter);
            expect(idsOf(firstPage(copy.reader, view, 100))).toEqual(all);
            expect(byPages(copy.reader, view, 4)).toEqual(all);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  describe('where many words begin alike', () => {
    const many = (isOther: boolean) =>
      Array.from({ length: 5_000 }, (_, ordinal) => {
        const age = ordinal < 2_500 ? 'old' : 'new';
        return entry(`${isOther ? 'o' : 'e'}${String(ordinal)}`, {
          ordinal,
          day: firstDay + Math.floor(ordinal / 500),
          direction: ordinal % 3 === 0 ? 'debit' : 'credit',
          transactionType: ordinal % 100 === 0 ? 'FEE' : 'TRANSFER',
          narration: `${isOther ? 'Elsewhere ' : ''}inv${age}${String(ordinal)} ${ordinal % 2 === 0 ? 'invoice' : 'investment'}`,
          customReference: ordinal % 7 === 0 ? `inv-${age}${String(ordinal)}` : '',
        });
      });
    const filled = () => {
      const copy = openCopy();
      fill(copy, accountNumber, many(false));
      fill(copy, another, many(true));
      return copy;
    };
    const searches = [
      ...[
        'i',
        'in',
        'inv',
        'invo',
        'inve',
        'invoice',
        'invest',
        'invn',
        'invnew',
        'invold',
        'invold1',
        'invold12',
        'invold2499',
        'invold2500',
      ],
      ...[
        'invoice investment',
        'invoice invold',
        'investment invnew',
        'investment invold2',
        'elsewhere',
        'elsewhere invnew',
        'else',
      ],
      ...[
        'inv-n',
        'inv-new',
        'inv-old',
        'inv-old2',
        'invoice inv-old',
        '-',
        'invoice -',
        'invoi -',
        'zzzz',
        'zzzz invnew',
        'invzzz',
      ],
    ];
    const filters: StatementFilter[] = [
      {},
      { direction: 'debit' },
      { transactionType: 'FEE' },
      { transactionType: 'FEE', direction: 'debit' },
      { from: dateOfDayNumber(firstDay + 1), to: dateOfDayNumber(firstDay + 2) },
    ];

    test('it has what plain matching finds, from the newest, from a key and from a place in a day', () => {
      const { reader } = filled();
      for (const account of [accountNumber, another])
        for (const filter of filters)
          for (const search of searches) {
            const view = { accountNumber: account, filter: { ...filter, search } };
            const what = JSON.stringify(view);
            const all = plainly(reader, account, view.filter);
            const first = firstPage(reader, view, 100);
            expect(idsOf(first), what).toEqual(all.slice(0, 100));
            if (first.lastKey !== null)
              expect(idsOf(pageAt(reader, view, { beforeKey: first.lastKey }, 100)), what).toEqual(
                all.slice(100, 200),
              );
            const upTo = { ...view.filter, to: dateOfDayNumber(firstDay + 1) };
            expect(idsOf(pageAt(reader, view, { day: firstDay + 1, offset: 7 }, 50)), what).toEqual(
              plainly(reader, account, upTo).slice(7, 57),
            );
          }
    });

    test('lists are named rather than put together, or the newest are looked through', () => {
      const { reader } = filled();
      const plan = (search: string) =>
        planSearch(reader, { index: 'entry_search', table: 'search_term' }, search);
      expect(plan('inv')).toEqual({ kind: 'lists', match: '"inv"*' });
      expect(plan('invoi')).toEqual({ kind: 'lists', match: '("invoice")' });
      expect(plan('elsewhere inve')).toEqual({
        kind: 'lists',
        match: '"elsewhere" AND ("investment")',
      });
      expect(plan('invn')).toEqual({ kind: 'look', match: '"invn"*', wider: '"inv" *' });
      expect(plan('invzzz')).toBeNull();
    });
  });

  test('finds what a range under way has brought no sooner than the counts do', () => {
    const { writer, reader } = openCopy();
    fill({ writer } as Copy, accountNumber, [entry('a', { narration: 'Rent March' })]);
    const { rangeId } = writer.beginRange({ accountNumber, ...period });
    const late = entry('b', { narration: 'Rent April', day: firstDay + 1 });
    writer.savePage({ rangeId, cursor: '{}', entries: [late], unreadable: [] });
    const view = { accountNumber, filter: { search: 'rent apr' } };
    expect(idsOf(firstPage(reader, view, 10))).toEqual([]);
    expect(dayCounts(reader, accountNumber, view.filter).total).toBe(0);
    writer.finishRange({ rangeId, asOf: '2026-11-20T09:41:00.000Z', days: [], withdraw: false });
    expect(idsOf(firstPage(reader, view, 10))).toEqual(['b']);
  });
});

describe('the rows of the search index', () => {
  const place = fc.record({
    day: fc.nat(2 ** 19 - 1),
    account: fc.nat(1023),
    slot: fc.nat(2 ** 24 - 1),
  });
  const keyOf = ({ day, account, slot }: { day: number; account: number; slot: number }) =>
    day * 2 ** 34 + account * 2 ** 24 + slot;

  test('between bounds are those of the account’s entries between the keys, as integers', () => {
    const { reader } = openCopy();
    const rowOf = (entryKey: number) =>
      row<{ found: number; back: number }>(
        reader,
        `WITH place AS (SELECT CAST(? AS INTEGER) AS key), found AS (SELECT ${searchRowSql('key')} AS found FROM place)
         SELECT found, ${keyOfSearchSql('found')} AS back FROM found`,
        entryKey,
      );
    fc.assert(
      fc.property(place, place, place, fc.integer({ min: -1, max: 2 }), (a, b, c, by) => {
        const { account } = a;
        const entryKey = keyOf({ ...c, account });
        const made = rowOf(entryKey);
        expect(made?.back).toBe(entryKey);
        const near = by === 2 ? keyOf(b) : entryKey + by;
        for (const ends of [
          { low: near, high: keyOf(a) },
          { low: keyOf(a), high: near },
        ]) {
          const { low, high } = searchBounds(account, ends);
          const found = BigInt(made?.found ?? -1);
          expect(low <= found && found <= high).toBe(ends.low <= entryKey && entryKey <= ends.high);
        }
      }),
    );
  });
});

describe('a name with a mark within', () => {
  const written = [
    'O’Connor',
    "O'Connor",
    'O. Connor',
    'O Connor',
    'OCONNOR',
    'Jean-Pierre',
    'jeanpierre',
    'Oconn Orlando',
  ];
  const filled = () => {
    const copy = openCopy();
    const entries = written.map((name, ordinal) =>
      entry(name, { ordinal, narration: `Fee for ${name} Ltd`, day: firstDay + 1 }),
    );
    fetchRange(copy.writer, [entries], { start: { accountNumber, from: firstDay, to: lastDay } });
    return copy.reader;
  };
  const found = (reader: CacheReader, search: string): string[] =>
    firstPage(reader, { accountNumber, filter: { search } }, 50)
      .rows.map(({ id }) => id)
      .toSorted();
  const connors = written.slice(0, 5).toSorted();

  test.each([
    'oconnor',
    'OConnor',
    "O'Connor",
    'o’connor',
    'O-Connor',
    'fee oconnor',
    'oconnor ltd',
    "o'conn ltd fee oconnor",
  ])('is found by %s, however it is written', (search) => {
    const reader = filled();
    const all = search.startsWith("o'conn ltd") ? [] : connors;
    expect(found(reader, search)).toEqual(all);
    // Among few entries they are looked through one by one: with a direction, the same.
    expect(
      firstPage(reader, { accountNumber, filter: { search, direction: 'credit' } }, 50).rows,
    ).toHaveLength(all.length);
  });

  test('is found by its letters, split at every place at which the copy has both parts', () => {
    const names = ['D Andreas', 'Da Ndreas', 'Dan Dreas', 'Dand', 'Ndreas'];
    const { writer, reader } = openCopy();
    const entries = names.map((name, ordinal) =>
      entry(name, { ordinal, narration: `For ${name}`, day: firstDay + 1 }),
    );
    fetchRange(writer, [entries], { start: { accountNumber, from: firstDay, to: lastDay } });
    expect(found(reader, 'dandreas')).toEqual(['D Andreas', 'Da Ndreas', 'Dan Dreas']);
    expect(found(reader, 'dandr')).toEqual(['D Andreas', 'Da Ndreas']);
  });

  test.each(['jeanpierre', 'Jean-Pierre', 'jeanpier', 'jean pierre ltd'])(
    'is found by %s',
    (search) => {
      expect(found(filled(), search)).toEqual(
        search === 'jean pierre ltd' ? ['Jean-Pierre'] : ['Jean-Pierre', 'jeanpierre'],
      );
    },
  );

  test('is not found by more than its letters, nor by its parts in another order', () => {
    expect(found(filled(), 'connorx')).toEqual([]);
    expect(found(filled(), '- oconnor')).toEqual(connors);
    expect(found(filled(), 'connor o')).toEqual(written.slice(0, 4).toSorted());
  });
});

import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { prepared, rows, run } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { hashOfId } from '../../../electron/nouns/statements/entries/entry-keys.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import {
  moveEntry,
  registerExtrasText,
} from '../../../electron/nouns/statements/entries/move-entries.ts';
import {
  packEntries,
  unpackEntries,
} from '../../../electron/nouns/statements/reading/packed-entries.ts';
import { findKey } from '../../../electron/nouns/statements/entries/places.ts';
import { settle } from '../../../electron/nouns/statements/entries/settle.ts';
import type { RangeState } from '../../../electron/nouns/statements/entries/range-state.ts';
import { storeMethods } from '../../../electron/nouns/statements/reading/reading-store.ts';
import { verifyAggregates } from '../../../electron/nouns/statements/aggregates/aggregate-verifier.ts';
import {
  accountNumber,
  asOf,
  closing,
  codeOf,
  entry,
  firstDay,
  key,
  temporaryFolder,
} from '../../support/stores/store.ts';

const days = { from: firstDay, to: firstDay + 9 };
const start = { accountNumber, ...days };

/** A local copy as a reading sees it, and as SQL does. */
function openStore() {
  const database = closing(openCacheConnection(join(temporaryFolder(), 'cache.db'), key));
  registerExtrasText(database);
  const writer = { database, ranges: new Map<number, RangeState>() };
  const store = storeMethods(writer);
  const { rangeId, account } = store.begin(start, '');
  const save = (
    first: number,
    ...pages: readonly (readonly IncomingEntry[])[]
  ): ReturnType<typeof store.savePages> =>
    store.savePages(rangeId, {
      ...{ first, followed: [] },
      pages: pages.map((entries, index) => ({
        ...{ rangeId, cursor: `{"page":${first + index}}`, unreadable: [], seenAt: asOf },
        entries: packEntries(account, entries),
      })),
    });
  /** What is owed to the search and the places is done at once. */
  const settled = (): void => {
    const state = writer.ranges.get(rangeId);
    if (!state) throw new Error('no range is under way');
    settle(database, state);
  };
  const finish = () => store.finish({ rangeId, asOf, days: [], withdraw: true });
  const stored = () =>
    rows<Record<string, unknown>>(
      database,
      `SELECT id, CAST(amount_e4 AS TEXT) AS amount, currency, direction, type, at, narration, reference,
         CAST(balance_e4 AS TEXT) AS balance, extras, digits, key >> 34 AS day FROM entry ORDER BY key`,
    );
  return { database, store, account, save, settled, finish, stored };
}

/** What SQL should hold of an entry. */
const asStored = (given: IncomingEntry) => ({
  id: given.id,
  amount: String(given.amountE4),
  currency: given.currency,
  direction: given.direction === 'credit' ? 1 : 0,
  at: given.at,
  narration: given.narration,
  reference: given.customReference,
  balance: String(given.balanceE4),
  extras: given.extras ?? null,
  digits: given.digits ?? null,
  day: given.day,
});

/** Any text that a page may have: quotes, controls and every letter. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const anyUnits = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const anyEntries = fc.array(
  fc.record({
    narration: anyText,
    customReference: anyText,
    transactionType: fc.constantFrom('FEE', 'TRANSFER', 'é"\\'),
    direction: fc.constantFrom('debit' as const, 'credit' as const),
    amountE4: anyUnits,
    balanceE4: anyUnits,
    day: fc.integer({ min: firstDay, max: firstDay + 9 }),
    extras: fc.option(
      anyText.map((text) => JSON.stringify({ text }) as IncomingEntry['extras']),
      {
        nil: undefined,
      },
    ),
    digits: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('the new entries of a page', () => {
  test('are stored to the last letter and digit, whatever the bank writes', () => {
    fc.assert(
      fc.property(anyEntries, (given) => {
        const { save, finish, stored, database } = openStore();
        const page = given.map((one, ordinal) => entry(`e"${ordinal}`, { ...one, ordinal }));
        const [saved] = save(0, page);
        expect(saved?.saved).toEqual({ inserted: page.length, changed: 0, unchanged: 0 });
        finish();
        const byId = new Map(stored().map((row) => [row['id'], row]));
        for (const one of page) expect(byId.get(one.id)).toMatchObject(asStored(one));
        expect(verifyAggregates(database, { accountNumber, entriesMax: 1_000 })).toMatchObject({
          ...{ wrong: [], isWholeWrong: false },
        });
      }),
      { numRuns: 60 },
    );
  });

  test.each(['a\u0000b', 'half a pair \ud800', 'line\u2028separator', '\u0001'])(
    'are stored as one by one where a text is %j',
    (narration) => {
      const { save, stored } = openStore();
      save(0, [entry('a', { narration }), entry('b', { ordinal: 1 })]);
      const { save: saveAlone, stored: storedAlone } = openStore();
      // An id that is there already makes each be looked at.
      saveAlone(0, [entry('b', { ordinal: 1 })]);
      saveAlone(1, [entry('a', { narration }), entry('b', { ordinal: 1 })]);
      expect(stored().find(({ id }) => id === 'a')).toEqual(
        storedAlone().find(({ id }) => id === 'a'),
      );
    },
  );

  test('come out of their package as they went in', () => {
    fc.assert(
      fc.property(anyEntries, (given) => {
        const page = given.map((one, ordinal) => entry(`e${ordinal}`, { ...one, ordinal }));
        expect(unpackEntries(packEntries(3, page))).toEqual(page);
      }),
    );
  });

  test('are found by their ids and amounts, also by one whose hash another account took', () => {
    const { save, finish, database, account } = openStore();
    run(database, 'INSERT INTO entry_place VALUES (?, 1)', hashOfId(account, 'a'));
    save(0, [entry('a'), entry('b', { ordinal: 1 })]);
    finish();
    const keys = ['a', 'b'].map((id) => findKey(database, account, id));
    expect(keys.every((found) => found !== null)).toBe(true);
    const ids = keys.map((found) =>
      prepared(database, 'SELECT id FROM entry WHERE key = ?', 'value').get(found),
    );
    expect(ids).toEqual(['a', 'b']);
    expect(rows(database, 'SELECT * FROM entry_amount')).toHaveLength(2);
    expect(rows(database, 'SELECT * FROM entry_place')).toHaveLength(3);
  });

  test('keep an entry that stands where one of them belongs', () => {
    const { save, finish, stored, settled, database, account } = openStore();
    save(0, [entry('a')]);
    settled();
    // The slot of a later entry of the page is taken.
    const from = Number(findKey(database, account, 'a'));
    moveEntry(database, { account, from, to: from + 2 });
    save(1, [entry('b', { ordinal: 1 }), entry('c', { ordinal: 2 }), entry('d', { ordinal: 3 })]);
    finish();
    expect(
      stored()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  test('of a second reading are looked up: none is stored twice', () => {
    const { save, finish, store, stored } = openStore();
    save(0, [entry('a'), entry('b', { ordinal: 1 })]);
    finish();
    const { rangeId, account } = store.begin(start, '');
    const entries = packEntries(account, [entry('a'), entry('c', { ordinal: 2 })]);
    const page = { rangeId, cursor: '{}', unreadable: [], seenAt: asOf, entries };
    const [saved] = store.savePages(rangeId, { first: 0, followed: [], pages: [page] });
    expect(saved?.saved).toEqual({ inserted: 1, changed: 0, unchanged: 1 });
    expect(stored()).toHaveLength(3);
  });

  test('of a reading that began with none and was settled since are stored once each', () => {
    const { save, finish, settled, stored } = openStore();
    save(0, [entry('a')]);
    settled();
    save(1, [entry('b', { ordinal: 1 })]);
    expect(finish()).toEqual({ withdrawn: 0, active: 2 });
    expect(stored()).toHaveLength(2);
  });
});

describe('pages that are sent before the last ones were answered for', () => {
  test('are refused where those failed, so that no cursor passes over them', () => {
    const { save, store, database, stored } = openStore();
    save(0, [entry('a')]);
    database.connection.pragma('max_page_count = 1');
    const many = Array.from({ length: 500 }, (_, at) =>
      entry(`m${at}`, { ordinal: at + 1, narration: 'x'.repeat(300) }),
    );
    expect(codeOf(() => save(1, many))).toBe('store.full');
    database.connection.pragma('max_page_count = 1000000');
    expect(() => save(2, [entry('z', { ordinal: 600 })])).toThrow(/does not follow/);
    expect(store.resumable(start)?.cursor).toBe('{"page":0}');
    save(1, many);
    expect(stored()).toHaveLength(501);
  });

  test('of an abandoned reading are refused', () => {
    const { save, store } = openStore();
    store.begin(start, '');
    expect(() => save(0, [entry('a')])).toThrow(/does not follow|not under way/);
  });
});

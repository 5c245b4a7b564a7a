import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { rows, type CacheReader } from '../../../electron/engines/store/database.ts';
import {
  accountNumber,
  asOf,
  entry,
  firstDay,
  openCopy,
  range,
} from '../../support/stores/store.ts';

/** Entries of few ids, so that they come again: the same, with other words, more, or on another day. */
const incoming = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  narration: fc.constantFrom('Rent', 'Salary'),
  amountE4: fc.constantFrom(10_000n, 20_000n),
  day: fc.constantFrom(firstDay, firstDay, firstDay + 1),
  extras: fc.constantFrom(undefined, undefined, '{"note":"one"}', '{"note":"two"}'),
});
const pages = fc.array(fc.array(incoming, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 3,
});
const histories = fc.array(fc.record({ pages, withdraw: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

type History = {
  pages: Pick<IncomingEntry, 'id' | 'narration' | 'amountE4' | 'day' | 'extras'>[][];
  withdraw: boolean;
}[];

const tables = {
  entry: 'key',
  entry_version: 'account, entry_id, version',
  entry_place: 'id_hash',
  entry_amount: 'account, amount_e4, key',
  unread: 'account, key',
  entry_sum: 'account, type, day, direction',
};

const stored = (reader: CacheReader): unknown =>
  Object.entries(tables).map(([table, order]) =>
    rows(reader, `SELECT * FROM ${table} ORDER BY ${order}`),
  );

/** What is stored in the end where the entries are saved by pages, or one by one. */
function storedAfter(history: History, isOneByOne: boolean): unknown {
  const { writer, reader } = openCopy();
  for (const { pages: read, withdraw } of history) {
    const { rangeId } = writer.beginRange(range(firstDay, firstDay + 1));
    let ordinal = 0;
    for (const page of read) {
      const entries = page.map(({ id, ...rest }) => entry(id, { ...rest, ordinal: ordinal++ }));
      for (const part of isOneByOne ? entries.map((one) => [one]) : [entries])
        writer.savePage({ rangeId, cursor: '{}', entries: part, unreadable: [], seenAt: asOf });
    }
    writer.finishRange({ rangeId, asOf, days: [], withdraw });
  }
  expect(rows(reader, 'SELECT key, amount_e4 FROM entry_amount ORDER BY key')).toEqual(
    rows(reader, 'SELECT key, amount_e4 FROM entry ORDER BY key'),
  );
  return stored(reader);
}

test('a page looked up at once is stored as its entries would be one by one, whatever comes twice in it', () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(storedAfter(history, false)).toEqual(storedAfter(history, true));
    }),
    { numRuns: 15 },
  );
});

test('an entry that comes again in one page is compared with what the page had of it before', () => {
  const { writer, reader } = openCopy();
  const save = (...entries: IncomingEntry[]) => {
    const { rangeId } = writer.beginRange(range());
    const saved = writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
    writer.finishRange({ rangeId, asOf, days: [], withdraw: false });
    return saved;
  };
  save(entry('old'));
  const balanceE4 = 10_000n;
  const again = save(
    entry('old', { ordinal: 0, narration: 'Two' }),
    entry('old', { ordinal: 1, balanceE4, narration: 'Three' }),
    entry('old', { ordinal: 2, balanceE4, narration: 'Three' }),
    entry('new', { ordinal: 3, balanceE4 }),
    // Extra fields of an entry that is not settled yet settle the page so far.
    entry('new', { ordinal: 4, balanceE4, extras: '{"note":"one"}' }),
    entry('new', { ordinal: 5, balanceE4, extras: '{"note":"one"}' }),
  );
  expect(again).toEqual({ inserted: 1, changed: 2, unchanged: 3 });
  expect(rows(reader, 'SELECT id, version FROM entry ORDER BY id')).toEqual([
    { id: 'new', version: 1 },
    { id: 'old', version: 3 },
  ]);
});

test('a page of new entries asks once where they are, and a page of known ones too', () => {
  const { writer, reader } = openCopy();
  const statement = Object.getPrototypeOf(reader.connection.prepare('SELECT 1')) as {
    get: () => unknown;
    all: () => unknown;
  };
  const entries = Array.from({ length: 200 }, (_, ordinal) => entry(`e${ordinal}`, { ordinal }));
  for (const turn of ['new', 'known']) {
    const { rangeId } = writer.beginRange({ accountNumber, from: firstDay, to: firstDay });
    const [asked, listed] = [vi.spyOn(statement, 'get'), vi.spyOn(statement, 'all')];
    writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
    expect([turn, asked.mock.calls.length + listed.mock.calls.length < 20]).toEqual([turn, true]);
    vi.restoreAllMocks();
    writer.finishRange({ rangeId, asOf, days: [], withdraw: false });
  }
});

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { knowCurrenciesOf } from '../../../shared/money/currencies.ts';
import { dialectMemory } from '../../../electron/connections/profiles/found-dialect.ts';
import {
  writerMethods,
  type CacheWriter,
} from '../../../electron/desk/open-bank/writer-methods.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { syncStatement } from '../../../electron/nouns/statements/sync/statement-sync.ts';
import { seenOfText, textOfSeen } from '../../../electron/nouns/statements/reading/page-cache.ts';
import {
  row,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../../electron/engines/store/database.ts';
import type { Range } from '../../../electron/nouns/statements/reading/range.ts';
import {
  clientOf,
  dialectFile,
  type PagedBank,
  type PagedEntry,
} from '../../support/simple-banks/paged-bank.ts';
import {
  accountNumber,
  closing,
  key,
  temporaryFolder,
  type Copy,
} from '../../support/stores/store.ts';

const clock = {
  now: () => Date.now(),
  monotonicMs: () => 0,
  moment: () => ({ wallMs: Date.now(), opening: 'o', sinceOpeningMs: 0, bank: null }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-20T00:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type OpenCopy = Copy & { readonly database: CacheConnection };

function openCopy(): OpenCopy {
  const file = `${temporaryFolder()}/cache.db`;
  const database = closing(openCacheConnection(file, key));
  const writer = writerMethods(database);
  writer.ensureAccount(accountNumber, 'USD');
  return { file, writer, database, reader: closing(openCacheReader(file, key)) };
}

const rowsWritten = ({ database }: OpenCopy): number =>
  row<{ n: number }>(database, 'SELECT total_changes() AS n')?.n ?? 0;

const october: Range = { accountNumber, from: '2026-10-01', to: '2026-10-12' };

const bankOf = (entries: readonly PagedEntry[], newestFirst = true): PagedBank => ({
  ...{ entries, newestFirst, message: 'ok', failsFrom: null, values: {}, secrets: [] },
});

const entryAt = (at: number, day = 1 + Math.floor(at / 3)): PagedEntry => ({
  id: `e${at}`,
  cents: (at % 2 === 0 ? 1 : -1) * (100 + at),
  at: `2026-10-${String(day).padStart(2, '0')}T10:00:00.000Z`,
  narration: `entry ${at}`,
});

const entriesOf = (count: number): PagedEntry[] =>
  Array.from({ length: count }, (_, at) => entryAt(at));

async function sync(copy: Copy, bank: PagedBank, range = october) {
  const dialects = dialectMemory(dialectFile as never, `${temporaryFolder()}/findings.json`);
  // Answered in this thread; an await does not mind.
  const cache = copy.writer as unknown as CacheWriter;
  return syncStatement({ bank: clientOf(bank), cache, clock, dialects }, range, {
    correlationId: 't',
  });
}

/** The same where it must go well and nothing of it is looked at. */
async function synced(...asked: Parameters<typeof sync>): Promise<void> {
  expect(await sync(...asked)).toMatchObject({ ok: true });
}

/** Answers that were read as JSON, which is where all the work begins. */
async function pagesRead(work: () => Promise<unknown>): Promise<number> {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  await work();
  const { length } = decode.mock.calls;
  decode.mockRestore();
  return length;
}

const tablesIn = (database: AnyDatabase): string[] =>
  rows<{ name: string }>(
    database,
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'entry_search%' ORDER BY name`,
  ).map(({ name }) => name);

/** Everything that the copy holds. */
const contentOf = ({ reader }: Copy, without: readonly string[] = []) =>
  Object.fromEntries(
    tablesIn(reader)
      .filter((name) => !without.includes(name))
      .map((name) => [name, rows<object>(reader, `SELECT * FROM ${name}`)]),
  );

const cachedIn = ({ reader }: Copy): number =>
  row<{ n: number }>(reader, 'SELECT count(*) AS n FROM cached_page')?.n ?? 0;

describe('a statement that is answered as it was', () => {
  test.each([true, false])(
    'is read no further than its first page, newest first: %s',
    async (newestFirst) => {
      const copy = openCopy();
      const bank = bankOf(entriesOf(33), newestFirst);
      await synced(copy, bank);
      expect(cachedIn(copy)).toBe(7);
      vi.advanceTimersByTime(60_000);
      let again: Awaited<ReturnType<typeof sync>> | undefined;
      expect(await pagesRead(async () => (again = await sync(copy, bank)))).toBe(1);
      if (!again?.ok) expect.fail('not read');
      expect(again.value.summary).toMatchObject({
        ...{ pages: 7, received: 33, inserted: 0, changed: 0, unchanged: 33, withdrawn: 0 },
        proof: { ok: true, entries: 33 },
      });
      const days = rows<{ as_of: string; state: string }>(
        copy.reader,
        'SELECT DISTINCT as_of, state FROM day',
      );
      expect(days).toEqual([{ as_of: '2026-10-20T00:01:00.000Z', state: 'proven' }]);
    },
  );

  test('writes as many rows as one with many more entries in the same days', async () => {
    const written = [];
    for (const count of [33, 36 * 8]) {
      const copy = openCopy();
      const many = Array.from({ length: count }, (_, at) =>
        entryAt(at, 1 + Math.floor((12 * at) / count)),
      );
      const bank = bankOf(many);
      await synced(copy, bank);
      const before = rowsWritten(copy);
      await synced(copy, bank);
      written.push(rowsWritten(copy) - before);
    }
    expect(written[1]).toBe(written[0]);
  });
});

describe('a page that is answered otherwise', () => {
  test('is read, and those around it are not, where it changes nothing of what follows', async () => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33));
    await synced(copy, bank);
    bank.entries = bank.entries.map((entry) =>
      entry.id === 'e14' ? { ...entry, narration: 'rewritten' } : entry,
    );
    expect(await pagesRead(() => sync(copy, bank))).toBe(2);
    const rewritten = rows<{ id: string }>(
      copy.reader,
      `SELECT id FROM entry WHERE narration = 'rewritten'`,
    );
    expect(rewritten).toEqual([{ id: 'e14' }]);
    expect(rows(copy.reader, 'SELECT version FROM entry_version')).toHaveLength(1);
    // The page as it is now is known at the next time.
    expect(await pagesRead(() => sync(copy, bank))).toBe(1);
  });

  test('may break the balances: those behind it are not considered proven by what was cached', async () => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33));
    await synced(copy, bank);
    bank.entries = bank.entries.map((entry) =>
      entry.id === 'e14' ? { ...entry, amountText: '9.99' } : entry,
    );
    const again = await sync(copy, bank);
    if (!again.ok) expect.fail('not read');
    expect(again.value.summary.proof).toMatchObject({ ok: false, brokenAt: { entryId: 'e14' } });
    const broken = `SELECT broken_entry_id FROM day WHERE state = 'broken'`;
    expect(rows(copy.reader, broken)).toEqual([{ broken_entry_id: 'e14' }]);
  });

  test('may bring an entry that a page which was passed by has brought: it came twice', async () => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33), false);
    await synced(copy, bank);
    bank.entries = bank.entries.map((entry) =>
      entry.id === 'e32' ? { ...entry, id: 'e7' } : entry,
    );
    const again = await sync(copy, bank);
    if (!again.ok) expect.fail('not read');
    expect(again.value.problem?.message).toContain('came twice in one statement');
  });
});

describe('every page is read anew', () => {
  const otherwise: [string, Partial<PagedBank>][] = [
    [
      'where the bank file reads answers otherwise',
      { values: { transactionType: { TRANSFER: 'fee' } } },
    ],
    ['while an answer repeats a secret of the session', { secrets: ['tok-9'] }],
  ];
  test.each(otherwise)('%s', async (_, change) => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33));
    await synced(copy, bank);
    Object.assign(bank, change);
    expect(await pagesRead(() => sync(copy, bank))).toBe(7);
  });

  test('where another currency of the bank is known since', async () => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33));
    await synced(copy, bank);
    onTestFinished(() => {
      knowCurrenciesOf({});
    });
    knowCurrenciesOf({ XQX: 3 });
    expect(await pagesRead(() => sync(copy, bank))).toBe(7);
  });

  test('for other days, which are asked for in other pages', async () => {
    const copy = openCopy();
    const bank = bankOf(entriesOf(33));
    await synced(copy, bank);
    expect(await pagesRead(() => sync(copy, bank, { ...october, to: '2026-10-13' }))).toBe(7);
  });
});

test('the entries of a page are written as runs and read back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(40))), (pairs) => {
      const flat = pairs.toSorted(([a], [b]) => a - b).flat();
      expect(seenOfText(textOfSeen(flat))).toEqual(flat);
    }),
  );
});

/** What may happen between two readings. */
type Step =
  | { readonly does: 'sync'; readonly from: number; readonly length: number }
  | { readonly does: 'cut'; readonly page: number }
  | {
      readonly does: 'rewrite' | 'reprice' | 'misprice' | 'remove' | 'spoil' | 'twice';
      readonly at: number;
    }
  | { readonly does: 'move'; readonly at: number; readonly day: number }
  | { readonly does: 'add'; readonly day: number }
  | { readonly does: 'greet'; readonly at: number }
  | { readonly does: 'restore'; readonly at: number }
  | { readonly does: 'mark'; readonly at: number };

const at = fc.nat(40);
const day = fc.integer({ min: 1, max: 14 });
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('sync' as const),
      from: fc.constant(1),
      length: fc.constant(11),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('sync' as const), from: day, length: fc.nat(13) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('cut' as const),
      page: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'rewrite' as const,
        'reprice' as const,
        'misprice' as const,
        'remove' as const,
        'spoil' as const,
        'twice' as const,
      ),
      at,
    }),
  },
  fc.record({ does: fc.constant('move' as const), at, day }),
  fc.record({ does: fc.constant('add' as const), day }),
  fc.record({ does: fc.constant('greet' as const), at }),
  fc.record({ does: fc.constant('restore' as const), at }),
  fc.record({ does: fc.constant('mark' as const), at }),
);

const dated = (number: number): string =>
  `2026-10-${String(Math.min(14, number)).padStart(2, '0')}`;
const byTime = (entries: readonly PagedEntry[]) =>
  entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

/** The bank's side of a step. */
function change(bank: PagedBank, step: Step, past: readonly (readonly PagedEntry[])[]): void {
  const of = (index: number, by: (entry: PagedEntry) => PagedEntry[]) => {
    const chosen = index % Math.max(1, bank.entries.length);
    return bank.entries.flatMap((entry, place) => (place === chosen ? by(entry) : [entry]));
  };
  if (step.does === 'rewrite')
    bank.entries = of(step.at, (one) => [{ ...one, narration: `${one.narration} again` }]);
  if (step.does === 'reprice')
    bank.entries = of(step.at, (one) => [{ ...one, cents: one.cents + 7 }]);
  if (step.does === 'misprice')
    bank.entries = of(step.at, (one) => [{ ...one, amountText: '77.07' }]);
  if (step.does === 'remove') bank.entries = of(step.at, () => []);
  if (step.does === 'spoil') bank.entries = of(step.at, (one) => [{ ...one, amountText: '"1,5"' }]);
  if (step.does === 'twice') bank.entries = of(step.at, (one) => [one, { ...one, cents: 3 }]);
  if (step.does === 'move')
    bank.entries = byTime(
      of(step.at, (one) => [{ ...one, at: `${dated(step.day)}T11:00:00.000Z` }]),
    );
  if (step.does === 'add')
    bank.entries = byTime([
      ...bank.entries,
      { ...entryAt(past.length + 500), at: `${dated(step.day)}T12:00:00.000Z` },
    ]);
  if (step.does === 'greet') bank.message = `hello ${step.at}`;
  if (step.does === 'restore') bank.entries = past[step.at % past.length] ?? bank.entries;
}

/** Plays the steps at one copy; what was cached is forgotten before every reading where it goes `plainly`. */
async function play(
  steps: readonly Step[],
  newestFirst: boolean,
  plainly: boolean,
): Promise<OpenCopy> {
  vi.setSystemTime('2026-10-20T00:00:00.000Z');
  const copy = openCopy();
  const bank = bankOf(entriesOf(34), newestFirst);
  const past = [bank.entries];
  const read = async (range: Range) => {
    if (plainly) run(copy.database, 'DELETE FROM cached_statement');
    return sync(copy, bank, range);
  };
  const whole = async (range: Range) => {
    expect(await read(range)).toMatchObject({ ok: true });
  };
  await whole(october);
  for (const step of steps) {
    vi.advanceTimersByTime(60_000);
    if (step.does === 'sync')
      await whole({ accountNumber, from: dated(step.from), to: dated(step.from + step.length) });
    if (step.does === 'cut') {
      bank.failsFrom = step.page;
      // A bank with fewer pages than that does not fail.
      const { ok } = await read(october);
      bank.failsFrom = null;
      if (!ok) await whole(october);
    }
    if (step.does === 'mark') {
      const ids = rows<{ id: string }>(copy.reader, 'SELECT id FROM entry ORDER BY key');
      copy.writer.markRead(accountNumber, [ids[step.at % ids.length]?.id ?? ''], true);
    }
    change(bank, step, past);
    past.push(bank.entries);
  }
  // A reading that was cut goes on from another page than the plain one's; one that begins anew does not.
  await whole({ ...october, to: dated(13) });
  await whole(october);
  return copy;
}

test('whatever happened before, it ends in the same content as a reading of every page [M4]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aStep, { maxLength: 8 }),
      fc.boolean(),
      async (steps, newestFirst) => {
        const quick = await play(steps, newestFirst, false);
        const plain = await play(steps, newestFirst, true);
        const cacheTables = ['cached_statement', 'cached_page'];
        expect(contentOf(quick, cacheTables)).toEqual(contentOf(plain, cacheTables));
        const lastIn = ({ reader }: Copy) =>
          rows(
            reader,
            'SELECT * FROM cached_page WHERE from_day = 20727 AND to_day = 20738 ORDER BY page',
          );
        if (cachedIn(plain) > 0) expect(lastIn(quick)).toEqual(lastIn(plain));
        run(quick.database, `INSERT INTO entry_search (entry_search) VALUES ('integrity-check')`);
        for (const copy of [quick, plain]) copy.writer.close();
      },
    ),
    { numRuns: 15 },
  );
}, 240_000);

import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { accountByNumber } from '../../../electron/nouns/accounts/tables.ts';
import { dialectMemory } from '../../../electron/connections/profiles/found-dialect.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import type { BankClient } from '../../../electron/engines/bank/client.ts';
import { dialectOf } from '../../../electron/engines/bank/file/dialect.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { readingMethods } from '../../../electron/nouns/statements/reading/reading-methods.ts';
import { storeMethods } from '../../../electron/nouns/statements/reading/reading-store.ts';
import { syncStatement } from '../../../electron/nouns/statements/sync/statement-sync.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { context } from '../../support/desks/lone-desk.ts';
import { wallClock } from '../../support/setup/time.ts';
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
  standingIds,
  temporaryFolder,
} from '../../support/stores/store.ts';

const range = { accountNumber, from: '2026-10-01', to: '2026-10-12' };
const now = Date.parse('2026-10-20T00:00:00.000Z');
const clock = {
  ...wallClock(() => now),
  moment: () => ({ wallMs: now, opening: 'o', sinceOpeningMs: 0, bank: null }),
};

const entryAt = (at: number, id = `e${String(at).padStart(2, '0')}`): PagedEntry => ({
  ...{ id, cents: at % 2 === 0 ? 100 : -30, narration: `Payment ${id}` },
  at: `2026-10-${String(1 + Math.floor(at / 4)).padStart(2, '0')}T10:00:00.000Z`,
});
const entriesOf = (count: number): PagedEntry[] =>
  Array.from({ length: count }, (_, at) => entryAt(at));
const idsOf = ({ entries }: PagedBank): string[] => entries.map(({ id }) => id);

/** A bank of four pages, five entries each, oldest first. */
const bankOf = (entries = entriesOf(20)): PagedBank => ({
  ...{ entries, newestFirst: false, message: 'ok', failsFrom: null, values: {}, secrets: [] },
});

/** A desk at the bank. `before` is called with each page that is asked for, and may answer in its place. */
function openDesk(
  bank: PagedBank,
  before: (pageIndex: number, times: number) => Outcome<never> | null = () => null,
) {
  const file = join(temporaryFolder(), 'cache.db');
  const database = closing(openCacheConnection(file, key));
  const writer = writerMethods(database);
  writer.ensureAccount(accountNumber, null);
  const cache = { ...writer, ...readingMethods(storeMethods({ database, ranges: new Map() })) };
  const asked: number[] = [];
  const client = clientOf(bank);
  const counting = {
    ...client,
    callForBytes: async (name: never, input: never, take: never, called: never) => {
      const { query } = input as { query: { pageNumber: string } };
      const pageIndex = Number(query.pageNumber) - 1;
      asked.push(pageIndex);
      const early = before(pageIndex, asked.filter((one) => one === pageIndex).length);
      return early ?? client.callForBytes(name, input, take, called);
    },
  } as unknown as BankClient;
  const dialects = dialectMemory(dialectFile as never, join(temporaryFolder(), 'findings.json'));
  const progress: number[][] = [];
  const sync = (given: { signal?: AbortSignal; currency?: string; candidates?: number } = {}) => {
    const { signal, currency, candidates = 1 } = given;
    const fixed = dialectOf(dialectFile) as never;
    return syncStatement(
      {
        cache: cache as never,
        ...{ bank: counting, clock },
        dialects: { ...dialects, candidates: () => Array<never>(candidates).fill(fixed) },
        ...(currency === undefined ? {} : { currency }),
        onProgress: (...seen) => progress.push(seen),
      },
      range,
      signal ? { ...context, signal } : context,
    );
  };
  return { asked, progress, sync, database, reader: closing(openCacheReader(file, key)) };
}

const httpError = (status: number) => fail('bank.refused', 'test', { bank: { status } });

describe('a statement that moves while it is read', () => {
  test('by one more entry is read once more, and is proven as it is then', async () => {
    const bank = bankOf();
    const desk = openDesk(bank, (pageIndex, times) => {
      if (pageIndex === 2 && times === 1) bank.entries = entriesOf(21);
      return null;
    });
    const read = await desk.sync();
    expect(read).toMatchObject({
      value: { problem: null, summary: { received: 21, inserted: 21, changed: 0, unchanged: 0 } },
    });
    expect(read).toMatchObject({ value: { summary: { proof: { ok: true } } } });
    expect(desk.asked.filter((page) => page === 0)).toHaveLength(2);
    expect(standingIds(desk.database)).toEqual(idsOf(bank));
  });

  test('by its balances alone is read once more', async () => {
    const bank = bankOf();
    const desk = openDesk(bank, (pageIndex, times) => {
      const [first, ...rest] = bank.entries;
      if (pageIndex === 2 && times === 1 && first)
        bank.entries = [{ ...first, cents: 5_000 }, ...rest];
      return null;
    });
    expect(await desk.sync()).toMatchObject({ value: { problem: null } });
    expect(desk.asked.filter((page) => page === 0)).toHaveLength(2);
  });

  test('by an entry that comes twice is read once more', async () => {
    const bank = bankOf();
    const desk = openDesk(bank, (pageIndex) => {
      const tries = desk.asked.filter((page) => page === 0).length;
      const twice = entriesOf(20).map((one, at) => (at === 19 ? entryAt(19, 'e00') : one));
      bank.entries = pageIndex === 3 && tries === 1 ? twice : entriesOf(20);
      return null;
    });
    expect(await desk.sync()).toMatchObject({ value: { problem: null } });
    expect(desk.asked.filter((page) => page === 0)).toHaveLength(2);
    expect(standingIds(desk.database)).toEqual(idsOf(bank));
  });

  test('each time is read three times, stored as it came last, and not taken for proven', async () => {
    const bank = bankOf();
    let booked = 20;
    const desk = openDesk(bank, (pageIndex) => {
      if (pageIndex === 2) bank.entries = entriesOf((booked += 1));
      return null;
    });
    const read = await desk.sync();
    expect(read).toMatchObject({ value: { summary: { proof: { ok: false } } } });
    expect(read).toMatchObject({ value: { problem: { code: 'bank.unexpected' } } });
    expect(desk.asked.filter((page) => page === 0)).toHaveLength(3);
    // None is withdrawn by a reading that is not proven.
    expect(standingIds(desk.database).length).toBeGreaterThanOrEqual(20);
  });

  test('with the same id each time has the second one set aside', async () => {
    const bank = bankOf([...entriesOf(19), entryAt(19, 'e00')]);
    const read = await openDesk(bank).sync();
    expect(read).toMatchObject({ value: { summary: { proof: { ok: false }, inserted: 19 } } });
    expect(read).toMatchObject({ value: { problem: { code: 'bank.unexpected' } } });
  });
});

describe('a reading that was interrupted', () => {
  test('goes on behind the last page, and the statement is proven as a whole', async () => {
    const bank = bankOf();
    const desk = openDesk(bank);
    bank.failsFrom = 2;
    expect(await desk.sync()).toMatchObject({ ok: false, error: { code: 'network.timeout' } });
    const before = desk.asked.length;
    bank.failsFrom = null;
    expect(await desk.sync()).toMatchObject({
      value: { problem: null, summary: { received: 20, proof: { ok: true } } },
    });
    expect(desk.asked.slice(before)).toEqual([2, 3]);
    expect(standingIds(desk.database)).toEqual(idsOf(bank));
  });

  test('reads the whole again where the statement has moved since', async () => {
    const bank = bankOf();
    const desk = openDesk(bank);
    bank.failsFrom = 2;
    expect(await desk.sync()).toMatchObject({ ok: false });
    bank.failsFrom = null;
    bank.entries = entriesOf(21);
    expect(await desk.sync()).toMatchObject({ value: { problem: null } });
    expect(standingIds(desk.database)).toEqual(idsOf(bank));
  });

  test('fails where the bank fails once more', async () => {
    const bank = bankOf();
    const desk = openDesk(bank);
    bank.failsFrom = 2;
    expect(await desk.sync()).toMatchObject({ ok: false });
    expect(await desk.sync()).toMatchObject({ ok: false, error: { code: 'network.timeout' } });
    expect(desk.asked.filter((page) => page === 0)).toHaveLength(1);
  });
});

describe('the first page', () => {
  test('that fails ends the reading, and no other dialect is tried', async () => {
    const desk = openDesk(bankOf(), () => fail('network.timeout', 'test'));
    expect(await desk.sync({ candidates: 3 })).toMatchObject({
      error: { code: 'network.timeout' },
    });
    expect(desk.asked).toEqual([0]);
    const busy = openDesk(bankOf(), () => httpError(403));
    expect(await busy.sync({ candidates: 3 })).toMatchObject({ error: { code: 'bank.refused' } });
    expect(busy.asked).toEqual([0]);
  });

  test.each([400, 422])('that is refused with %d is asked for in each dialect', async (status) => {
    const desk = openDesk(bankOf(), () => httpError(status));
    expect(await desk.sync({ candidates: 3 })).toMatchObject({ error: { bank: { status } } });
    expect(desk.asked).toEqual([0, 0, 0]);
    const second = openDesk(bankOf(), (pageIndex, times) =>
      pageIndex === 0 && times === 1 ? httpError(status) : null,
    );
    expect(await second.sync({ candidates: 2 })).toMatchObject({ value: { problem: null } });
  });

  test('teaches the currency of an account that had none', async () => {
    const desk = openDesk(bankOf());
    expect(await desk.sync()).toMatchObject({ ok: true });
    expect(accountByNumber(desk.reader, accountNumber)?.currency).toBe('USD');
  });
});

test('a reading that is cancelled stores no page that came behind it', async () => {
  const cancel = new AbortController();
  const desk = openDesk(bankOf(), (pageIndex) => {
    if (pageIndex === 1) cancel.abort();
    return null;
  });
  expect(await desk.sync({ signal: cancel.signal })).toMatchObject({
    error: { code: 'cancelled' },
  });
  expect(standingIds(desk.database)).toHaveLength(5);
});

test('the progress of a reading ends with all of it', async () => {
  const desk = openDesk(bankOf());
  expect(await desk.sync()).toMatchObject({ ok: true });
  expect(desk.progress[0]).toEqual([5, 20]);
  expect(desk.progress.at(-1)).toEqual([20, 20]);
});

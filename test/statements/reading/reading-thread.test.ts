import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { describe, expect, onTestFinished, test } from 'vitest';

import { dialectMemory } from '../../../electron/connections/profiles/found-dialect.ts';
import type { CacheWriter } from '../../../electron/desk/open-bank/writer-methods.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { startWriter } from '../../../electron/engines/store/threads/writer-thread.ts';
import type { Range } from '../../../electron/nouns/statements/reading/range.ts';
import { readingMethods } from '../../../electron/nouns/statements/reading/reading-methods.ts';
import {
  storeMethods,
  type ReadingStore,
} from '../../../electron/nouns/statements/reading/reading-store.ts';
import { readingThread } from '../../../electron/nouns/statements/reading/reading-thread.ts';
import { syncStatement } from '../../../electron/nouns/statements/sync/statement-sync.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { context } from '../../support/desks/lone-desk.ts';
import { wallClock } from '../../support/setup/time.ts';
import {
  clientOf,
  dialectFile,
  pageSize,
  type PagedBank,
} from '../../support/simple-banks/paged-bank.ts';
import {
  accountNumber,
  closing,
  key,
  standingIds,
  temporaryFolder,
} from '../../support/stores/store.ts';

const workerUrl = new URL('../../../electron/desk/worker.ts', import.meta.url);
const range: Range = { accountNumber, from: '2026-10-01', to: '2026-10-12' };
const ids = Array.from({ length: 8 * pageSize }, (_, at) => `e${at}`);

const bank = (): PagedBank => ({
  entries: ids.map((id, at) => ({
    ...{ id, cents: at % 2 === 0 ? 100 : -30 },
    at: `2026-10-${String(1 + Math.floor(at / 4)).padStart(2, '0')}T10:00:00.000Z`,
    narration: `Payment ${id}`,
  })),
  ...{ newestFirst: true, message: 'ok', failsFrom: null, values: {}, secrets: [] },
});

const now = Date.parse('2026-10-20T00:00:00.000Z');
const clock = {
  ...wallClock(() => now),
  moment: () => ({ wallMs: now, opening: 'o', sinceOpeningMs: 0, bank: null }),
};

type Cache = Parameters<typeof syncStatement>[0]['cache'];

const sync = (cache: Cache, at: PagedBank = bank()) =>
  syncStatement(
    {
      ...{ cache, bank: clientOf(at), clock },
      dialects: dialectMemory(dialectFile as never, join(temporaryFolder(), 'findings.json')),
    },
    range,
    context,
  );

describe('the thread that reads statements', () => {
  async function openThreads(idleMs?: number) {
    const file = join(temporaryFolder(), 'cache.db');
    const writer = await startWriter<CacheWriter>({ workerUrl, file, key });
    await writer.ensureAccount(accountNumber, 'USD');
    const { close, ...readings } = readingThread({
      ...{ workerUrl, writer },
      ...(idleMs === undefined ? {} : { idleMs }),
    });
    onTestFinished(async () => {
      await close();
      await writer.close();
    });
    return { close, readings, cache: { ...writer, ...readings }, file };
  }

  test('proves what the thread of the local copy stores', async () => {
    const { cache, file } = await openThreads();
    const read = await sync(cache);
    expect(read).toMatchObject({ ok: true, value: { problem: null } });
    expect(standingIds(closing(openCacheReader(file, key)))).toEqual(ids);
    expect(await sync(cache)).toMatchObject({ ok: true, value: { problem: null } });
  });

  test('starts again with the next reading where it ended, and knows none of the earlier ones', async () => {
    const { readings, close, cache } = await openThreads();
    const mapping = { override: undefined, values: {}, timeZone: null };
    const reading = await readings.openReading({ range, mapping, currency: null });
    await close();
    await expect(readings.resumeReading(reading)).rejects.toThrow(/is not open/);
    expect(await sync(cache)).toMatchObject({ ok: true, value: { problem: null } });
  });

  test('ends once nothing was read for a while, and not while a reading is open', async () => {
    const { readings, cache } = await openThreads(20);
    const mapping = { override: undefined, values: {}, timeZone: null };
    const question = { range, mapping, currency: null };
    const reading = await readings.openReading(question);
    const other = await readings.openReading(question);
    await readings.closeReading(other);
    await setTimeout(60);
    // The thread that opened it still knows it.
    expect(await readings.resumeReading(reading)).toBeNull();
    await readings.closeReading(reading);
    await setTimeout(60);
    expect(await readings.openReading(question)).toBe(1);
    expect(await sync(cache)).toMatchObject({ ok: true, value: { problem: null } });
  });
});

describe('a batch that is saved while the next is read', () => {
  /** Readings in this thread, over a local copy whose saving a test can hold up. */
  function openReadings(savePages: (store: ReadingStore) => ReadingStore['savePages']) {
    const database = closing(openCacheConnection(join(temporaryFolder(), 'cache.db'), key));
    const writer = writerMethods(database);
    writer.ensureAccount(accountNumber, 'USD');
    const store = storeMethods({ database, ranges: new Map() });
    const readings = readingMethods({ ...store, savePages: savePages(store) });
    return { database, store, cache: { ...writer, ...readings } as unknown as Cache };
  }

  test('fails the reading where it could not be saved, and the next one goes on behind the last saved page', async () => {
    let calls = 0;
    const { database, cache } = openReadings((store) => async (...pages) => {
      calls += 1;
      if (calls === 3) throw new DeskFault('store.full');
      return store.savePages(...pages);
    });
    await expect(sync(cache)).rejects.toMatchObject({ code: 'store.full' });
    const saved = standingIds(database).length;
    expect(saved).toBeLessThan(ids.length);
    expect(await sync(cache)).toMatchObject({ ok: true, value: { problem: null } });
    expect(standingIds(database)).toEqual(ids);
  });

  test('is waited for before the reading ends, also one that fails', async () => {
    let isSaving = false;
    const { cache } = openReadings((store) => async (...pages) => {
      isSaving = true;
      await setTimeout(5);
      const saved = await store.savePages(...pages);
      isSaving = false;
      return saved;
    });
    expect(await sync(cache, { ...bank(), failsFrom: 4 })).toMatchObject({ ok: false });
    expect(isSaving).toBe(false);
    expect(await sync(cache)).toMatchObject({ ok: true, value: { problem: null } });
    expect(isSaving).toBe(false);
  });
});

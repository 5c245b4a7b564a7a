import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { dayCounts, sums } from '../../../electron/nouns/statements/search/long-reads.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import type { CacheWriter } from '../../../electron/desk/open-bank/writer-methods.ts';
import { startWriter } from '../../../electron/engines/store/threads/writer-thread.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { firstPage } from '../../../electron/nouns/statements/tables.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  key,
  range,
  temporaryFolder,
} from '../../support/stores/store.ts';

const workerUrl = new URL('../../../electron/desk/worker.ts', import.meta.url);

test('the writer works in a thread of its own, and readers see what it saved', async () => {
  const file = join(temporaryFolder(), 'cache.db');
  const writer = await startWriter<CacheWriter>({ workerUrl, file, key });
  await writer.ensureAccount(accountNumber, 'USD');
  const { rangeId } = await writer.beginRange(range());
  const page = { rangeId, cursor: '{}', unreadable: [], seenAt: asOf };
  expect(await writer.savePage({ ...page, entries: [entry('a')] })).toEqual({
    inserted: 1,
    changed: 0,
    unchanged: 0,
  });
  expect(await writer.finishRange({ rangeId, asOf, days: [], withdraw: true })).toEqual({
    withdrawn: 0,
    active: 1,
  });
  const reader = closing(openCacheReader(file, key));
  expect(dayCounts(reader, accountNumber, {}).counts).toEqual(Float64Array.of(1));
  expect(sums(reader, accountNumber, {})).toMatchObject({ creditsE4: 10_000n });
  expect(firstPage(reader, { accountNumber, filter: {} }, 5).rows).toMatchObject([
    { id: 'a', amount: { amount: '1.00', currency: 'USD' } },
  ]);
  await writer.checkpoint();
  await writer.close();
  await expect(writer.checkpoint()).rejects.toThrow();
  expect(key.every((byte) => byte === 7)).toBe(true);
});

test('faults cross the threads with their code', async () => {
  const file = join(temporaryFolder(), 'cache.db');
  writeFileSync(file, 'text instead of a database'.repeat(1_000));
  const starting = startWriter<CacheWriter>({ workerUrl, file, key });
  await expect(starting).rejects.toBeInstanceOf(DeskFault);
  await expect(starting).rejects.toMatchObject({ code: 'store.damaged' });
  const writer = await startWriter<CacheWriter>({
    workerUrl,
    file: join(temporaryFolder(), 'cache.db'),
    key,
  });
  await expect(writer.proveCached('never heard of', {})).rejects.toMatchObject({
    code: 'offline.not-cached',
  });
  await writer.close();
});

test('a second writer waits its turn; both sets of entries are there', async () => {
  const file = join(temporaryFolder(), 'cache.db');
  const [one, two] = [
    await startWriter<CacheWriter>({ workerUrl, file, key }),
    await startWriter<CacheWriter>({ workerUrl, file, key }),
  ];
  await Promise.all(
    [one, two].map(async (writer, index) => {
      const number = `A${index}`;
      await writer.ensureAccount(number, 'USD');
      const { rangeId } = await writer.beginRange({ ...range(), accountNumber: number });
      for (let page = 0; page < 20; page++)
        await writer.savePage({
          rangeId,
          cursor: `${page}`,
          entries: [entry(`${index}-${page}`, { ordinal: page })],
          unreadable: [],
        });
      await writer.finishRange({ rangeId, asOf, days: [], withdraw: true });
    }),
  );
  const reader = closing(openCacheReader(file, key));
  for (const number of ['A0', 'A1'])
    expect(dayCounts(reader, number, { search: 'payment' }).total).toBe(20);
  await Promise.all([one.close(), two.close()]);
});

test('a thread that has ended fails what is asked of it, and is closed all the same', async () => {
  const writer = await startWriter<CacheWriter>({
    workerUrl: new URL('../ending-worker.ts', import.meta.url),
    file: join(temporaryFolder(), 'cache.db'),
    key,
  });
  await expect(writer.ensureAccount(accountNumber, 'USD')).rejects.toMatchObject({
    code: 'internal',
  });
  await writer.close();
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';

import { describe, expect, test } from 'vitest';

import type { CacheReads } from '../../electron/desk/open-bank/reader-methods.ts';
import { countView, provePeriod, sumView } from '../../electron/nouns/statements/view-questions.ts';
import { formatNamed } from '../../electron/nouns/statements/export/export-formats.ts';
import { meaningsAt } from '../../electron/nouns/statements/entries/meanings.ts';
import type { StatementQuestions } from '../../electron/nouns/statements/reads.ts';
import { writeStatement } from '../../electron/nouns/statements/statement-export.ts';
import { newestOf } from '../../electron/engines/store/threads/newest-question.ts';
import { ReaderThread } from '../../electron/engines/store/threads/reader-thread.ts';
import { serveReader, type ToReader } from '../../electron/engines/store/threads/serve-reader.ts';
import type { Answered, Sliced } from '../../electron/engines/store/threads/turns.ts';
import { DeskFault } from '../../shared/errors.ts';
import { startWriter } from '../../electron/engines/store/threads/writer-thread.ts';
import type { CacheWriter } from '../../electron/desk/open-bank/writer-methods.ts';
import { openCacheReader } from '../../electron/engines/store/opening/cache-reader.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  firstDay,
  key,
  range,
  temporaryFolder,
} from '../support/stores/store.ts';
import { wallClock } from '../support/setup/time.ts';

const workerUrl = new URL('../../electron/desk/worker.ts', import.meta.url);
const days = 3;

/** An export of the copy's account as CSV. */
const exportOf = ({ questions }: { readonly questions: StatementQuestions }) => ({
  view: { accountNumber, filter: {} },
  format: formatNamed('csv'),
  currency: 'USD',
  questions,
  meanings: meaningsAt({}),
  clock: wallClock(() => 0),
});

async function copyWithEntries() {
  const file = join(temporaryFolder(), 'cache.db');
  const writer = await startWriter<CacheWriter>({ workerUrl, file, key });
  await writer.ensureAccount(accountNumber, 'USD');
  const { rangeId } = await writer.beginRange(range(firstDay, firstDay + days - 1));
  const entries = Array.from({ length: days }, (_, ordinal) =>
    entry(`e${ordinal}`, { ordinal, day: firstDay + ordinal }),
  );
  await writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  const verdicts = entries.map(({ day, balanceE4 }) => ({
    day,
    state: 'proven' as const,
    entries: 1,
    openingE4: balanceE4 - 10_000n,
    closingE4: balanceE4,
    broken: null,
  }));
  await writer.finishRange({ rangeId, asOf, days: verdicts, withdraw: true });
  const questions = new ReaderThread<CacheReads>({ workerUrl, file, key });
  const reader = closing(openCacheReader(file, key));
  const close = async (): Promise<void> => {
    await questions.close();
    await writer.close();
  };
  return { writer, questions, reader, close };
}

describe('the thread that only reads', () => {
  test('answers what was searched for, and sees what was written before it was asked', async () => {
    const copy = await copyWithEntries();
    const view = { accountNumber, filter: { search: 'payment' } };
    expect(await countView(copy, view)).toMatchObject({ total: days });
    expect(await sumView(copy, view)).toMatchObject({ count: days, creditsE4: 30_000n });
    const { rangeId } = await copy.writer.beginRange(range(firstDay + 9, firstDay + 9));
    const more = [entry('late', { day: firstDay + 9, ordinal: 0 })];
    await copy.writer.savePage({
      rangeId,
      cursor: '{}',
      entries: more,
      unreadable: [],
      seenAt: asOf,
    });
    await copy.writer.abandonRange(rangeId);
    expect(await countView(copy, view)).toMatchObject({ total: days + 1 });
    await copy.close();
  });

  test('is not asked without a search: the stored figures answer', async () => {
    const copy = await copyWithEntries();
    const questions = { ask: () => Promise.reject(new Error('asked')) };
    const view = { accountNumber, filter: {} };
    expect(await countView({ ...copy, questions }, view)).toMatchObject({ total: days });
    expect(await sumView({ ...copy, questions }, view)).toMatchObject({ count: days });
    await copy.close();
  });

  test('proves what the writing thread has stored', async () => {
    const copy = await copyWithEntries();
    expect(await copy.questions.ask('proveCached', [accountNumber, {}])).toBeNull();
    const proof = await provePeriod(copy, accountNumber, {});
    expect(proof).toMatchObject({ state: 'proven', entries: days, closingBalance: '3.00' });
    expect(await copy.writer.proveCached(accountNumber, { anew: true })).toEqual(proof);
    await copy.close();
  });

  test('stops what was overtaken, and what is asked while it closes', async () => {
    const copy = await copyWithEntries();
    const view = { accountNumber, filter: { search: 'payment' } };
    const asked = ['count', 'sums', 'count'].map((kind) =>
      countView(copy, view, { signal: newestOf(copy, kind) }),
    );
    const [overtaken, other, newest] = await Promise.allSettled(asked);
    expect(overtaken).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    expect([other?.status, newest?.status]).toEqual(['fulfilled', 'fulfilled']);
    const late = countView(copy, view).catch((cause: unknown) => cause);
    await copy.close();
    expect(await late).toMatchObject({ code: 'cancelled' });
    await expect(countView(copy, view)).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('writes an export when the thread that writes is gone, a piece at a time', async () => {
    const copy = await copyWithEntries();
    await copy.writer.close();
    const path = join(temporaryFolder(), 'out.csv');
    expect(await writeStatement(exportOf(copy), path)).toBe(days);
    expect(readFileSync(path, 'utf8').trimEnd().split('\r\n')).toHaveLength(days + 1);
    await copy.questions.close();
  });

  test('an export that is under way when it closes ends with the reading, and leaves no file [E2]', async () => {
    const copy = await copyWithEntries();
    const folder = temporaryFolder();
    let asked = 0;
    const questions: typeof copy.questions.ask = (...asking) => {
      asked += 1;
      const answer = copy.questions.ask(...asking);
      void copy.close();
      return answer;
    };
    const exporting = exportOf({ questions: { ask: questions } });
    const outcome = writeStatement(exporting, join(folder, 'out.csv'));
    await expect(outcome).rejects.toMatchObject({ code: 'cancelled' });
    expect(asked).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a question that is dropped while what it needs is loaded is not begun', async () => {
    const begun: number[] = [];
    let load: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    function* counting(which: number): Sliced<number> {
      begun.push(which);
      return which;
    }
    const channel = new MessageChannel();
    const reads = {
      late: async (which: number) => {
        await loaded;
        return counting(which);
      },
      broken: () => Promise.reject<Sliced<number>>(new DeskFault('store.damaged')),
    };
    serveReader(channel.port2, () => ({ reads, close: () => undefined }));
    const answer = () =>
      new Promise<Answered>((resolve) => {
        channel.port1.once('message', resolve);
      });
    const send = (message: ToReader) => {
      channel.port1.postMessage(message);
    };
    const asking = (id: number, name: string) =>
      ({ ask: { id, name, input: [id], urgency: 'shown' } }) as const;
    send({ open: { file: '', key: new Uint8Array(32), currencies: {} } });
    for (const id of [1, 2]) send(asking(id, 'late'));
    send({ drop: 1 });
    send(asking(3, 'broken'));
    expect(await answer()).toMatchObject({ id: 3, e: { faultCode: 'store.damaged' } });
    load();
    expect(await answer()).toEqual({ id: 2, answer: 2 });
    expect(begun).toEqual([2]);
    send({ close: true });
    channel.port1.close();
  });

  test('reports a fault with its code, also a fault of the file', async () => {
    const copy = await copyWithEntries();
    const unknown = { accountNumber: 'never heard of', filter: { search: 'x' } };
    await expect(countView(copy, unknown)).rejects.toMatchObject({ code: 'offline.not-cached' });
    await copy.close();
    const file = join(temporaryFolder(), 'cache.db');
    writeFileSync(file, 'text instead of a database'.repeat(1_000));
    const questions = new ReaderThread<CacheReads>({ workerUrl, file, key });
    await expect(questions.ask('sums', ['x', {}])).rejects.toMatchObject({ code: 'store.damaged' });
    await questions.close();
  });
});

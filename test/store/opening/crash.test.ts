import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { dayCounts } from '../../../electron/nouns/statements/search/long-reads.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { rows } from '../../../electron/engines/store/database.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import { crashPage, crashRange, pageSize } from './crash-pages.ts';
import { closing, key, standingIds, temporaryFolder } from '../../support/stores/store.ts';

const child = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

/** Runs until so many pages are reported and some moments more, then kills. Returns the last reported page. */
async function killAfter(file: string, pages: number): Promise<number> {
  const running = spawn(process.execPath, [child, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of running.stdout.setEncoding('utf8')) {
    output += String(text);
    if (output.split('\n').length > pages) break;
  }
  running.kill('SIGKILL');
  if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  return Number(
    output
      .trim()
      .split('\n')
      .findLast((line, index, all) => line !== '' && index < all.length) ?? -1,
  );
}

test('kill -9 at any moment leaves every reported page, whole, with its cursor', async () => {
  const file = join(temporaryFolder(), 'cache.db');
  for (let turn = 0; turn < 12; turn++) {
    const reportedPage = await killAfter(file, 1 + ((turn * 7) % 13));
    const connection = openCacheConnection(file, key);
    const writer = writerMethods(connection);
    const cursor = Number(writer.resumableRange(crashRange)?.cursor);
    expect(cursor).toBeGreaterThanOrEqual(reportedPage);
    expect(standingIds(connection)).toEqual(
      Array.from({ length: (cursor + 1) * pageSize }, (_, ordinal) => `e${ordinal}`),
    );
    writer.close();
  }
  const connection = closing(openCacheConnection(file, key));
  const writer = writerMethods(connection);
  const { rangeId, cursor } = writer.resumableRange(crashRange) ?? { rangeId: 0, cursor: '0' };
  const last = Number(cursor) + 1;
  writer.savePage({ rangeId, cursor: String(last), entries: crashPage(last), unreadable: [] });
  const total = (last + 1) * pageSize;
  expect(
    writer.finishRange({ rangeId, asOf: '2026-11-20T00:00:00.000Z', days: [], withdraw: true }),
  ).toEqual({ withdrawn: 0, active: total });
  expect(dayCounts(connection, crashRange.accountNumber, { search: 'word' }).total).toBe(total);
  for (const table of ['entry_place', 'entry_amount'])
    expect(rows(connection, `SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: total }]);
}, 60_000);

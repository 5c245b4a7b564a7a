import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test, vi } from 'vitest';

import { runProcess } from '../support/programs/cli.ts';
import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { pathOf, builtPrograms } from '../support/programs/programs.ts';
import { atPaymentBank } from '../support/programs/command-line.ts';
import { order as orderText } from '../support/desks/paying-scene.ts';

const order = orderText({ reference: 'END-1' });
const range = ['--account', '9988776655', '--from', '2026-01-01', '--to', '2031-12-31'];

async function scene() {
  const { bank, folder, file, data, env } = await atPaymentBank({
    ...{ entries: trueEntries(600, '2026-01-01'), openingBalance: '1000.0000', pageSizeMax: 20 },
  });
  const place = ['--bank', file, '--data-dir', data];
  const start = (...args: string[]) =>
    spawn(process.execPath, [pathOf('cli'), ...place, ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env, ...builtPrograms() },
      stdio: 'ignore',
    });
  const nostro = (...args: string[]) => runProcess([...place, ...args], { HOME: folder, ...env });
  return { bank, start, nostro };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a payment that waits for its answer when %s ends the process is unknown, listed at the next start, and not sent again [I3]',
  async (signal) => {
    const { bank, start, nostro } = await scene();
    bank.behave({ booksAfterMs: 0, answer: 'silence' });
    const paying = start('pay', '--input', order);
    await vi.waitUntil(() => bank.orders() === 1, { timeout: 30_000 });
    paying.kill(signal);
    await once(paying, 'exit');
    const open = await nostro('submissions', '--open');
    expect(open.json<{ submissions: object[] }>().submissions).toMatchObject([
      { reference: 'END-1', state: expect.stringMatching(/sending|unknown/) as string },
    ]);
    await nostro('pay', '--input', order);
    expect([bank.orders(), bank.booked.length]).toEqual([1, 1]);
  },
);

test('a signal in the middle of a sync loses nothing, and nothing is stored twice [I3]', async () => {
  const { bank, start, nostro } = await scene();
  const syncing = start('sync', ...range);
  await vi.waitUntil(
    () => bank.calls.filter((call) => call.includes('clientStatement')).length > 4,
    { timeout: 30_000 },
  );
  syncing.kill('SIGTERM');
  await once(syncing, 'exit');
  const synced = await nostro('sync', ...range);
  expect(synced.json<{ accounts: object[] }>().accounts).toMatchObject([
    { proof: { ok: true, entries: 600 } },
  ]);
});

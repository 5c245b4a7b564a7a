import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { openSandboxBank } from '../../../electron/connections/session/sandbox-bank.ts';
import { holderOf, takeHold } from '../../../electron/engines/machine/single-holder.ts';
import { runCommand, runProcess } from '../../support/programs/cli.ts';
import { programs } from '../../support/programs/programs.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const account = '2010044871';

/** A number that a process had, and has no more. */
const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('processes that begin at once play at one bank, and a payment is booked there once', async () => {
  const dataDir = tempFolder();
  const nostro = (...args: string[]) => runCommand(['--data-dir', dataDir, ...args]);
  const payees = await nostro('call', 'getAllBeneficiaries');
  const { data } = payees.json<{
    beneficiaries: { data: { entityId: string; currencyIso3Code: string }[] };
  }>().beneficiaries;
  const beneficiaryId = data.find(({ currencyIso3Code }) => currencyIso3Code === 'USD')!.entityId;
  const order = { accountNumber: account, beneficiaryId, amount: '5.00', currency: 'USD' };
  const pay = (reference: string, amount = order.amount) =>
    runProcess([
      '--data-dir',
      dataDir,
      'pay',
      '--input',
      JSON.stringify({ ...order, reference, amount }),
    ]);
  const runs = await Promise.all([pay('TWICE-1'), pay('TWICE-1'), pay('OTHER-1', '6.00')]);
  expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, '']));
  const transferIds = runs.map((run) => run.json<{ transferId: string }>().transferId);
  expect(transferIds[0]).toBe(transferIds[1]);
  expect(transferIds[2]).not.toBe(transferIds[0]);
  for (const reference of ['TWICE-1', 'OTHER-1']) {
    const query = JSON.stringify({ query: { reference } });
    const found = await nostro('call', 'findTransfers', '--input', query);
    expect(found.json<{ transfers: object }>().transfers).toMatchObject({ totalItems: 1 });
  }
}, 120_000);

test('a bank is not ended under those who play at it, and the next one finds what they did', async () => {
  const dataDir = tempFolder();
  const owner = await openSandboxBank(programs.sandbox, dataDir);
  const guest = await openSandboxBank(programs.sandbox, dataDir);
  expect(guest.baseUrl).toBe(owner.baseUrl);
  let ended = false;
  const ending = owner.close().then(() => {
    ended = true;
  });
  const advanced = await fetch(`${guest.baseUrl}/sandbox/clock/advance`, {
    method: 'POST',
    body: '{"ms":86400000}',
  });
  const { now } = (await advanced.json()) as { now: string };
  expect([advanced.ok, ended]).toEqual([true, false]);
  await guest.close();
  await ending;
  const next = await openSandboxBank(programs.sandbox, dataDir);
  onTestFinished(() => next.close());
  const health = await fetch(`${next.baseUrl}/sandbox/health`);
  expect(((await health.json()) as { now: string }).now >= now).toBe(true);
});

test('who plays the bank for hours goes on holding its folder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = tempFolder();
  const bank = await openSandboxBank(programs.sandbox, dataDir);
  onTestFinished(() => bank.close());
  const holder = join(dataDir, 'sandbox', 'holder');
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(holder, hourAgo, hourAgo);
  vi.advanceTimersByTime(60_000);
  expect(takeHold(holder)).toBeNull();
});

test('what a dead process held is free; what a living one holds is not, until its note is old [I1]', () => {
  const file = join(tempFolder(), 'holder');
  writeFileSync(file, String(deadProcess()));
  const hold = takeHold(file);
  expect(holderOf(file)).toBe(process.pid);
  expect(takeHold(file)).toBeNull();
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, hourAgo, hourAgo);
  hold?.renew();
  expect(takeHold(file)).toBeNull();
  hold?.release();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, String(process.pid));
  utimesSync(file, hourAgo, hourAgo);
  expect(takeHold(file)).not.toBeNull();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, test } from 'vitest';

import { cliProgram, runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { expectError } from '../../support/programs/command-line.ts';

test('the sandbox runs alone, prints its address first, and ends on a signal', async () => {
  const child = spawn(
    process.execPath,
    [cliProgram, 'sandbox', '--port', '0', '--entries', '500'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  expect((await fetch(`${baseUrl}/sandbox/health`)).status).toBe(200);
  expect((await fetch(`${baseUrl}/platform/client-service/api/v1/accounts`)).status).toBe(401);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  await expect(fetch(`${baseUrl}/sandbox/health`)).rejects.toThrow();
});

test('the program in the sources opens the sandbox and a local copy with threads of its own', async () => {
  const folder = tempFolder();
  const asked = ['sync', '--account', '2010044871', '--from', '2026-11-20', '--to', '2026-11-20'];
  const child = spawn(process.execPath, [cliProgram, '--data-dir', folder, ...asked], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  const cache = join(folder, 'banks', 'sandbox', 'cache.db');
  expect([code, existsSync(cache)]).toEqual([0, true]);
});

test('all accounts are synced by one word, which stands alone', async () => {
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, 'sync', ...args]);
  const folder = tempFolder();
  const run = await nostro('--account', 'all', '--from', '2026-11-19', '--to', '2026-11-20');
  const { accounts } = run.json<{ accounts: { proof: { ok: boolean } }[] }>();
  expect([run.code, accounts.map(({ proof }) => proof.ok)]).toEqual([0, Array(8).fill(true)]);
  const beside = await nostro('--account', 'all', '--account', '2010044871');
  expectError(beside, 2, {}, '--account all means every account');
});

test('without a bank file every command works on the sandbox, and what it changed is still there the next time', async () => {
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, ...args]);
  const folder = tempFolder();
  const listed = await nostro('call', 'getAllAccounts');
  const { accounts } = listed.json<{
    accounts: { accountId: string; availableBalance: string }[];
  }>();
  expect(accounts).toHaveLength(8);
  const account = accounts[0]!.accountId;
  const inflow = {
    body: {
      accountNumber: account,
      amount: '1234.56',
      currency: 'USD',
      narration: 'Canary inflow',
    },
  };
  const booked = await nostro('call', 'simulateInflow', '--input', JSON.stringify(inflow));
  expect(booked.json<object>()).toMatchObject({
    entry: { amount: '1234.56', direction: 'credit' },
  });
  const synced = await nostro('sync', '--account', account);
  expect(synced.json<{ accounts: object[] }>().accounts[0]).toMatchObject({ proof: { ok: true } });
  const found = await nostro('statement', '--account', account, '--search', 'canary inflow');
  expect(found.out.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(found.out)).toMatchObject({ amount: '1234.56' });
  const report = await nostro('doctor');
  expect([report.code, report.json<object>()]).toMatchObject([0, { ok: true }]);
  const tokens = await runCommand(
    ['--data-dir', folder, 'call', 'getToken', '--input', '-'],
    {},
    { input: '{"body":{"username":"desk@nostro.example","password":"sandbox"}}' },
  );
  expect(tokens.out).toContain('[kept by Nostro]');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Told } from '../support/banks/bank-server.ts';
import { gatehouseAccounts, startGatehouse } from '../support/banks/gatehouse.ts';
import { runCommand } from '../support/cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

const [open, closed] = gatehouseAccounts;
const refusal: Told = { status: 401, body: { message: 'No rights to this account' } };

/** The command line at a bank that lets its user read one account and answers 401 for the other. */
async function scene() {
  let tokens = 0;
  const bank = await startGatehouse(({ path, query }) => {
    if (path === '/platform/session') return { body: { token: `t-${String((tokens += 1))}` } };
    const isClosed = path.endsWith(closed) || query.get('accountNumber') === closed;
    return isClosed ? refusal : null;
  });
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  const auth = { token: '/token' };
  writeFileSync(file, bank.bankFile({ auth, operations: { getToken: { path: '/session' } } }));
  const env = { NOSTRO_CREDENTIALS: JSON.stringify({ username: 'ada', password: 'pw-1' }) };
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  return { bank, nostro };
}

test('an account that the bank answers 401 for keeps no other back, and the summary tells which it is [H21]', async () => {
  const { nostro } = await scene();
  const run = await nostro('sync', '--account', closed, '--account', open);
  expect(run.code).toBe(1);
  expect(run.json<object>()).toMatchObject({
    accounts: [{ accountNumber: open, received: 4, proof: { ok: true } }],
    failed: [{ accountNumber: closed, code: 'bank.refused', status: 401 }],
  });
  expect(run.error()).toMatchObject({
    code: 'bank.refused',
    operation: 'getStatement',
    status: 401,
    bank: 'No rights to this account',
  });
});

test('a call that the bank answers 401 to is told with its status and words', async () => {
  const { nostro } = await scene();
  const input = JSON.stringify({ query: { accountNumber: closed } });
  const run = await nostro('call', 'getAccountsBy', '--input', input);
  expect(run.code).toBe(1);
  expect(run.error()).toMatchObject({
    code: 'bank.refused',
    status: 401,
    bank: 'No rights to this account',
  });
});

test('an account of which the bank told nothing is none of the local copy', async () => {
  const { nostro } = await scene();
  await nostro('sync', '--account', closed, '--account', open);
  const asked = ['--account', 'all', '--format', 'csv', '--out', join(tempFolder(), 'all.csv')];
  expect((await nostro('export', ...asked)).json<object>()).toMatchObject({
    accounts: [{ accountNumber: open }],
  });
  expect((await nostro('statement', '--account', closed)).error()).toMatchObject({
    code: 'offline.not-cached',
  });
});

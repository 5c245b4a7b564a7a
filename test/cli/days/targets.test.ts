import { expect, test } from 'vitest';

import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { expectError, atPaymentBank } from '../../support/programs/command-line.ts';
import { openSyncedSandbox } from '../../support/desks/test-desk.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';

test('targets prints nothing where nothing is planned, asks the bank nothing, and takes no words', async () => {
  const { nostro, bank } = await atPaymentBank();
  const run = await nostro('targets');
  expect([run.code, run.out]).toEqual([0, '']);
  expect(bank.booked).toEqual([]);
  expectError(await nostro('targets', 'now'), 2, 'input.invalid');
});

test('targets prints the move that brings an account back, and the plan that none does; nothing is sent', async () => {
  const desk = await openSyncedSandbox({ keychain: memoryKeychain('unavailable') });
  const { rows } = await desk.get('accounts.list', {});
  const [short, source] = rows.filter(({ currency }) => currency === 'USD');
  const alone = rows.find(({ currency }) => currency === 'KES');
  const above = ({ available }: (typeof rows)[number], more: bigint): string =>
    fromUnits(toUnits(available?.amount ?? '0') + more);
  const plan = async (account: (typeof rows)[number], floor: string, target: string) =>
    desk.get('accounts.savePlan', {
      ...{ accountNumber: account.accountNumber, ceiling: '', group: '' },
      ...{ floor, target },
    });
  await plan(short!, above(short!, 1_000_000n), above(short!, 1_500_000n));
  await plan(source!, '0', '0');
  await plan(alone!, above(alone!, 10_000n), '');
  await desk.close();

  const run = await runCommand(['--data-dir', desk.dataDir, 'targets']);
  expect([run.err, run.code]).toEqual(['', 0]);
  const lines = run.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const decimal = expect.stringMatching(/^\d+\.\d\d$/u) as string;
  expect(lines).toMatchObject([
    {
      ...{ proposal: 'transfer', from: source?.accountNumber, to: short?.accountNumber },
      ...{ amount: decimal, currency: 'USD', stale: false },
      because: { account: short?.accountNumber, bound: 'floor', by: decimal, currency: 'USD' },
    },
    {
      ...{ unmet: alone?.accountNumber, missing: decimal, currency: 'KES' },
      because: { account: alone?.accountNumber, bound: 'floor' },
    },
  ]);
  expect(toUnits(String(lines[0]?.['amount']))).toBeGreaterThanOrEqual(1_500_000n);
  const sent = await runCommand(['--data-dir', desk.dataDir, 'submissions']);
  expect(sent.json()).toMatchObject({ submissions: [] });
});

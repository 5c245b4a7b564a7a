import { expect, test } from 'vitest';

import { runCommand } from '../support/programs/cli.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { expectError } from '../support/programs/command-line.ts';

type Line = {
  readonly accountNumber: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: string;
  readonly transactionDate: string;
  readonly narration: string;
};

test('find prints the entries of every account that hold all of a text, newest first, each as statement prints it', async () => {
  const folder = tempFolder();
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, ...args]);
  const found = async (...args: string[]): Promise<Line[]> => {
    const run = await nostro('find', ...args);
    expect([run.err, run.code]).toEqual(['', 0]);
    const lines = run.out.trim().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  };
  const { accounts } = (await nostro('call', 'getAllAccounts')).json<{
    accounts: { accountId: string }[];
  }>();
  const [one = '', other = ''] = accounts.map(({ accountId }) => accountId);
  for (const accountNumber of [one, other]) {
    const body = { accountNumber, amount: '1234.56', currency: 'USD', narration: 'Canáry inflow' };
    await nostro('call', 'simulateInflow', '--input', JSON.stringify({ body }));
  }
  const synced = await nostro('sync', '--account', one, '--account', other);
  expect(synced.code).toBe(0);

  const both = await found('1,234.56 canary');
  expect(both.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(
    [one, other].toSorted(),
  );
  expect(await found('canary', '1.234,56')).toEqual(both);
  expect(both[0]).toMatchObject({
    amount: '1234.56',
    direction: 'credit',
    narration: 'Canáry inflow',
  });
  const printed = await nostro('statement', '--account', one, '--search', 'canary');
  const { accountNumber, ...entry } = both.find((line) => line.accountNumber === one)!;
  expect([accountNumber, entry]).toEqual([one, JSON.parse(printed.out)]);

  expect(await found('canary', '--account', other)).toEqual(
    both.filter((line) => line.accountNumber === other),
  );
  expect(await found(`canary ${one.slice(-4)}`)).toEqual(
    both.filter((line) => line.accountNumber === one),
  );
  expect(await found('canary out')).toEqual([]);
  expect(await found('flagged')).toEqual([]);
  // What the first sync brought counts as read, and whoever asks for unread is shown so.
  for (const text of ['unread', 'unread canary']) {
    const unread = await nostro('find', text);
    expect([unread.out, unread.code]).toEqual(['', 0]);
    expect(unread.err).toContain('The entries of an account’s first sync count as read');
  }
  const newest = await found('>0', '--limit', '3');
  expect(newest).toHaveLength(3);
  const times = newest.map(({ transactionDate }) => transactionDate.slice(0, 10));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await found('>0', '--from', '2001-01-01', '--to', '2001-01-31')).toEqual([]);
});

test.each([
  [['find'], 'What to find is missing.'],
  [['find', '  '], 'What to find is missing.'],
  [['find', 'x', '--limit', '0'], '--limit must be a whole number above 0; it is 0.'],
  [['find', 'x', '--from', '2026-02-30'], '--from must be a day that exists'],
])('%j is wrong use', async (args, words) => {
  const run = await runCommand(['--data-dir', tempFolder(), ...args]);
  expectError(run, 2, 'input.invalid', words);
});

test('an account that was never fetched is named, and nothing is printed', async () => {
  const folder = tempFolder();
  const run = await runCommand(['--data-dir', folder, 'find', 'x', '--account', '404']);
  expect([run.code, run.out, run.error().code]).toEqual([1, '', 'offline.not-cached']);
});

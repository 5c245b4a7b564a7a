import { expect, test } from 'vitest';

import { limits } from '../../shared/limits.ts';
import { type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

async function openAccount(): Promise<{ desk: TestDesk; accountNumber: string }> {
  const desk = await openSandboxDesk();
  await desk.get('accounts.refresh', {});
  const [{ accountNumber } = expect.fail()] = (await desk.get('accounts.list', {})).rows;
  return { desk, accountNumber };
}

test('a period that cannot be stored is refused by name, and nothing is asked', async () => {
  const { desk, accountNumber } = await openAccount();
  for (const [from, to] of [
    ['1969-12-30', '1970-01-03'],
    ['9999-12-30', '9999-12-31'],
    ['2026-11-01', '2999-01-01'],
    ['0001-01-01', '9999-12-31'],
    ['2026-11-02', '2026-11-01'],
  ] as const) {
    const { accounts, error } = await desk.sync({ accountNumbers: [accountNumber], from, to });
    expect(error).toBeNull();
    expect(accounts).toMatchObject([{ state: 'failed', error: { code: 'input.invalid' } }]);
    expect(Object.keys(accounts[0]?.error?.fields ?? {})).toEqual(['from']);
  }
  expect((await desk.get('statements.proof', { accountNumber })).state).toBe('none');
});

test('whatever period is shown day by day, the answer has its bounds', async () => {
  const { desk, accountNumber } = await openAccount();
  const all = { accountNumber, from: '0001-01-01', to: '9999-12-31' };
  const { days } = await desk.get('statements.coverage', all);
  expect(days).toHaveLength(limits.periodDaysMax);
  expect(days.at(-1)?.date).toBe('9999-12-31');
  expect((await desk.get('statements.proof', all)).state).toBe('none');
});

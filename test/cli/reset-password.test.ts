import { expect, test } from 'vitest';

import { passwordBank, newPassword, oldPassword, signInWith } from '../session/reset-desk.ts';
import { runCommand } from '../support/programs/cli.ts';
import { commandLine, expectError } from '../support/programs/command-line.ts';

const form = JSON.stringify({ body: { currentPassword: oldPassword, newPassword } });

async function scene(reset: Parameters<typeof passwordBank>[0]) {
  const { bank, bankFile } = await passwordBank(reset);
  const { data, env, file, write } = commandLine(bankFile, signInWith(oldPassword));
  const nostro = (args: readonly string[], input = '') =>
    runCommand(['--bank', file, '--data-dir', data, ...args], env, { input });
  const call = (input: string, typed = '') =>
    nostro(['call', 'resetPassword', '--input', input], typed);
  return { bank, call, nostro, write };
}

const resets = (calls: readonly string[]): number =>
  calls.filter((call) => call.endsWith('/password/reset')).length;

test.each([form, '', 'anything'])('as an argument a password is refused: %s', async (input) => {
  const { call, bank } = await scene(() => 'changes it');
  const run = await call(input);
  expectError(run, 2, 'input.invalid', 'A password is never an argument');
  expect(run.err).not.toContain(newPassword);
  expect(bank.calls).toEqual([]);
});

test('from standard input or a file it is changed once, and journalled nowhere', async () => {
  const { call, bank, nostro } = await scene(() => 'changes it');
  const done = await call('-', form);
  expect([done.code, done.err, done.json()]).toEqual([0, '', { message: 'Done' }]);
  expect(resets(bank.calls)).toBe(1);
  const listed = await nostro(['submissions']);
  expect(listed.json<{ submissions: object[] }>().submissions).toEqual([]);
});

test('without an answer it says that either password may hold, and exits as for an unknown outcome', async () => {
  const { call, bank, write } = await scene(() => 'changes it, answer lost');
  const run = await call(`@${write('reset.json', form)}`);
  expectError(run, 3, { code: 'session.password-unsure', retryable: false });
  expect(run.err + run.out).not.toMatch(/canary/);
  expect(resets(bank.calls)).toBe(1);
});

test('a form that is no form is wrong use, and nothing of it is repeated', async () => {
  const { call, bank } = await scene(() => 'changes it');
  const run = await call('-', '{"body":{"currentPassword":"canary-x"}}');
  expect(run.code).toBe(2);
  expect(run.err).not.toContain('canary');
  expect(bank.calls).toEqual([]);
});

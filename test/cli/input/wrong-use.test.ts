import { expect, test } from 'vitest';

import { runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const nostro = (...args: string[]) => runCommand(['--data-dir', tempFolder(), ...args]);

test.each([
  ['statement', ['--account', '1', '--account', '2']],
  ['proof', ['--account', '1', '--account', '2']],
  ['export', ['--account', '1', '--format', 'csv', '--format', 'json', '--out', 'x.csv']],
  ['upload', ['--client', 'a', '--client', 'b', 'x.pdf']],
  ['call', ['getAllAccounts', '--input', '{}', '--input', '{}']],
])('%s refuses an option of which it would lose one', async (command, options) => {
  const run = await nostro(command, ...options);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error().message).toMatch(/^--(account|client|format|input) is given twice\./);
});

test('an option that can be repeated is accepted twice', async () => {
  const run = await nostro('sync', '--account', '2010044871', '--account', '2010044872');
  expect(run.error().message).not.toContain('given twice');
});

test('an argument without an option is refused', async () => {
  const run = await nostro('statement', '--account', '1', '2');
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error().message).toMatch(/^Unexpected argument/);
});

test('a text with a dash in front is what it says where a command takes texts, and no option', async () => {
  const found = await nostro('find', '-12.50');
  expect(found.error().message).not.toContain('-1');
  const named = await nostro('team', 'revoke', '-9gCKecAn2lE', '--why', 'sold');
  expect(named.error()).toMatchObject({ code: 'team.none' });
  const valueless = await nostro('team', 'revoke', 'Ben', '--why', '-9gCKecAn2lE');
  expect([valueless.code, valueless.out]).toEqual([2, '']);
  expect(valueless.error().message).toContain('--option=-9gCKecAn2lE');
});

test.each([['--help'], ['-h']])('%s lists every command and is exit 0', async (word) => {
  const run = await runCommand([word]);
  expect([run.code, run.err]).toEqual([0, '']);
  for (const command of ['call', 'sync', 'pay', 'submissions', 'doctor'])
    expect(run.out).toMatch(new RegExp(`^  ${command} `, 'm'));
  expect(run.out).toContain(
    'Exit 0 done, 1 refused or failed, 2 wrong use, 3 outcome unknown, 4 waits for an approval.',
  );
});

test('help for a command is of that one, and nothing is done beside it', async () => {
  const run = await nostro('pay', '--input', '{"amount":"1"}', '--help');
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toMatch(/^nostro \[--bank FILE\] \[--data-dir DIR\] pay --input JSON/);
  expect(run.out).not.toContain('submissions [--open]');
});

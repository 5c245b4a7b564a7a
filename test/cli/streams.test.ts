import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand } from '../support/cli.ts';
import { foreignCredentials, startForeignBank, trueEntries } from '../support/foreign-bank.ts';
import { builtPrograms, pathOf } from '../support/programs.ts';
import { tempFolder } from '../support/temp-folder.ts';

const account = '9988776655';

/** A bank whose account is in the local copy; `shell` runs a line in which $NOSTRO is the command line. */
async function scene() {
  const bank = await startForeignBank({
    entries: trueEntries(90, '2026-10-01'),
    openingBalance: '1000.0000',
  });
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  const told = join(folder, 'told');
  writeFileSync(file, bank.bankFile());
  const data = join(folder, 'data');
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };
  const period = ['--account', account, '--from', '2026-10-01', '--to', '2026-10-31'];
  const synced = await runCommand(['--bank', file, '--data-dir', data, 'sync', ...period], env);
  expect(synced.code).toBe(0);
  const program = `'${process.execPath}' '${pathOf('cli')}' --bank '${file}' --data-dir '${data}'`;
  const shell = (line: string): Promise<string> =>
    output(line.replace('$NOSTRO', program).replace('$TOLD', told), {
      PATH: process.env['PATH'],
      HOME: folder,
      ...env,
      ...builtPrograms(),
    });
  return { bank, shell, stderr: () => readFileSync(told, 'utf8') };
}

async function output(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const submit = `call submitSubclient --input '{"path":{"clientId":"fc-1","id":"fs-1"}}'`;

test('a reader that has seen enough ends the telling without a complaint', async () => {
  const { shell, stderr } = await scene();
  const seen = await shell(
    `$NOSTRO statement --account ${account} 2>$TOLD | head -1; echo "exit \${PIPESTATUS[0]}"`,
  );
  const [line = '', exit] = seen.trim().split('\n');
  expect(JSON.parse(line)).toMatchObject({ currency: 'USD' });
  expect([exit, stderr()]).toEqual(['exit 0', '']);
});

test('a change whose reader went away is made all the same, once', async () => {
  const { bank, shell, stderr } = await scene();
  const seen = await shell(`$NOSTRO ${submit} 2>$TOLD | true; echo "exit \${PIPESTATUS[0]}"`);
  expect([seen.trim(), stderr()]).toEqual(['exit 0', '']);
  expect(bank.calls.filter((call) => call.endsWith('/submit'))).toHaveLength(1);
});

test.runIf(existsSync('/dev/full'))(
  'what cannot be printed is told in one sentence, and never as something not done',
  async () => {
    const { bank, shell, stderr } = await scene();
    const read = await shell(
      `$NOSTRO statement --account ${account} 2>$TOLD >/dev/full; echo "exit $?"`,
    );
    expect(read.trim()).toBe('exit 1');
    expect(JSON.parse(stderr())).toMatchObject({
      error: {
        code: 'file.unwritable',
        message: 'Standard output could not be written (ENOSPC).',
      },
    });
    const changed = await shell(`$NOSTRO ${submit} 2>$TOLD >/dev/full; echo "exit $?"`);
    expect(changed.trim()).toBe('exit 3');
    expect(JSON.parse(stderr())).toMatchObject({
      error: { code: 'outcome.unknown', retryable: false },
    });
    expect(bank.calls.filter((call) => call.endsWith('/submit'))).toHaveLength(1);
  },
);

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { pathOf, builtPrograms } from '../support/programs/programs.ts';
import { atForeignBank } from '../support/programs/command-line.ts';

const account = '9988776655';

/** A bank whose account is in the local copy; `shell` runs a line in which $NOSTRO is the command line. */
async function scene() {
  const { at, bank, data, done, env, file, folder } = await atForeignBank();
  const errorFile = at('errors');
  await done('sync', '--account', account, '--from', '2026-01-01', '--to', '2026-01-31');
  const program = `'${process.execPath}' '${pathOf('cli')}' --bank '${file}' --data-dir '${data}'`;
  const shell = (line: string): Promise<string> =>
    output(line.replace('$NOSTRO', program).replace('$ERRORS', errorFile), {
      PATH: process.env['PATH'],
      HOME: folder,
      ...env,
      ...builtPrograms(),
    });
  return { bank, shell, stderr: () => readFileSync(errorFile, 'utf8') };
}

async function output(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const submit = `call submitSubclient --input '{"path":{"clientId":"fc-1","id":"fs-1"}}'`;

test('a reader that closes the pipe ends the output without an error', async () => {
  const { shell, stderr } = await scene();
  const seen = await shell(
    `$NOSTRO statement --account ${account} 2>$ERRORS | head -1; echo "exit \${PIPESTATUS[0]}"`,
  );
  const [line = '', exit] = seen.trim().split('\n');
  expect(JSON.parse(line)).toMatchObject({ currency: 'USD' });
  expect([exit, stderr()]).toEqual(['exit 0', '']);
});

test('a change whose reader closed the pipe is still made, once', async () => {
  const { bank, shell, stderr } = await scene();
  const seen = await shell(`$NOSTRO ${submit} 2>$ERRORS | true; echo "exit \${PIPESTATUS[0]}"`);
  expect([seen.trim(), stderr()]).toEqual(['exit 0', '']);
  expect(bank.calls.filter((call) => call.endsWith('/submit'))).toHaveLength(1);
});

test.runIf(existsSync('/dev/full'))(
  'output that cannot be written is an error in one sentence, and a change is reported as unknown',
  async () => {
    const { bank, shell, stderr } = await scene();
    const read = await shell(
      `$NOSTRO statement --account ${account} 2>$ERRORS >/dev/full; echo "exit $?"`,
    );
    expect(read.trim()).toBe('exit 1');
    expect(JSON.parse(stderr())).toMatchObject({
      error: {
        code: 'file.unwritable',
        message: 'Standard output could not be written (ENOSPC).',
      },
    });
    const changed = await shell(`$NOSTRO ${submit} 2>$ERRORS >/dev/full; echo "exit $?"`);
    expect(changed.trim()).toBe('exit 3');
    expect(JSON.parse(stderr())).toMatchObject({
      error: { code: 'outcome.unknown', retryable: false },
    });
    expect(bank.calls.filter((call) => call.endsWith('/submit'))).toHaveLength(1);
  },
);

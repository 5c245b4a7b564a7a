import { chmodSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readRegularFile } from '../../../electron/cli/input/regular-file.ts';
import { atForeignBank } from '../../support/programs/command-line.ts';

/** The system reports a wrong size for these: 0 for the first, a whole page for the second. */
const grows = '/proc/self/status';
const shrinks = '/sys/kernel/mm/transparent_hugepage/enabled';

test.runIf(process.platform === 'linux').each([
  ['grew', grows],
  ['shrank', shrinks],
])(
  'a file that %s since its size was read is refused, and nothing hangs [U3]',
  async (_how, path) => {
    const read = await readRegularFile(path, 10_000_000, { correlationId: 'c' });
    expect(read).toMatchObject({ ok: false, error: { code: 'file.not-opened' } });
    expect(read.ok ? '' : read.error.message).toContain(`${path} changed while it was read.`);
  },
);

test('a file that may not be read is reported by its name, and nothing is sent [U7]', async () => {
  const { apart, bank, folder, write } = await atForeignBank({ entries: [] });
  chmodSync(folder, 0o777);
  const closed = write('passport.pdf', '%PDF-1.7\n%%EOF\n');
  chmodSync(closed, 0o000);
  // Root may read anything: then the command runs as the system’s user “nobody”.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const form = ['--client', 'fc-1', '--sub-client', 'fs-1', '--type', 'PASSPORT'];
  const run = await apart(['upload', ...form, closed], unprivileged);
  expect(run.code).toBe(1);
  expect(run.json<{ documents: object[] }>().documents).toMatchObject([
    { file: closed, outcome: 'refused', error: { code: 'file.not-opened' } },
  ]);
  expect(run.out).toContain('passport.pdf cannot be read.');
  expect(bank.calls.filter((call) => call.includes('upload-kyc'))).toEqual([]);
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand } from '../support/cli.ts';
import { foreignCredentials, startForeignBank, trueEntries } from '../support/foreign-bank.ts';
import { tempFolder } from '../support/temp-folder.ts';

const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };

async function scene(entries = 12) {
  const bank = await startForeignBank({
    entries: trueEntries(entries, '2026-01-01'),
    openingBalance: '1000.0000',
    pageSizeMax: 200,
  });
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bank.bankFile());
  return { bank, folder, file };
}

test('what is no plain file, or not what its name says, is refused by name; the good one still goes', async () => {
  const { bank, folder, file } = await scene();
  const pdf = '%PDF-1.7\n%%EOF\n';
  const at = (name: string) => join(folder, name);
  writeFileSync(at('good.pdf'), pdf);
  symlinkSync(at('good.pdf'), at('link.pdf'));
  execFileSync('mkfifo', [at('pipe.pdf')]);
  mkdirSync(at('folder.pdf'));
  writeFileSync(at('empty.pdf'), '');
  writeFileSync(at('program.pdf'), 'MZ\u0090\u0000');
  writeFileSync(at('large.pdf'), Buffer.alloc(11 * 1024 * 1024, pdf));
  const names = ['link', 'pipe', 'folder', 'empty', 'program', 'large', 'missing', 'good'];
  const run = await runCommand(
    [
      '--bank',
      file,
      '--data-dir',
      at('data'),
      'upload',
      '--client',
      'fc-1',
      '--sub-client',
      'fs-1',
      '--type',
      'TAX_CERTIFICATE',
      ...names.map((name) => at(`${name}.pdf`)),
    ],
    env,
  );
  expect(run.code).toBe(1);
  const { documents } = run.json<{
    documents: { outcome: string; error?: { code: string; message: string } }[];
  }>();
  expect(documents.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'file.unreadable',
    'file.unreadable',
    'file.unreadable',
    'file.empty',
    'file.type-unsupported',
    'file.too-large',
    'file.unreadable',
    'accepted',
  ]);
  documents.slice(0, -1).forEach(({ error }, index) => {
    expect(error?.message).toContain(`${names[index] ?? ''}.pdf`);
  });
  expect(bank.calls.filter((call) => call.includes('upload-kyc'))).toHaveLength(1);
});

/** A small file system of its own, where this machine lets us mount one. */
function smallDisk(megabytes: number): string | null {
  const place = mkdtempSync(join(tmpdir(), 'nostro-disk-'));
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${String(megabytes)}m`,
    'tmpfs',
    place,
  ]);
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', [place]);
    rmSync(place, { recursive: true, force: true });
  });
  return status === 0 ? place : null;
}

test('a disk that fills up during a sync is told, keeps what was saved, and the sync goes on when there is room', async ({
  skip,
}) => {
  const place = smallDisk(3);
  if (place === null) skip('this machine does not let us mount a small disk');
  const { file } = await scene(12_000);
  const args = ['--bank', file, '--data-dir', join(place!, 'data')];
  const range = ['--account', '9988776655', '--from', '2026-01-01', '--to', '2031-12-31'];
  const full = await runCommand([...args, 'sync', ...range], env);
  expect(full.code).toBe(1);
  expect(full.err).toContain('"store.full"');
  expect(full.err).not.toContain('    at ');
  spawnSync('mount', ['-o', 'remount,size=64m', place!]);
  const read = await runCommand([...args, 'statement', '--account', '9988776655'], env);
  const saved = read.out.trim().split('\n').length;
  expect(saved).toBeGreaterThan(100);
  const done = await runCommand([...args, 'sync', ...range], env);
  expect(done.json<{ accounts: object[] }>().accounts[0]).toMatchObject({
    proof: { ok: true, entries: 12_000 },
  });
}, 90_000);

test('a data folder that may not be written is told by its own name', async () => {
  const { folder, file } = await scene();
  // Root may write anywhere: then the command runs as nobody, who may not write here.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(data, 0o555);
  chmodSync(folder, 0o755);
  const run = await runCommand(
    ['--bank', file, '--data-dir', data, 'sync', '--account', '9988776655'],
    env,
    nobody,
  );
  expect([run.code, run.error().code]).toEqual([1, 'store.readonly']);
});

test('nothing secret and no narration lies in plain text in the data folder', async () => {
  const { folder, file } = await scene(60);
  const data = join(folder, 'data');
  const run = await runCommand(
    [
      '--bank',
      file,
      '--data-dir',
      data,
      'sync',
      '--account',
      '9988776655',
      '--from',
      '2026-01-01',
      '--to',
      '2026-12-31',
    ],
    env,
  );
  expect(run.code).toBe(0);
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.length).toBeGreaterThan(2);
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    for (const canary of ['canary', 'Invoice 10', foreignCredentials.username])
      expect([name, canary, bytes.includes(canary)]).toEqual([name, canary, false]);
  }
});

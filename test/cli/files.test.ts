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

import { runCommand, runProcess } from '../support/cli.ts';
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

test('what is no plain file, or not what its name says, is refused by name; the good one still goes [U1 U2 U8]', async () => {
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
  const device = '/dev/zero';
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
      device,
      ...names.map((name) => at(`${name}.pdf`)),
    ],
    env,
  );
  expect(run.code).toBe(1);
  const { documents } = run.json<{
    documents: { outcome: string; error?: { code: string; message: string } }[];
  }>();
  const [ofDevice, ...ofFiles] = documents;
  expect(ofDevice?.error).toMatchObject({
    code: 'file.not-opened',
    message: expect.stringContaining(device) as string,
  });
  expect(ofFiles.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'file.not-opened',
    'file.not-opened',
    'file.not-opened',
    'file.empty',
    'file.type-unsupported',
    'file.too-large',
    'file.not-opened',
    'accepted',
  ]);
  ofFiles.slice(0, -1).forEach(({ error }, index) => {
    expect(error?.message).toContain(`${names[index] ?? ''}.pdf`);
  });
  expect(bank.calls.filter((call) => call.includes('upload-kyc'))).toHaveLength(1);
});

test('a document without the days that its type needs is refused before a byte is sent, by upload and by call', async () => {
  const { bank, folder, file } = await scene(0);
  const scan = join(folder, 'scan.pdf');
  writeFileSync(scan, '%PDF-1.7\n%%EOF\n');
  const place = ['--bank', file, '--data-dir', join(folder, 'data')];
  const whose = ['--client', 'fc-1', '--sub-client', 'fs-1', '--type'];
  const upload = (...form: string[]) =>
    runCommand([...place, 'upload', ...whose, ...form, scan], env);
  const isRefused = async (run: ReturnType<typeof runCommand>, message: string) => {
    const { code, out, err } = await run;
    expect([code, `${out}${err}`]).toEqual([1, expect.stringContaining(message)]);
  };
  const lacking =
    'scan.pdf lacks the day of expiry, which a director identification is not sent without.';
  await isRefused(upload('DIRECTOR_IDENTIFICATION'), lacking);
  await isRefused(upload('DIRECTOR_IDENTIFICATION', '--issue-date', '2026-01-01'), lacking);
  await isRefused(upload('PROOF_OF_ADDRESS'), 'lacks the day of issue');
  await isRefused(
    upload('TAX_CERTIFICATE', '--issue-date', '2026-01-02', '--expiry-date', '2026-01-01'),
    'scan.pdf would expire before it was issued.',
  );
  const input = JSON.stringify({
    path: { clientId: 'fc-1', id: 'fs-1' },
    body: { documentType: 'DIRECTOR_IDENTIFICATION' },
  });
  const call = [...place, 'call', 'uploadSubclientDocuments', '--input', input, '--file', scan];
  await isRefused(runCommand(call, env), lacking);
  const sent = () => bank.calls.filter((call) => call.includes('upload-kyc'));
  expect(sent()).toEqual([]);
  expect((await upload('DIRECTOR_IDENTIFICATION', '--expiry-date', '2030-01-01')).code).toBe(0);
  expect(sent()).toHaveLength(1);
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

test('a disk that fills up during a sync is told, keeps what was saved, and the sync goes on when there is room [S5]', async ({
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

test('a data folder that may not be written is told by its own name [S7]', async () => {
  const { folder, file } = await scene();
  // Root may write anywhere: then the command runs as nobody, who may not write here.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(data, 0o555);
  chmodSync(folder, 0o755);
  const run = await runProcess(
    ['--bank', file, '--data-dir', data, 'sync', '--account', '9988776655'],
    env,
    nobody,
  );
  expect([run.code, run.error().code]).toEqual([1, 'store.readonly']);
});

test('a local copy that may not be written any more is told so, and nothing is sent [S7]', async () => {
  const { bank, folder, file } = await scene();
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = join(folder, 'data');
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', data, ...args], env);
  expect((await nostro('sync', '--account', '9988776655')).code).toBe(0);
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', folder]));
  const submit = '{"path":{"clientId":"fc-1","id":"fs-1"}}';
  for (const args of [
    ['sync', '--account', '9988776655'],
    ['submissions'],
    ['call', 'submitSubclient', '--input', submit],
  ]) {
    const run = await runProcess(['--bank', file, '--data-dir', data, ...args], env, nobody);
    expect([args[0], run.code, run.error().code]).toEqual([args[0], 1, 'store.readonly']);
  }
  expect(bank.calls.filter((call) => call.endsWith('/submit'))).toEqual([]);
});

test.each(['a file', 'below a file'])('a data folder that is %s is told as such', async (what) => {
  const { folder, file } = await scene();
  const data = what === 'a file' ? file : join(file, 'data');
  for (const args of [
    ['--bank', file, '--data-dir', data, 'sync', '--account', '9988776655'],
    ['--data-dir', data, 'call', 'getAllAccounts'],
  ]) {
    const run = await runCommand(args, env);
    expect([run.code, run.error().code]).toEqual([1, 'store.readonly']);
  }
  const empty = await runCommand(['--data-dir', '', 'submissions']);
  expect([empty.code, empty.error().message]).toEqual([
    2,
    expect.stringContaining('--data-dir needs a value.') as string,
  ]);
  expect(readdirSync(folder)).toEqual(['bank.json']);
});

test('an export takes the place of a file only, and leaves alone what lies beside it [E2]', async () => {
  const { folder, file } = await scene();
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  const account = ['--account', '9988776655'];
  const period = ['--from', '2026-01-01', '--to', '2026-01-31'];
  expect((await nostro('sync', ...account, ...period)).code).toBe(0);
  const at = (name: string): string => join(folder, name);
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  writeFileSync(at('out.json'), 'old');
  writeFileSync(at('out.json.part'), 'mine');
  const written = (name: string) =>
    nostro('export', ...account, '--format', 'json', '--out', at(name));
  for (const name of ['pipe', 'folder']) {
    const run = await written(name);
    expect([run.code, run.error().code]).toEqual([1, 'file.unwritable']);
    expect(run.error().message).toContain('is something other than a file');
  }
  expect((await written('out.json')).code).toBe(0);
  expect(JSON.parse(readFileSync(at('out.json'), 'utf8'))).toHaveLength(12);
  expect(readFileSync(at('out.json.part'), 'utf8')).toBe('mine');
  expect(readdirSync(folder).toSorted()).toEqual(
    ['bank.json', 'data', 'folder', 'out.json', 'out.json.part', 'pipe'].toSorted(),
  );
});

test('a period that ends before it begins, or never ends, is refused before anything is asked', async () => {
  const { bank, folder, file } = await scene();
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  const account = ['--account', '9988776655'];
  const backwards = ['--from', '2026-02-01', '--to', '2026-01-01'];
  for (const command of ['sync', 'statement', 'proof']) {
    const run = await nostro(command, ...account, ...backwards);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.error().message).toContain('--to 2026-01-01 is before --from 2026-02-01.');
  }
  const endless = await nostro('sync', ...account, '--from', '1900-01-01', '--to', '9999-12-31');
  expect([endless.code, endless.error().code]).toEqual([1, 'input.invalid']);
  expect(endless.error().message).toContain('Nothing was asked');
  expect(bank.calls.filter((call) => call.includes('clientStatement'))).toEqual([]);
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

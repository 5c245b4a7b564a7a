import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand } from '../../support/programs/cli.ts';
import { foreignCredentials, trueEntries } from '../../support/simple-banks/foreign-bank.ts';
import { atForeignBank, expectError } from '../../support/programs/command-line.ts';
import { smallDisk } from '../../support/stores/small-disk.ts';

const scene = (entries = 12) => atForeignBank({ entries: trueEntries(entries, '2026-01-01') });

/** Root may write anywhere: then a command runs as the system’s user “nobody”, who may not. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const upload = (type: string): string[] => [
  ...['upload', '--client', 'fc-1', '--sub-client', 'fs-1', '--type', type],
];

test('what is no plain file, or not what its name says, is refused by name; the good one still goes [U1 U2 U8]', async () => {
  const { bank, at, nostro } = await scene();
  const pdf = '%PDF-1.7\n%%EOF\n';
  writeFileSync(at('good.pdf'), pdf);
  symlinkSync(at('good.pdf'), at('link.pdf'));
  execFileSync('mkfifo', [at('pipe.pdf')]);
  mkdirSync(at('folder.pdf'));
  writeFileSync(at('empty.pdf'), '');
  writeFileSync(at('program.pdf'), 'MZ\u0090\u0000');
  writeFileSync(at('large.pdf'), Buffer.alloc(11 * 1024 * 1024, pdf));
  const names = ['link', 'pipe', 'folder', 'empty', 'program', 'large', 'missing', 'good'];
  const device = '/dev/zero';
  const paths = names.map((name) => at(`${name}.pdf`));
  const run = await nostro(...upload('TAX_CERTIFICATE'), device, ...paths);
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
  const { bank, call, nostro, write } = await scene(0);
  const scan = write('scan.pdf', '%PDF-1.7\n%%EOF\n');
  const sending = (type: string, ...form: string[]) => nostro(...upload(type), ...form, scan);
  const isRefused = async (run: ReturnType<typeof runCommand>, message: string) => {
    const { code, out, err } = await run;
    expect([code, `${out}${err}`]).toEqual([1, expect.stringContaining(message)]);
  };
  const lacking =
    'scan.pdf lacks the day of expiry, which a director identification is not sent without.';
  await isRefused(sending('DIRECTOR_IDENTIFICATION'), lacking);
  await isRefused(sending('DIRECTOR_IDENTIFICATION', '--issue-date', '2026-01-01'), lacking);
  await isRefused(sending('PROOF_OF_ADDRESS'), 'lacks the day of issue');
  await isRefused(
    sending('TAX_CERTIFICATE', '--issue-date', '2026-01-02', '--expiry-date', '2026-01-01'),
    'scan.pdf would expire before it was issued.',
  );
  const input = {
    path: { clientId: 'fc-1', id: 'fs-1' },
    body: { documentType: 'DIRECTOR_IDENTIFICATION' },
  };
  await isRefused(call('uploadSubclientDocuments', input, '--file', scan), lacking);
  const sent = () => bank.calls.filter((call) => call.includes('upload-kyc'));
  expect(sent()).toEqual([]);
  expect((await sending('DIRECTOR_IDENTIFICATION', '--expiry-date', '2030-01-01')).code).toBe(0);
  expect(sent()).toHaveLength(1);
});

test('a disk that fills up during a sync is reported, what was saved stays, and the sync goes on when there is room [S5]', async ({
  skip,
}) => {
  const { folder: place } = smallDisk(skip, 3);
  const { over } = await scene(12_000);
  const nostro = over(join(place, 'data'));
  const range = ['--account', '9988776655', '--from', '2026-01-01', '--to', '2031-12-31'];
  const full = await nostro('sync', ...range);
  expect(full.code).toBe(1);
  expect(full.err).toContain('"store.full"');
  expect(full.err).not.toContain('    at ');
  spawnSync('mount', ['-o', 'remount,size=64m', place]);
  const read = await nostro('statement', '--account', '9988776655');
  const saved = read.out.trim().split('\n').length;
  expect(saved).toBeGreaterThan(100);
  const done = await nostro('sync', ...range);
  expect(done.json<{ accounts: object[] }>().accounts[0]).toMatchObject({
    proof: { ok: true, entries: 12_000 },
  });
}, 90_000);

test('a data folder that may not be written has its own error code [S7]', async () => {
  const { data, folder, apart } = await scene();
  mkdirSync(data);
  chmodSync(data, 0o555);
  chmodSync(folder, 0o755);
  const run = await apart(['sync', '--account', '9988776655'], unprivileged);
  expect([run.code, run.error().code]).toEqual([1, 'store.readonly']);
});

test('a local copy that may not be written any more is reported as such, and nothing is sent [S7]', async () => {
  const { bank, folder, nostro, apart } = await scene();
  expect((await nostro('sync', '--account', '9988776655')).code).toBe(0);
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', folder]));
  const submit = '{"path":{"clientId":"fc-1","id":"fs-1"}}';
  for (const args of [
    ['sync', '--account', '9988776655'],
    ['submissions'],
    ['call', 'submitSubclient', '--input', submit],
  ]) {
    const run = await apart(args, unprivileged);
    expect([args[0], run.code, run.error().code]).toEqual([args[0], 1, 'store.readonly']);
  }
  expect(bank.calls.filter((call) => call.endsWith('/submit'))).toEqual([]);
});

test.each(['a file', 'below a file'])(
  'a data folder that is %s is reported as such',
  async (what) => {
    const { folder, file, env } = await scene();
    const data = what === 'a file' ? file : join(file, 'data');
    for (const args of [
      ['--bank', file, '--data-dir', data, 'sync', '--account', '9988776655'],
      ['--data-dir', data, 'call', 'getAllAccounts'],
    ]) {
      const run = await runCommand(args, env);
      expect([run.code, run.error().code]).toEqual([1, 'store.readonly']);
    }
    const empty = await runCommand(['--data-dir', '', 'submissions']);
    expectError(empty, 2, {}, '--data-dir needs a value.');
    expect(readdirSync(folder)).toEqual(['bank.json']);
  },
);

test('an export takes the place of a file only, and leaves alone what lies beside it [E2]', async () => {
  const { at, folder, nostro } = await scene();
  const account = ['--account', '9988776655'];
  const period = ['--from', '2026-01-01', '--to', '2026-01-31'];
  expect((await nostro('sync', ...account, ...period)).code).toBe(0);
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  writeFileSync(at('out.json'), 'old');
  writeFileSync(at('out.json.part'), 'mine');
  const written = (name: string) =>
    nostro('export', ...account, '--format', 'json', '--out', at(name));
  for (const name of ['pipe', 'folder']) {
    const run = await written(name);
    expectError(run, 1, 'file.unwritable', 'is something other than a file');
  }
  expect((await written('out.json')).code).toBe(0);
  expect(JSON.parse(readFileSync(at('out.json'), 'utf8'))).toHaveLength(12);
  expect(readFileSync(at('out.json.part'), 'utf8')).toBe('mine');
  expect(readdirSync(folder).toSorted()).toEqual(
    ['bank.json', 'data', 'folder', 'out.json', 'out.json.part', 'pipe'].toSorted(),
  );
});

test('a period that ends before it begins, or never ends, is refused before anything is asked', async () => {
  const { bank, nostro } = await scene();
  const account = ['--account', '9988776655'];
  const backwards = ['--from', '2026-02-01', '--to', '2026-01-01'];
  for (const command of ['sync', 'statement', 'proof']) {
    const run = await nostro(command, ...account, ...backwards);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.error().message).toContain('--to 2026-01-01 is before --from 2026-02-01.');
  }
  const endless = await nostro('sync', ...account, '--from', '1900-01-01', '--to', '9999-12-31');
  expectError(endless, 1, 'input.invalid', 'Nothing was asked');
  expect(bank.calls.filter((call) => call.includes('clientStatement'))).toEqual([]);
});

test('nothing secret and no narration lies in plain text in the data folder', async () => {
  const { data, done } = await scene(60);
  await done('sync', '--account', '9988776655', '--from', '2026-01-01', '--to', '2026-12-31');
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

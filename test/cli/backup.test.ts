import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startDelta } from '../support/banks/delta.ts';
import { commandLineAt } from '../support/programs/command-line.ts';

const passphrase = 'seven quiet herons';

async function scene() {
  const { bank, folder, write, at: place, over } = await commandLineAt(startDelta());
  const secret = write('secret.txt', `${passphrase}\n`);
  return { bank, folder, secret, at: (data: string) => over(place(data)) };
}

/** Each of another amount: none is a twin of another. */
const order = (reference: string): string[] => [
  'pay',
  '--input',
  JSON.stringify({
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
    ...{ amount: `${reference.at(-1)!}.50`, currency: 'EUR' },
  }),
];

type Listed = { submissions: { reference: string; state: string }[] };

test('a journal goes from one machine to another in one encrypted file, and sends nothing there before it was reconciled', async () => {
  const { bank, folder, secret, at } = await scene();
  const here = at('here');
  expect((await here(...order('INV-1'))).code).toBe(0);
  const out = join(folder, 'desk.nostro');
  const saved = await here('backup', '--out', out, '--passphrase-file', secret);
  expect([saved.code, saved.err]).toEqual([0, '']);
  expect(saved.json()).toMatchObject({ file: out, bankName: 'Delta Exchange UAT', sends: 1 });
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(out);
  for (const word of ['INV-1', 'SQLite format', 'Delta', passphrase])
    expect(bytes.includes(word)).toBe(false);
  const names = ['bank.json', 'desk.nostro', 'here', 'secret.txt'];
  expect(readdirSync(folder).toSorted()).toEqual(names);
  expect((await here(...order('INV-2'))).code).toBe(0);

  const there = at('there');
  const restored = await there('restore', out, '--passphrase-file', secret);
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.json()).toMatchObject({ sends: 1, sending: 'closed', setAside: [] });
  const listed = (await there('submissions')).json<Listed>().submissions;
  expect(listed).toMatchObject([{ reference: 'INV-1', state: 'accepted' }]);
  for (const reference of ['INV-2', 'INV-3']) {
    const refused = await there(...order(reference));
    expect([refused.code, refused.error().code]).toEqual([1, 'journal.older']);
  }
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['INV-1', 'INV-2']);
}, 180_000);

test('a restore sets the old data aside, and a backup replaces a file of its name only with --replace', async () => {
  const { bank, folder, secret, at } = await scene();
  const nostro = at('data');
  expect((await nostro(...order('INV-1'))).code).toBe(0);
  const out = join(folder, 'desk.nostro');
  const backUp = ['backup', '--out', out, '--passphrase-file', secret];
  expect((await nostro(...backUp)).code).toBe(0);
  const before = readFileSync(out);
  const refused = await nostro(...backUp);
  expect([refused.code, refused.error().code]).toEqual([1, 'file.unwritable']);
  expect(readFileSync(out)).toEqual(before);
  expect((await nostro(...backUp, '--replace')).code).toBe(0);
  expect(readFileSync(out)).not.toEqual(before);

  expect((await nostro(...order('INV-2'))).code).toBe(0);
  const restored = await nostro('restore', out, '--passphrase-file', secret);
  expect([restored.code, restored.err]).toEqual([0, '']);
  const [aside = ''] = restored.json<{ setAside: string[] }>().setAside;
  expect(readdirSync(aside)).toContain('journal.db');
  const again = await nostro(...order('INV-2'));
  expect([again.code, again.error().code]).toEqual([1, 'journal.older']);
  expect(bank.orders).toHaveLength(2);
}, 180_000);

test('a wrong passphrase, a damaged file and a file that is no backup are each refused in one sentence, and change nothing', async () => {
  const { folder, secret, at } = await scene();
  const nostro = at('data');
  expect((await nostro(...order('INV-1'))).code).toBe(0);
  const out = join(folder, 'desk.nostro');
  expect((await nostro('backup', '--out', out, '--passphrase-file', secret)).code).toBe(0);
  const whole = readFileSync(out);
  const variant = (name: string, change: (bytes: Buffer) => Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, change(Buffer.from(whole)));
    return path;
  };
  const flipped = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const other = join(folder, 'other.txt');
  writeFileSync(other, 'seven quiet heroes');
  const journal = (): Buffer => {
    const [bank = ''] = readdirSync(join(folder, 'data', 'banks'));
    return readFileSync(join(folder, 'data', 'banks', bank, 'journal.db'));
  };
  const before = journal();
  const cases: [string, string, string][] = [
    [out, other, 'backup.wrong-passphrase'],
    [variant('body', flipped(whole.length - 400)), secret, 'backup.damaged'],
    [variant('text', () => Buffer.from('{"name":"no backup"}')), secret, 'backup.not-one'],
    [join(folder, 'nowhere'), secret, 'backup.not-one'],
  ];
  for (const [path, phrase, code] of cases) {
    const run = await nostro('restore', path, '--passphrase-file', phrase);
    expect([path, run.code, run.error().code]).toEqual([path, 1, code]);
    expect(run.error().message).toContain('Nothing was changed.');
  }
  expect(journal()).toEqual(before);
  expect(readdirSync(join(folder, 'data'))).toEqual(['banks', 'desk.json']);
}, 240_000);

test('a passphrase is never an argument, and a short one is refused', async () => {
  const { folder, secret, at } = await scene();
  const nostro = at('data');
  const out = join(folder, 'desk.nostro');
  for (const args of [
    ['backup', '--out', out],
    ['backup', '--out', out, '--passphrase', passphrase],
    ['backup', '--passphrase-file', secret],
    ['restore', '--passphrase-file', secret],
    ['restore', out, out, '--passphrase-file', secret],
  ]) {
    const run = await nostro(...args);
    expect([args, run.code]).toEqual([args, 2]);
  }
  const short = join(folder, 'short.txt');
  writeFileSync(short, 'eleven char');
  const run = await nostro('backup', '--out', out, '--passphrase-file', short);
  expect([run.code, run.error().code]).toEqual([1, 'input.invalid']);
  mkdirSync(out);
  const backUp = ['backup', '--out', out, '--passphrase-file', secret];
  const folderInTheWay = await nostro(...backUp, '--replace');
  expect(folderInTheWay.error().code).toBe('file.unwritable');
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
}, 120_000);

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { pause, randoms, runSeed } from '../support/randoms.ts';
import { hold } from './support/nostro.ts';
import { account, order, scene, type Scene } from './support/scene.ts';

const october = ['--account', account, '--from', '2026-10-01', '--to', '2026-10-31'];
const options = () => ({ entries: trueEntries(60, '2026-10-01'), openingBalance: '1000.0000' });

/** A file of the local copy, as Linux names it. */
function copyFile({ folder }: Scene, name: string): string {
  const banks = join(folder, 'data', 'banks');
  const [profile = ''] = readdirSync(banks);
  return join(banks, profile, name);
}

/** Flips one bit of the first page, which every opening reads. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const at = 1_000;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

type Printed = { submissions: { reference: string; state: string }[] };

test('a desk that is killed at random points of syncing and paying pays nothing twice and forgets nothing', async () => {
  const random = randoms(runSeed());
  const desk = await scene(options());
  const { bank, nostro, start } = desk;
  const references: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const reference = `KILL-${count}`;
    references.push(reference);
    bank.behave({ booksAfterMs: Math.ceil(random() * 200), answer: 'silence' });
    const calls = bank.calls.length;
    const isPayment = count % 3 !== 2;
    const { child, ended } = start(...(isPayment ? order(reference) : ['sync', ...october]));
    // From the first word to the bank on: before it nothing is under way.
    await expect.poll(() => bank.calls.length).toBeGreaterThan(calls);
    if (count % 3 === 0) await expect.poll(() => bank.orders()).toBeGreaterThan(0);
    await pause(random() * 400);
    child.kill('SIGKILL');
    await ended;
  }
  const journal = (await nostro('submissions')).json<Printed>().submissions;
  for (const { reference, state } of journal) {
    expect(references).toContain(reference);
    const again = await nostro(...order(reference));
    expect(state).toBeOneOf(['sending', 'unknown', 'accepted']);
    const isBooked = bank.booked.some(({ ref }) => ref === reference);
    expect([reference, again.code]).toEqual([reference, isBooked ? 0 : 3]);
  }
  const booked = bank.booked.map(({ ref }) => ref);
  expect(booked).toEqual([...new Set(booked)]);
  for (const reference of booked) expect(journal.map((one) => one.reference)).toContain(reference);
  const synced = await nostro('sync', ...october);
  expect(synced.json<{ accounts: object[] }>().accounts).toMatchObject([
    { proof: { ok: true, entries: 60 } },
  ]);
});

test('a second process whose wait is over says who has the data, reads beside it, and sends nothing', async () => {
  const { bank, nostro, start } = await scene(options());
  expect((await nostro('sync', ...october)).code).toBe(0);
  bank.behave({ booksAfterMs: 0, answer: 'silence' });
  const first = start(...order('FIRST'));
  await expect.poll(() => bank.orders()).toBe(1);
  const second = await nostro(...order('SECOND'), '--wait', '1');
  expect([second.code, second.out, second.error().code]).toEqual([3, '', 'outcome.unknown']);
  expect(second.error().message).toMatch(/^cli \(process \d+, since /);
  const proof = await nostro('proof', ...october);
  expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 60 });
  first.child.kill('SIGKILL');
  await first.ended;
  const [left] = (await nostro('submissions')).json<Printed>().submissions;
  expect(left?.reference).toBe('FIRST');
  expect(left?.state).toBeOneOf(['sending', 'unknown']);
  const lookedUp = await nostro(...order('FIRST'));
  expect([lookedUp.code, lookedUp.json()]).toMatchObject([0, { outcome: 'accepted' }]);
  expect(bank.orders()).toBe(1);
});

test('a damaged journal is set aside whole, and nothing is sent until a person has reconciled', async () => {
  const desk = await scene();
  expect((await desk.nostro(...order('INV-1'))).code).toBe(0);
  damage(copyFile(desk, 'journal.db'));
  const damagedBytes = readFileSync(copyFile(desk, 'journal.db'));
  for (const reference of ['INV-1', 'INV-2']) {
    const run = await desk.nostro(...order(reference));
    expect([reference, run.code, run.error().code]).toEqual([reference, 1, 'journal.damaged']);
  }
  const [stamp = ''] = readdirSync(copyFile(desk, 'quarantine'));
  const aside = readFileSync(join(copyFile(desk, 'quarantine'), stamp, 'journal.db'));
  expect(aside).toEqual(damagedBytes);
  expect(desk.bank.orders()).toBe(1);
});

test('a journal that was removed is missed, whatever the folder says', async () => {
  const desk = await scene();
  expect((await desk.nostro(...order('INV-1'))).code).toBe(0);
  for (const name of readdirSync(copyFile(desk, '')).filter((one) => one.startsWith('journal.db')))
    rmSync(copyFile(desk, name));
  const run = await desk.nostro(...order('INV-1'));
  expect([run.code, run.error().code]).toEqual([1, 'journal.missing']);
  expect(desk.bank.orders()).toBe(1);
});

test('a damaged cache is fetched again; while another program keeps it open it stays where it is', async () => {
  const desk = await scene(options());
  expect((await desk.nostro('sync', ...october)).code).toBe(0);
  const cache = copyFile(desk, 'cache.db');
  damage(cache);
  const held = await hold(desk.at(cache.slice(desk.folder.length + 1)));
  const refused = await desk.nostro('sync', ...october);
  expect([refused.code, refused.error().code]).toEqual([1, 'store.readonly']);
  expect(existsSync(cache)).toBe(true);
  await held.release();
  const synced = await desk.nostro('sync', ...october);
  expect([synced.code, existsSync(copyFile(desk, 'quarantine'))]).toEqual([0, true]);
  expect(synced.json<{ accounts: object[] }>().accounts).toMatchObject([
    { inserted: 60, proof: { ok: true, entries: 60 } },
  ]);
});

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  furthestHead,
  writeHead,
} from '../../electron/connections/local-copy/continuity/head-slots.ts';
import {
  advanceWitnessFile,
  allWitnessFiles,
  removeWitnessFile,
  writeWitnessFile,
} from '../../electron/connections/local-copy/continuity/witness-file.ts';
import type {
  Witness,
  WitnessHead,
} from '../../electron/connections/local-copy/continuity/witness.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const headAt = (count: number): WitnessHead => ({
  ...{ folderId: 'f-1', journalId: 'j-1', epoch: 1, count },
  ...{ digest: `d-${String(count)}`.repeat(1 + (count % 3)), at: '2026-11-20T12:00:00.000Z' },
});

const witnessAt = (count: number, given: Partial<Witness> = {}): Witness => ({
  ...{ version: 1, profileId: 'a-bank', folder: '/a/bank', lock: null, reconciled: [] },
  ...headAt(count),
  upTo: count,
  ...given,
});

test('the furthest head that was written is returned, and none where there is no file', async () => {
  const file = join(tempFolder(), 'heads');
  expect(furthestHead(file, headAt(0))).toBeNull();
  for (const count of [1, 2, 3, 5, 4]) await writeHead(file, headAt(count));
  expect(furthestHead(file, headAt(0))).toEqual(headAt(5));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a power cut in the middle of writing one leaves it or the one before, whatever it tore', async () => {
  const folder = tempFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.boolean(), { minLength: 32, maxLength: 32 }),
      async (count, pieces) => {
        const file = join(folder, 'heads');
        rmSync(file, { force: true });
        for (let at = 1; at <= count; at += 1) await writeHead(file, headAt(at));
        const before = readFileSync(file);
        await writeHead(file, headAt(count + 1));
        const torn = readFileSync(file);
        expect(torn.length).toBe(before.length);
        const size = torn.length / pieces.length;
        for (const [at, isNew] of pieces.entries())
          if (!isNew) before.copy(torn, at * size, at * size, (at + 1) * size);
        writeFileSync(file, torn);
        expect([count, count + 1]).toContain(furthestHead(file, headAt(0))?.count);
      },
    ),
    { numRuns: 60 },
  );
});

test('bytes that the program did not write are no head', async () => {
  const file = join(tempFolder(), 'heads');
  await writeHead(file, headAt(1));
  await writeHead(file, headAt(2));
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 37) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    writeFileSync(file, bytes);
    const found = furthestHead(file, headAt(0));
    expect([headAt(1), headAt(2)]).toContainEqual(found);
  }
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(8192), whole.subarray(0, 50)]) {
    writeFileSync(file, bytes);
    expect(furthestHead(file, headAt(0))).toBeNull();
  }
});

test('a witness is as far as the head that followed it, as long as that is its own', async () => {
  const stateDir = tempFolder();
  const found = async () => (await allWitnessFiles(stateDir)).get('a-bank');
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(3));
  await advanceWitnessFile(stateDir, 'a-bank', witnessAt(4));
  await advanceWitnessFile(stateDir, 'a-bank', witnessAt(5));
  expect(await found()).toEqual(witnessAt(5));
  // The file itself is not written again.
  const file = join(stateDir, 'journals', 'a-bank.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(witnessAt(3));
  for (const other of [{ epoch: 2 }, { folderId: 'f-2' }, { journalId: 'j-2' }]) {
    await writeWitnessFile(stateDir, 'a-bank', witnessAt(1, other));
    expect(await found()).toEqual(witnessAt(1, other));
  }
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(6));
  expect(await found()).toEqual(witnessAt(6));
});

test('heads of an epoch that is over hide none of the next, however far they had come', async () => {
  const stateDir = tempFolder();
  const found = async () => (await allWitnessFiles(stateDir)).get('a-bank');
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(500));
  for (const count of [501, 502]) await advanceWitnessFile(stateDir, 'a-bank', witnessAt(count));
  const anew = { epoch: 2, journalId: 'j-2' };
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(1, anew));
  const heads = join(stateDir, 'journals', 'a-bank.heads');
  for (const count of [2, 3, 4]) {
    await advanceWitnessFile(stateDir, 'a-bank', witnessAt(count, anew));
    expect(await found()).toEqual(witnessAt(count, anew));
  }
  const before = readFileSync(heads);
  await advanceWitnessFile(stateDir, 'a-bank', witnessAt(5, anew));
  const torn = readFileSync(heads);
  for (const half of [0, 4096])
    if (!torn.subarray(half, half + 4096).equals(before.subarray(half, half + 4096)))
      torn.fill(0, half + 40, half + 80);
  writeFileSync(heads, torn);
  expect(await found()).toEqual(witnessAt(4, anew));
});

test('a witness that is gone meanwhile is written as a whole again, its folder too', async () => {
  const stateDir = tempFolder();
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(3));
  rmSync(join(stateDir, 'journals'), { recursive: true });
  await advanceWitnessFile(stateDir, 'a-bank', witnessAt(4));
  await advanceWitnessFile(stateDir, 'a-bank', witnessAt(5));
  expect((await allWitnessFiles(stateDir)).get('a-bank')).toEqual(witnessAt(5));
  await removeWitnessFile(stateDir, 'a-bank');
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(2));
  expect((await allWitnessFiles(stateDir)).get('a-bank')).toEqual(witnessAt(2));
});

test('heads that cannot be written fail as the disk does, and give no head', async () => {
  const stateDir = tempFolder();
  await writeWitnessFile(stateDir, 'a-bank', witnessAt(3));
  mkdirSync(join(stateDir, 'journals', 'a-bank.heads'));
  await expect(advanceWitnessFile(stateDir, 'a-bank', witnessAt(4))).rejects.toMatchObject({
    code: 'store.readonly',
  });
  expect((await allWitnessFiles(stateDir)).get('a-bank')).toEqual(witnessAt(3));
});

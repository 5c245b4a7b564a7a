import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test, vi } from 'vitest';

import type { Witness } from '../../electron/connections/local-copy/continuity/witness.ts';
import { writeWitnessFile } from '../../electron/connections/local-copy/continuity/witness-file.ts';
import { writeSmallFile } from '../../electron/engines/machine/small-file.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** The folders that were synced to the disk, each with the content of the file at that time. */
const synced = vi.hoisted(() => ({ folders: [] as string[], content: () => '' }));
vi.mock('../../electron/engines/machine/durable.ts', () => ({
  syncPath: (path: string) => void synced.folders.push(path, synced.content()),
}));

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

test('a witness is on the disk under its name before it counts', async () => {
  const stateDir = tempFolder();
  const file = join(stateDir, 'journals', 'a-bank.json');
  Object.assign(synced, { folders: [], content: () => textOf(file) });
  const witness: Witness = {
    version: 1,
    profileId: 'a-bank',
    folderId: 'f-1',
    folder: '/a/bank',
    journalId: 'j-1',
    epoch: 0,
    count: 2,
    digest: 'd-2',
    at: null,
    upTo: 2,
    lock: null,
    reconciled: [],
  };
  await writeWitnessFile(stateDir, 'a-bank', witness);
  expect(synced.folders).toEqual([dirname(file), JSON.stringify(witness)]);
});

test('a small file is on the disk under its name before it counts', () => {
  const file = join(tempFolder(), 'bank.json');
  Object.assign(synced, { folders: [], content: () => textOf(file) });
  writeSmallFile(file, 'new');
  expect(synced.folders).toEqual([dirname(file), 'new']);
});

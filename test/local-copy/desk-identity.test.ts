import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { readWindowFile, writeWindowFile } from '../../electron/app/window-file.ts';
import { deskIdOf, type DeskPlace } from '../../electron/connections/local-copy/desk-identity.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import { temporaryFolder } from '../support/stores/store.ts';

const folderAt = (dataDir = temporaryFolder(), stateDir = temporaryFolder()): DeskPlace => ({
  ...{ dataDir, stateDir, clock: systemClock },
});

test('a data folder has one id, a UUIDv7, that stays', () => {
  const place = folderAt();
  const id = deskIdOf(place);
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(deskIdOf(place)).toBe(id);
  expect(deskIdOf(folderAt())).not.toBe(id);
});

test('what the window remembers leaves the id as it is, and the id leaves that', async () => {
  const place = folderAt();
  const [id, window] = [deskIdOf(place), { window: { x: 40 } }];
  await writeWindowFile(place.dataDir, window);
  expect(deskIdOf(place)).toBe(id);
  deskIdOf({ ...place, stateDir: temporaryFolder() });
  expect(await readWindowFile(place.dataDir)).toEqual(window);
});

test('a copy of the folder is another desk, and the first one stays as it is', () => {
  const place = folderAt();
  const id = deskIdOf(place);
  const copy = { ...place, dataDir: temporaryFolder() };
  cpSync(place.dataDir, copy.dataDir, { recursive: true });
  const other = deskIdOf(copy);
  expect(other).not.toBe(id);
  expect([deskIdOf(place), deskIdOf(copy)]).toEqual([id, other]);
});

test('the folder on another machine, and a moved one, are another desk', () => {
  const place = folderAt();
  const id = deskIdOf(place);
  expect(deskIdOf({ ...place, stateDir: temporaryFolder() })).not.toBe(id);
  const moved = join(temporaryFolder(), 'moved');
  const here = folderAt();
  const before = deskIdOf(here);
  renameSync(here.dataDir, moved);
  expect(deskIdOf({ ...here, dataDir: moved })).not.toBe(before);
});

test.each(['', '{', '{"deskId":"x","folder":"/"}'])(
  'a damaged file makes another desk that stays: %s',
  (text) => {
    const place = folderAt();
    const id = deskIdOf(place);
    writeFileSync(join(place.dataDir, 'desk.json'), text);
    const next = deskIdOf(place);
    expect(next).not.toBe(id);
    expect(deskIdOf(place)).toBe(next);
  },
);

test('where the state directory cannot be written, an id lasts for one opening', () => {
  const place = folderAt();
  rmSync(place.stateDir, { recursive: true });
  writeFileSync(place.stateDir, 'a file');
  expect(deskIdOf(place)).not.toBe(deskIdOf(place));
});

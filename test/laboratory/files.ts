import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Harm } from './plan.ts';

/** Every file below a folder, as it was at one moment. */
export type Image = ReadonlyMap<string, Buffer>;

export function imageOf(folder: string): Image {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path)]),
  );
}

/** The folder holds what the image shows, and nothing else. */
export function putBack(folder: string, image: Image): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [path, bytes] of image) write(path, bytes);
}

const endings = ['', '-wal', '-shm', '-journal'];

/** Does to the files of a desk that is not running what can happen to files. Paths are those of the two databases. */
export function harm(
  { folder, state, journal, cache }: Record<'folder' | 'state' | 'journal' | 'cache', string>,
  done: Harm,
  backups: readonly Image[],
): void {
  const { what, how, at } = done;
  const older = backups[Math.floor(at * backups.length)];
  if (what === 'folder' || what === 'state') {
    if (how === 'removed') putBack(what === 'state' ? state : folder, new Map());
    else if (older) putBack(folder, older);
    return;
  }
  const file = { journal, wal: `${journal}-wal`, cache }[what];
  if (how === 'rolled back') rollBack(file, older);
  else if (how === 'removed') for (const ending of endings) rmSync(file + ending, { force: true });
  else change(file, how, at);
}

function rollBack(file: string, older: Image | undefined): void {
  if (!older) return;
  for (const ending of endings) {
    rmSync(file + ending, { force: true });
    const bytes = older.get(file + ending);
    if (bytes) write(file + ending, bytes);
  }
}

type Change = 'a bit flipped' | 'cut short' | 'emptied' | 'overwritten';

function change(file: string, how: Change, at: number): void {
  const bytes = bytesOf(file);
  if (bytes === null || bytes.length === 0) return;
  const place = Math.floor(at * bytes.length);
  const changes: Record<Change, () => Buffer> = {
    'a bit flipped': () => {
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8));
      return bytes;
    },
    'cut short': () => bytes.subarray(0, place),
    emptied: () => Buffer.alloc(0),
    overwritten: () => Buffer.alloc(bytes.length, 0x5a),
  };
  writeFileSync(file, changes[how]());
}

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}

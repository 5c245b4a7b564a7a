import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { SeedParameters } from '../seed/parameters.ts';
import type { Snapshots } from './served-bank.ts';

/** The result of looking for the stored state. */
export type StateFound = 'restored' | 'absent' | 'damaged' | 'other-seed';

/**
 * Restores the bank from its file. A file that cannot be read, or whose seed is not the requested one, is set aside under another name and
 * the bank stays as seeded.
 */
export async function restoreFrom(
  path: string,
  snapshots: Snapshots,
  expected: { readonly [K in 'seed' | 'entries']: SeedParameters[K] | undefined },
): Promise<StateFound> {
  const text = await readIfThere(path);
  if (text === undefined) return 'absent';
  const snapshot = snapshots.read(text);
  if (!snapshot) return await setAside(path, 'damaged');
  const { seed, entries } = snapshot.parameters;
  if ((expected.seed ?? seed) !== seed || (expected.entries ?? entries) !== entries)
    return await setAside(path, 'other-seed');
  snapshot.restore();
  return 'restored';
}

async function setAside<F extends StateFound>(path: string, found: F): Promise<F> {
  await rename(path, `${path}.${found}`);
  return found;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Saves a bank's state: whole or not at all, one write at a time. */
export type StateWriter = {
  saveSoon(): void;
  /** Saves a last time; nothing is written afterwards. */
  close(): Promise<void>;
};

const saveDelayMs = 200;
/** The least pause after a save, as a multiple of its duration: only a part of the time is spent on saving, however large the state. */
const restPerSave = 5;

export function createStateWriter(path: string, snapshots: Snapshots): StateWriter {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();
  let delayMs = saveDelayMs;
  const write = async (): Promise<void> => {
    const startedAt = performance.now();
    const text = snapshots.take();
    delayMs = Math.max(saveDelayMs, restPerSave * (performance.now() - startedAt));
    await writeWhole(path, text);
  };
  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  const saveSoon = (): void => {
    if (isClosed) return;
    // A disk that is full now may not be at the next change; close() fails when the last save does.
    timer ??= setTimeout(() => void save().catch(() => undefined), delayMs);
  };
  const close = (): Promise<void> => {
    isClosed = true;
    return save();
  };
  return { saveSoon, close };
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.tmp`, text, { mode: 0o600, flush: true });
  await rename(`${path}.tmp`, path);
}

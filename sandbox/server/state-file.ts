import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Bank } from '../bank/bank.ts';
import type { SeedParameters } from '../accounts/seed-ledger.ts';
import { restoreBank, Snapshot, snapshotOf } from '../bank/snapshot.ts';

/** What was found where the state is kept. */
export type StateFound = 'restored' | 'absent' | 'damaged' | 'other-seed';

/**
 * Restores the bank from its file. A file that cannot be read, or that another seed was asked for, is set aside under
 * another name and the bank stays as seeded.
 */
export async function restoreFrom(
  path: string,
  bank: Bank,
  asked: Partial<SeedParameters>,
): Promise<StateFound> {
  const text = await readIfThere(path);
  if (text === undefined) return 'absent';
  const snapshot = parseSnapshot(text);
  if (!snapshot) return await setAside(path, 'damaged');
  const { seed, entries } = snapshot.parameters;
  if ((asked.seed ?? seed) !== seed || (asked.entries ?? entries) !== entries)
    return await setAside(path, 'other-seed');
  restoreBank(bank, snapshot);
  return 'restored';
}

async function setAside<F extends StateFound>(path: string, found: F): Promise<F> {
  await rename(path, `${path}.${found}`);
  return found;
}

export function parseSnapshot(text: string): Snapshot | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Snapshot.safeParse(value).data;
  } catch {
    return undefined;
  }
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
/** At most a part of the time is spent on saving, however much there is to save. */
const restPerSave = 5;

export function createStateWriter(path: string, bank: Bank): StateWriter {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();
  let delayMs = saveDelayMs;
  const write = async (): Promise<void> => {
    const startedAt = performance.now();
    const text = JSON.stringify(snapshotOf(bank));
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
    // A disk that is full now may not be at the next change; whether the last save worked is told by close().
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

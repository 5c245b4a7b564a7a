import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { whyNoFileOnWindows } from './windows-names.ts';

/** Opens a saved file in the system's viewer, where it can be printed. Returns whether there is one. */
export type OpenSaved = (path: string) => Promise<boolean>;

/** Asks a person where to save a file. Returns the path, or undefined where the person cancels. */
export type SaveAs = (suggestedName: string) => Promise<string | undefined>;

/**
 * Writes a file atomically: text or bytes go into a draft next to it, which is renamed only when all of it is on the disk. Throws
 * `file.unwritable` and removes the draft when that fails.
 */
export async function writeWholeFile(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  /** Checks the draft, which is on the disk by then. If it throws, the draft is not renamed. */
  check: (draft: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  assertNamesFile(path);
  // A unique name: other files next to it are not ours.
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await assertReplaceable(path);
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await check(draft);
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof DeskFault) throw cause;
    throw unwritable(basename(path), cause);
  }
}

/** Writes a file where none exists. Throws `file.unwritable` for one that exists, also if it appears during the writing. */
export async function writeNewFile(
  path: string,
  chunks: Parameters<typeof writeWholeFile>[1],
): Promise<void> {
  assertFree(path);
  await writeWholeFile(path, chunks, () => {
    assertFree(path);
    return Promise.resolve();
  });
}

/** Throws `file.unwritable` for a file that exists. */
export function assertFree(path: string): void {
  if (existsSync(path))
    throw new DeskFault('file.unwritable', `${path} already exists. It was not changed.`);
}

/**
 * Throws `file.unwritable` for a name that this system does not allow for a file. Must be called before the action that the file
 * reports.
 */
export function assertNamesFile(path: string): void {
  const reason = process.platform === 'win32' ? whyNoFileOnWindows(path) : null;
  if (reason !== null)
    throw new DeskFault('file.unwritable', `${basename(path)} could not be written: ${reason}.`);
}

/** The fault for a file, named without its path: no window receives paths. */
export const unwritable = (name: string, cause: unknown): DeskFault =>
  new DeskFault('file.unwritable', `${name} could not be written: ${reasonOf(cause)}.`, { cause });

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota on this disk is used up',
  EROFS: 'the folder is read-only',
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EIO: 'the disk failed',
};

function reasonOf(cause: unknown): string {
  const { code, message } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  // Windows does not replace an open file.
  const isHeld = process.platform === 'win32' && /^E(?:PERM|ACCES|BUSY)$/.test(code ?? '');
  return isHeld
    ? 'another program has it open, or it may not be replaced'
    : (reasons[code ?? ''] ?? message ?? 'unknown reason');
}

/** A device or a folder must not be replaced by a file. */
async function assertReplaceable(path: string): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there !== null && !there.isFile() && !there.isSymbolicLink())
    throw new DeskFault('file.unwritable', `${basename(path)} is something other than a file.`);
}

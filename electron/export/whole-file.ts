import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';

import { DeskFault } from '../../shared/errors.ts';

/**
 * Writes a file as a whole: text or bytes go into a draft beside it, which takes its name only when all of it is on
 * the disk. Throws `file.unwritable` and leaves nothing behind when that fails.
 */
export async function writeWholeFile(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  // A name that is nobody else's: what lies beside the file is not ours.
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
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof DeskFault) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new DeskFault('file.unwritable', `${path} could not be written: ${reason}.`, { cause });
  }
}

/** A device or a folder must not make way for a file. */
async function assertReplaceable(path: string): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there !== null && !there.isFile() && !there.isSymbolicLink())
    throw new DeskFault('file.unwritable', `${path} is something other than a file.`);
}

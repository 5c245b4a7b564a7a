import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

import { onDisk } from './on-disk.ts';

/** The age after which a note proves nothing, since process numbers are reused. */
const noteAgeMaxMs = 600_000;

export type Hold = {
  /** Resets the age of the note. */
  readonly renew: () => void;
  readonly release: () => void;
};

/**
 * Takes a lock for a single process, noted in a file; null while another process holds it. The lock of a dead process is
 * free again.
 */
export function takeHold(file: string, nowMs = Date.now()): Hold | null {
  if (isFree(file, nowMs)) removeNote(file);
  if (!onDisk(() => noted(file))) return null;
  return {
    renew: () => {
      if (holderOf(file) === process.pid) renewNote(file);
    },
    release: () => {
      rmSync(file, { force: true });
    },
  };
}

/** Renews the note. If that fails, the note ages; its holder continues. */
function renewNote(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    return;
  }
}

/** Returns the process that holds the lock by its note; null when there is none. */
export function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function noted(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A full disk may create the file without the number: such a note would block the lock without a holder.
    rmSync(file, { force: true });
    throw cause;
  }
}

function isFree(file: string, nowMs: number): boolean {
  const age = nowMs - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
  const pid = holderOf(file);
  return age > noteAgeMaxMs || (pid !== null && !isAlive(pid));
}

/** Removes the note. Only the process that succeeds in renaming it deletes it; the others find nothing to rename. */
function removeNote(file: string): void {
  const moved = `${file}.${randomUUID()}`;
  try {
    renameSync(file, moved);
    rmSync(moved, { force: true });
  } catch {
    return;
  }
}

/** Is there a process with this number on this machine, of any user? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

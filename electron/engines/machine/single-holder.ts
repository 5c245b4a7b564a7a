import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

import { onDisk } from './on-disk.ts';

/** A process number is given again some day: a note this old proves nothing any more. */
const noteAgeMaxMs = 600_000;

export type Hold = {
  /** The note counts as new again. */
  readonly renew: () => void;
  readonly release: () => void;
};

/**
 * Takes what only one process may hold at a time, noted in a file; null while somebody else holds it. What a process held
 * that has died is free again.
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

/** A note that cannot be renewed grows old: no reason for its holder to fail. */
function renewNote(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    return;
  }
}

/** The process that holds the lock by its note; null when none does. */
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

/** Whoever moves the note away may remove it; the others find nothing to move. */
function removeNote(file: string): void {
  const moved = `${file}.${randomUUID()}`;
  try {
    renameSync(file, moved);
    rmSync(moved, { force: true });
  } catch {
    return;
  }
}

/** Is there a process of this number on this machine, whoever's it is? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';

/** The holder of the journal, for the message to a waiting process. It is informative only: the lock on the file counts. */
export type WriterFile = {
  readonly pid: number;
  readonly program: string;
  readonly since: Timestamp;
};

const pathBeside = (databaseFile: string): string => join(dirname(databaseFile), 'writer.json');

export function writeWriterFile(databaseFile: string, holder: WriterFile): void {
  const path = pathBeside(databaseFile);
  const part = `${path}.${holder.pid}.part`;
  try {
    writeFileSync(part, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(part, path);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}

/** Reads the writer file; null when there is none or it cannot be parsed. */
export function readWriterFile(databaseFile: string): WriterFile | null {
  const path = pathBeside(databaseFile);
  if (!existsSync(path)) return null;
  const [, pid, program, since] =
    /^\{"pid":(\d+),"program":("(?:[^"\\]|\\.)*"),"since":"([^"]+)"\}$/.exec(
      readFileSync(path, 'utf8').trim(),
    ) ?? [];
  if (pid === undefined || program === undefined || since === undefined) return null;
  return { pid: Number(pid), program: String(JSON.parse(program)), since };
}

/** Removes this process's writer file. That of a successor stays. */
export function removeWriterFile(databaseFile: string, pid: number): void {
  if (readWriterFile(databaseFile)?.pid === pid) rmSync(pathBeside(databaseFile), { force: true });
}

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { syncPath } from '../../../engines/machine/durable.ts';
import { isAlive } from '../../../engines/machine/single-holder.ts';
import { readSmallJson, writeSmallFile } from '../../../engines/machine/small-file.ts';
import { profileFolder } from '../../profiles/folders.ts';
import { ignoreErrors } from '../../../engines/store/local-faults.ts';
import type { Places } from './contents.ts';

/** A folder into which a backup is unpacked. Its note names the process that uses it. */
export type RestoringFolder = {
  readonly places: Places;
  /** From this call on, its journal may be the only one of this bank: only this process may delete it. */
  readonly begin: (profileId: string) => void;
  readonly discard: () => void;
};

const prefix = 'restoring-';
const noteName = 'holder.json';
const Note = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** The bank whose journal is being replaced; left out while nothing but this folder was changed. */
  profileId: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
});
type Note = z.output<typeof Note>;

/** The processes of another machine cannot be checked: after a week, one counts as ended. */
const heldMaxMs = 7 * 24 * 3_600_000;

export function makeRestoringFolder(dataDir: string): RestoringFolder {
  const folder = join(dataDir, `${prefix}${randomUUID()}`);
  const note = (more: Pick<Note, 'profileId'>): void => {
    const held: Note = { pid: process.pid, host: hostname(), ...more };
    writeSmallFile(join(folder, noteName), JSON.stringify(held));
  };
  const discard = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    note({});
  } catch (cause) {
    discard();
    throw cause;
  }
  return {
    places: {
      journal: join(folder, 'journal.db'),
      attachments: join(folder, 'files'),
      team: join(folder, 'team.db'),
    },
    begin: (profileId) => {
      note({ profileId });
    },
    discard,
  };
}

/**
 * Clears the folders of restores whose process has ended. A plain copy of a backup is removed. One that was being put in place goes to the
 * quarantine of its bank, since its journal may be the only one; its new place is returned. A folder that is still in use or has no note
 * stays. Never throws.
 */
export function clearAbandoned(dataDir: string, nowMs: number): string[] {
  const retained: string[] = [];
  ignoreErrors(() => {
    for (const name of readdirSync(dataDir).filter((one) => one.startsWith(prefix)))
      ignoreErrors(() => {
        const to = clear(dataDir, name, nowMs);
        if (to !== null) retained.push(to);
      });
  });
  return retained;
}

function clear(dataDir: string, name: string, nowMs: number): string | null {
  const folder = join(dataDir, name);
  const note = Note.safeParse(readSmallJson(join(folder, noteName))).data;
  if (note === undefined || isHeld(note, join(folder, noteName), nowMs)) return null;
  const { profileId } = note;
  if (profileId === undefined || !existsSync(join(folder, 'journal.db'))) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const aside = join(profileFolder(dataDir, profileId).folder, 'quarantine');
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  renameSync(folder, join(aside, name));
  syncPath(aside);
  return join(aside, name);
}

const isHeld = ({ pid, host }: Note, file: string, nowMs: number): boolean =>
  host === hostname() ? isAlive(pid) : nowMs - statSync(file).mtimeMs < heldMaxMs;

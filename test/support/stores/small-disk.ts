import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { tempFolder } from '../setup/temp-folder.ts';

export type Skip = (reason: string) => never;
export type Disk = {
  readonly folder: string;
  readonly fill: (leavingBytes?: number) => void;
  readonly empty: () => void;
};

/** A small disk of its own; not everybody may mount one. */
export function smallDisk(skip: Skip, megabytes = 16): Disk {
  const folder = join(tempFolder(), 'small');
  mkdirSync(folder);
  const size = `size=${String(megabytes)}m`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  if (mounted.status !== 0) skip('NO SMALL DISK COULD BE MOUNTED HERE: a full disk was not tried');
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder]);
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (leavingBytes = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - leavingBytes));
      } catch {
        // Somebody else took a little of it meanwhile: it is full all the same.
      }
    },
    empty: () => {
      rmSync(ballast);
    },
  };
}

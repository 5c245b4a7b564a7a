import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { Clock } from '../../engines/machine/context.ts';
import { newId } from '../../engines/machine/new-id.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';
import { ignoreErrors } from '../../engines/store/local-faults.ts';

const Identity = z.object({ deskId: z.uuid(), folder: z.string() });

export type DeskPlace = {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly clock: Clock;
};

/**
 * Returns the id of the desk of a data folder: a UUIDv7, created once. It is stored in a file of the folder, and counts only where the
 * state directory of this machine has the same id for the same path. A copied or moved folder gets a new id, so no two desks share one. An
 * id that cannot be saved is used until the bank is closed.
 */
export function deskIdOf({ dataDir, stateDir, clock }: DeskPlace): string {
  const folder = realpathSync(dataDir);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const desks = join(stateDir, 'desks');
  const files = [join(desks, `${name}.json`), join(dataDir, 'desk.json')];
  const [remembered, own] = files.map((file) => Identity.safeParse(readSmallJson(file)).data);
  if (own && remembered?.deskId === own.deskId && remembered.folder === folder) return own.deskId;
  const deskId = newId(clock);
  ignoreErrors(() => {
    mkdirSync(desks, { recursive: true, mode: 0o700 });
    for (const file of files) writeSmallFile(file, JSON.stringify({ deskId, folder }));
  });
  return deskId;
}

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect } from 'vitest';

import { openSandbox, startDesk, sync, type Desk } from './desk.ts';
import type { Ending } from './ending.ts';
import { emptyPlace, newPlace, withBank, type Place } from './place.ts';

/** Of this run, see shared-folder.ts: a data folder in which all of the sandbox was fetched and proven, made once. */
const sharedFolder = process.env['NOSTRO_TEST_SHARED'] ?? '';

/** A desk that has been here before, signed in, with all of the sandbox in its local copy; a copy of its own. */
export async function startSyncedDesk(
  launch: Parameters<typeof startDesk>[1] = {},
): Promise<{ place: Place; desk: Desk }> {
  const place = emptyPlace();
  cpSync(await fetched(), place.dataDir, { recursive: true });
  const withSandbox = await withBank(place);
  const desk = await startDesk(withSandbox, launch);
  await signedIn(desk);
  return { place: withSandbox, desk };
}

/** Waits until the desk has signed in by itself. */
export async function signedIn({ page }: Desk): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sync' }).waitFor();
}

/** Whoever of this run needs it first makes it; the others wait for it, or make it where that one failed. */
async function fetched(): Promise<string> {
  const folder = join(sharedFolder, 'synced');
  const turn = join(sharedFolder, 'synced.turn');
  while (!existsSync(folder)) {
    if (isMade(turn)) await fetchInto(folder).finally(() => rmSync(turn, { recursive: true }));
    else await setTimeout(100);
  }
  return folder;
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false; // another has the turn
  }
}

async function fetchInto(folder: string): Promise<void> {
  const endings: (() => unknown)[] = [];
  const atEnd: Ending = (act) => endings.push(act);
  try {
    const place = await newPlace(atEnd);
    const desk = await startDesk(place);
    await openSandbox(desk);
    expect(await sync(desk)).toBe('Synced');
    await desk.close();
    await place.line.cut();
    cpSync(place.dataDir, `${folder}.new`, { recursive: true });
  } finally {
    for (const end of endings.reverse()) await end();
  }
  renameSync(`${folder}.new`, folder);
}

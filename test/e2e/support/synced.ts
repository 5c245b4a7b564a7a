import { cpSync } from 'node:fs';

import { afterAll } from 'vitest';

import { openSandbox, startDesk, sync, type Desk } from './desk.ts';
import { emptyPlace, newPlace, withBank, type Place } from './place.ts';

/** A data folder in which all of the sandbox was fetched and proven, made once for a file of tests. */
let fetched: Promise<string> | undefined;
const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** A desk that has been here before, signed in, with all of the sandbox in its local copy; a copy of its own. */
export async function startSyncedDesk(): Promise<{ place: Place; desk: Desk }> {
  const place = emptyPlace();
  cpSync(await (fetched ??= fetchOnce()), place.dataDir, { recursive: true });
  const played = await withBank(place);
  const desk = await startDesk(played);
  await signedIn(desk);
  return { place: played, desk };
}

/** Waits until the desk has signed in by itself. */
export async function signedIn({ page }: Desk): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sync' }).waitFor();
}

async function fetchOnce(): Promise<string> {
  const place = await newPlace((end) => endings.push(end));
  const desk = await startDesk(place);
  await openSandbox(desk);
  await sync(desk);
  await desk.close();
  await place.line.cut();
  return place.dataDir;
}

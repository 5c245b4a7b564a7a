import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { latePrograms } from '../support/programs/programs.ts';
import { openTestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** What a start waits for, observed by what happens and not by how long it takes. */

async function synced() {
  const place = { dataDir: tempFolder(), keychain: memoryKeychain() };
  const desk = await openSyncedSandbox(place);
  await desk.close();
  return place;
}

test('the local copy is opened before the sandbox has sent its address, and reads though the bank never answers', async () => {
  const place = await synced();
  // It sends its address once the journal is held: a desk that waited for that first would wait for ever.
  const desk = await openTestDesk({ ...place, programs: latePrograms });
  expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: false });
  expect((await desk.get('accounts.position', {})).accountCount).toBe(8);
});

test('a keychain that does not answer to its trial holds up no copy that needs none of it any more', async () => {
  const place = await synced();
  const trial = Promise.withResolvers<'ready'>();
  const keychain = { ...place.keychain, probe: () => trial.promise };
  const desk = await openTestDesk({ ...place, keychain });
  expect((await desk.get('accounts.position', {})).accountCount).toBe(8);
  trial.resolve('ready');
});

test('a sandbox that cannot be started leaves nothing open of its copy', async () => {
  const place = await synced();
  const nowhere = new URL('./no-such-program.ts', import.meta.url);
  const programs = { ...latePrograms, sandbox: nowhere };
  await expect(openTestDesk({ ...place, programs })).rejects.toThrow(/Cannot find module/);
  expect(existsSync(join(place.dataDir, 'banks/sandbox/writer.json'))).toBe(false);
});

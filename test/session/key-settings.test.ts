import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readKeys } from '../../electron/connections/session/key-settings.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';

test('single keys work until somebody switches them off, also after the next start', async () => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  expect(await desk.get('desk.state', {})).toMatchObject({ singleKeys: true });
  expect(await desk.get('settings.saveSingleKeys', { enabled: false })).toEqual({ enabled: false });
  expect(desk.facts.at(-1)).toMatchObject({
    event: 'desk.changed',
    fact: { singleKeys: false },
  });
  await desk.close();
  const again = await openTestDesk({ dataDir });
  expect(await again.get('desk.state', {})).toMatchObject({ singleKeys: false });
  await again.get('settings.saveSingleKeys', { enabled: true });
  expect(readKeys(dataDir)).toEqual({ single: true, own: {} });
});

test('keys that were chosen for acts are announced at once and stored, beside whether single keys work', async () => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  await desk.get('settings.saveSingleKeys', { enabled: false });
  await desk.get('settings.saveOwnKeys', { own: { 'Desk s': 'y' } });
  expect(desk.facts.at(-1)).toMatchObject({ fact: { ownKeys: { 'Desk s': 'y' } } });
  await desk.close();
  const again = await openTestDesk({ dataDir });
  expect(await again.get('desk.state', {})).toMatchObject({
    singleKeys: false,
    ownKeys: { 'Desk s': 'y' },
  });
  await again.get('settings.saveOwnKeys', { own: {} });
  expect(readKeys(dataDir)).toEqual({ single: false, own: {} });
});

test.each(['', '{', '{"single":0}', 'null', '[]', '{"own":{"Desk s":7}}', '{"own":[]}'])(
  'a file that says %j switches nothing off',
  (text) => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'keys.json'), text);
    expect(readKeys(dataDir)).toEqual({ single: true, own: {} });
  },
);

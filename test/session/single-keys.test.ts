import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readSingleKeys } from '../../electron/session/single-keys.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestDesk } from '../support/test-desk.ts';

test('single keys are heard until somebody switches them off, also after the next start', async () => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  expect(await desk.get('desk.state', {})).toMatchObject({ singleKeys: true });
  expect(await desk.get('settings.saveSingleKeys', { heard: false })).toEqual({ heard: false });
  expect(desk.facts.at(-1)).toMatchObject({
    event: 'desk.changed',
    fact: { singleKeys: false },
  });
  await desk.close();
  const again = await openTestDesk({ dataDir });
  expect(await again.get('desk.state', {})).toMatchObject({ singleKeys: false });
  await again.get('settings.saveSingleKeys', { heard: true });
  expect(readSingleKeys(dataDir)).toBe(true);
});

test.each(['', '{', '{"single":0}', 'null', '[]'])(
  'a file that says %j switches nothing off',
  (text) => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'keys.json'), text);
    expect(readSingleKeys(dataDir)).toBe(true);
  },
);

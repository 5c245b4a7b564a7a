import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { pageMarks } from '../../electron/app/page-marks.ts';
import { readAppearance } from '../../electron/connections/session/appearance-settings.ts';
import { plainAppearance, type Appearance } from '../../shared/ipc/desk/appearance.ts';
import { formatCount, showNumbersAs } from '../../shared/money/format.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';

afterEach(() => showNumbersAs('point'));

const chosen: Appearance = {
  theme: 'contrast',
  density: 'comfortable',
  textPercent: 125,
  numbers: 'comma',
  dates: 'dotted',
  zone: 'Europe/Zurich',
  accountsBy: 'group',
};

test('the window’s appearance is announced at once and survives a restart, and what is made for it here has its number format', async () => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  expect(await desk.get('desk.state', {})).toMatchObject({ appearance: plainAppearance });
  expect(await desk.get('settings.saveAppearance', chosen)).toEqual({ appearance: chosen });
  expect(desk.facts.at(-1)).toMatchObject({ event: 'desk.changed', fact: { appearance: chosen } });
  expect(formatCount(1_234)).toBe('1.234');
  await desk.close();
  const again = await openTestDesk({ dataDir });
  expect(await again.get('desk.state', {})).toMatchObject({ appearance: chosen });
  expect(pageMarks(readAppearance(dataDir))).toBe(
    ' data-theme="contrast" data-density="comfortable"',
  );
});

test('the first tour is offered until it was begun once on this machine', async () => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  expect(await desk.get('desk.state', {})).toMatchObject({ wasToured: false });
  await desk.get('settings.keepToured', {});
  expect(desk.facts.at(-1)).toMatchObject({ event: 'desk.changed', fact: { wasToured: true } });
  await desk.close();
  const again = await openTestDesk({ dataDir });
  expect(await again.get('desk.state', {})).toMatchObject({ wasToured: true });
});

test.each([
  { ...chosen, zone: 'Europe/Nowhere' },
  { ...chosen, theme: '"><script>' },
  { ...chosen, textPercent: 5_000 },
  { ...chosen, further: 1 },
])('an invalid appearance is refused, and nothing is stored: %j', async (wrong) => {
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir });
  await desk.refused('settings.saveAppearance', wrong as Appearance);
  expect(readAppearance(dataDir)).toEqual(plainAppearance);
});

test('what was chosen before accounts could stand by groups still applies', () => {
  const dataDir = tempFolder();
  const { accountsBy: _, ...older } = chosen;
  writeFileSync(join(dataDir, 'appearance.json'), JSON.stringify(older));
  expect(readAppearance(dataDir)).toEqual({ ...chosen, accountsBy: 'currency' });
});

test.each(['', '{', 'null', '[]', '{"theme":"neon"}'])(
  'a file that says %j leaves the window plain',
  (text) => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'appearance.json'), text);
    expect(readAppearance(dataDir)).toEqual(plainAppearance);
  },
);

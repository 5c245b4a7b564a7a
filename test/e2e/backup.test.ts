import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { goSettings, openSandbox, startDesk } from './support/desk.ts';
import { look } from './support/look.ts';
import { emptyPlace, newPlace } from './support/place.ts';

const passphrase = 'seven quiet herons';

test('a backup is written from the settings and restored from them, and sending is closed afterwards', async () => {
  const desk = await startDesk(await newPlace());
  await openSandbox(desk);
  const { page, hand, dialogs } = desk;
  const file = join(emptyPlace().folder, 'desk.nostro-backup');
  await goSettings(desk, 'Backup');
  await page.getByText('Last backup on this machine: never').waitFor();
  expect(await look(desk, 'backup and restore')).toEqual([]);
  await page.getByLabel('Passphrase', { exact: true }).fill('too short');
  await hand.press('Enter');
  await page.getByText('needs 12 characters at least').waitFor();
  dialogs.saveAs(file);
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Passphrase, repeated').fill(passphrase);
  await hand.press('Enter');
  await page.getByText('was written and read back').waitFor();
  expect(readFileSync(file).subarray(0, 13).toString()).toBe('NOSTRO BACKUP');
  await expect.poll(() => page.getByText('Last backup on this machine: never').count()).toBe(0);

  dialogs.saveAs(file);
  dialogs.answer(true);
  await page.getByLabel('Passphrase of the backup').fill(passphrase);
  await hand.press('Enter');
  await page.getByText('Sending stays closed until it was compared with the bank.').waitFor();
  const told = (await answerOf(page, 'desk.state', {})) as { value: { phase: string } };
  expect(told.value).toMatchObject({ phase: 'open', journal: { state: 'older' } });
});

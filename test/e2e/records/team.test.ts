import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { addressOf } from '../../support/team/team-window.ts';
import type { Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { startDeskAt, startMachineAt } from '../support/foreign.ts';

const cluster = useCluster();

/** Finds the team's page by its name, as a person without a mouse does. */
async function goToTeam({ page, hand }: Desk): Promise<void> {
  await hand.press('Control+k');
  await focused(page.getByRole('combobox', { name: 'Find an amount' }));
  await hand.type('go to team');
  await page.getByRole('option', { name: 'Go to Team' }).waitFor();
  await hand.press('Enter');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
}

const footOf = ({ page }: Desk): Promise<string> =>
  page
    .getByRole('contentinfo')
    .getByRole('button', { name: /^Team / })
    .innerText();

test('two persons found and join a team by the keyboard, and read the same words at the foot', async () => {
  const { bank, desk: ada, place } = await startDeskAt(startDelta());
  const { desk: ben } = await startMachineAt(bank);
  const database = await cluster.database();
  const login = await database.makeLogin('founder');
  const file = (name: string): string => join(place.folder, name);
  writeFileSync(file('first.txt'), `${login}\n`);

  await goToTeam(ada);
  await ada.hand.press('f');
  await ada.page.getByLabel('Your name').waitFor();
  await ada.hand.type('Ada Merlin');
  await ada.hand.press('Tab');
  await ada.hand.type(addressOf(cluster, database.name, login));
  await ada.dialogs.saveAs(file('first.txt'));
  await ada.hand.press('Tab', 'Enter');
  await ada.page.getByText('first.txt').waitFor();
  await ada.hand.press('Shift+Tab', 'Enter');
  await ada.page.getByText('1 person, 1 desk').waitFor();

  await ada.dialogs.saveAs(file('ben.json'));
  await ada.hand.press('i');
  await ada.page.getByRole('dialog').getByLabel('Name').waitFor();
  await ada.hand.type('Ben Osei');
  await ada.hand.press('Enter');
  await ada.page
    .getByText(/^Invitation saved as ben\.json/)
    .first()
    .waitFor();
  await ada.page.getByText('has not asked yet').waitFor();
  const { password } = JSON.parse(readFileSync(file('ben.json'), 'utf8')) as { password: string };

  await goToTeam(ben);
  await ben.dialogs.saveAs(file('ben.json'));
  await ben.hand.press('j');
  await ben.page.getByRole('button', { name: 'Choose file…' }).waitFor();
  await ben.hand.press('Enter');
  await ben.page.getByText('ben.json').waitFor();
  await ben.hand.press('Tab', 'Enter');
  const shown = ben.page.getByRole('list', { name: 'Six words' }).locator('b');
  await shown.first().waitFor();
  const words = await shown.allInnerTexts();
  expect(words).toHaveLength(6);
  expect(await ben.page.content()).not.toContain(password);

  await ada.page.getByRole('button', { name: 'Compare words' }).waitFor();
  await ada.hand.press('c');
  await ada.page.getByLabel('Word 1').waitFor();
  await ada.hand.type(words.join(' '));
  await ada.hand.press('Enter');
  await ada.page.getByText('2 people, 2 desks').waitFor();
  await ben.page.getByText('2 people, 2 desks').waitFor();
  await expect.poll(() => footOf(ben)).toBe(await footOf(ada));
  const titles = [await ada.page.title(), await ben.page.title()];
  expect(titles.map((title) => title.split(' · ')[0])).toEqual(['Ada Merlin', 'Ben Osei']);
  expect(await footOf(ada)).toMatch(/^Team \d+ · \w+ \w+$/);
}, 180_000);

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import type { TeamView } from '../../../shared/ipc/team.ts';
import { settingsAnswers } from '../settings/settings-records.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { faultsInSight } from '../support/look/looked.ts';
import { button, sees } from '../support/view.ts';
import '../support/views-loaded.ts';
import { logAnswers } from './log-records.ts';
import {
  claimsOfOthers,
  differing,
  inState,
  inviting,
  joining,
  noTeam,
  teamAnswers,
  teamOfThree,
} from './team-records.ts';

async function open(view: TeamView): Promise<void> {
  await page.viewport(1440, 900);
  const answers = { ...workingDesk(), ...everything, ...settingsAnswers() };
  installBridge({ ...answers, ...teamAnswers(view, claimsOfOthers) });
  await render(App);
  await sees('Treasury EUR');
}

test.each([
  ['a team', teamOfThree],
  ['invitations', inviting],
  ['a newcomer', joining],
  ['differences', differing],
  ['a record behind', inState('server-behind', { awaited: ['Ben Osei'] })],
  ['a database that is away', inState('unreachable', { unsent: 3 })],
])(
  '%s looks right',
  async (_, view) => {
    await open(view);
    await sees(button(/^Team /));
    await userEvent.keyboard("'");
    await sees(page.getByRole('heading', { name: 'Team', level: 1 }));
    await sees(page.getByRole('heading', { level: 2 }).first());
    expect(await faultsInSight()).toEqual([]);
  },
  60_000,
);

test('the log looks right, with an act beside it', async () => {
  await page.viewport(1440, 900);
  const answers = { ...workingDesk(), ...everything, ...settingsAnswers() };
  installBridge({
    ...answers,
    ...teamAnswers(
      teamOfThree,
      logAnswers(() => 300),
    ),
  });
  await render(App);
  await sees(button(/^Team /));
  await userEvent.keyboard("'");
  await button('Log').click();
  await sees(page.getByRole('heading', { name: 'Log of the team', level: 1 }));
  await sees(page.getByRole('grid'));
  expect(await faultsInSight()).toEqual([]);
  await userEvent.keyboard('j');
  await sees('Number in the record');
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('a desk without a team has nothing of one at its foot, and finds it in the settings', async () => {
  await open(noTeam);
  await userEvent.keyboard(',');
  await button('Found or join a team').click();
  await sees('Work as a team');
  await expect.element(button(/^Team /)).not.toBeInTheDocument();
  expect(await faultsInSight()).toEqual([]);
  await userEvent.keyboard('f');
  await sees('Address of the database');
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

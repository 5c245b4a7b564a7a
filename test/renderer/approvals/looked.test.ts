import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { settingsAnswers } from '../settings/settings-records.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { installBridge, type Answers } from '../support/fake-bridge.ts';
import { faultsInSight } from '../support/look/looked.ts';
import { button, sees } from '../support/view.ts';
import '../support/views-loaded.ts';
import { noTeam, teamAnswers, teamOfThree } from '../team/team-records.ts';
import { approvalAnswers } from './approval-records.ts';

async function open(answers: Answers): Promise<void> {
  await page.viewport(1440, 900);
  installBridge({ ...workingDesk(), ...everything, ...settingsAnswers(), ...answers });
  await render(App);
  await sees('Treasury EUR');
}

test('approvals stand in the sidebar with what waits, and look right', async () => {
  await open(approvalAnswers());
  await sees(button(/^Approvals 1 waits for you/));
  await userEvent.keyboard('y');
  await sees(page.getByRole('heading', { name: 'Approvals', level: 1 }), /^The bank has other/);
  expect(await faultsInSight()).toEqual([]);
  await userEvent.keyboard('e');
  await sees('“not our order” Ada Merlin');
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test.each([
  ['a team without rules', teamAnswers(teamOfThree)],
  ['a desk without a team', teamAnswers(noTeam)],
])(
  '%s has no line and no key of it',
  async (_, answers) => {
    await open(answers);
    await expect.element(button(/^Approvals/)).not.toBeInTheDocument();
    await userEvent.keyboard('y');
    await sees(page.getByRole('heading', { name: 'Position', level: 1 }));
  },
  60_000,
);

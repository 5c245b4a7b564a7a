import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, sees } from '../support/view.ts';

let bridge: FakeBridge;
const trial = page.getByRole('button', { name: 'Try it as a team' });

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge(workingDesk());
});

async function welcome(teamTrial: DeskState['teamTrial']): Promise<void> {
  bridge.answer('desk.state', () =>
    ok({ ...sandboxDesk, phase: 'welcome', bank: null, teamTrial }),
  );
  await render(App);
  await sees(page.getByRole('button', { name: 'Open the sandbox' }));
}

test('started from the sources, the first screen offers to try a team', async () => {
  bridge.answer('desk.tryTeam', () => ok({ closing: true }));
  await welcome({ missing: null });
  await trial.click();
  expect(bridge.requested.map(({ route }) => route)).toContain('desk.tryTeam');
  await expect.element(trial).toBeDisabled();
});

test('where something has to be installed first, a sentence says what', async () => {
  await welcome({ missing: 'Install PostgreSQL 15 or newer.' });
  await sees(page.getByText('Install PostgreSQL 15 or newer.'));
  await expect.element(trial).toBeDisabled();
});

test('what the start does not offer is not there', async () => {
  await welcome(null);
  await lacks(trial);
});

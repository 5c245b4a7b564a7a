import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { fakeOnboarding } from './onboarding-desk.ts';
import { sees } from '../support/view.ts';
import '../support/views-loaded.ts';

const views = page.getByRole('navigation', { name: 'Views' });
const name = page.getByRole('textbox', { name: 'Name *' });

beforeEach(async () => {
  await page.viewport(1440, 900);
  installBridge({
    ...workingDesk(),
    ...fakeOnboarding().answers,
    'desk.state': () => ok(sandboxDesk),
  });
  await render(App);
  await views.getByRole('button', { name: /^Sub-clients/ }).click();
});

test('Back leads into the steps that were left, with what was typed', async () => {
  await sees(page.getByRole('row', { name: /Kestrel/ }));
  await userEvent.keyboard('n');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Osprey Rail');
  await views.getByRole('button', { name: /^Position/ }).click();
  await sees(page.getByRole('heading', { name: 'Position' }));
  await userEvent.keyboard('b');
  await expect.element(name).toHaveValue('Osprey Rail');
  await expect.element(name).toHaveFocus();
});

test('Back leads to the step of a sub-client that was left', async () => {
  await page.getByRole('row', { name: /Kestrel/ }).click();
  await userEvent.keyboard('e');
  await sees(page.getByRole('navigation', { name: 'Steps' }));
  const step = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Shareholders/ });
  await step.click();
  await sees(page.getByRole('heading', { name: 'Shareholders', exact: true }));
  await views.getByRole('button', { name: /^Position/ }).click();
  await sees(page.getByRole('heading', { name: 'Position' }));
  await userEvent.keyboard('b');
  await sees(page.getByRole('heading', { name: 'Kestrel Logistics Ltd' }));
  await sees(page.getByRole('navigation', { name: 'Steps' }));
});

test('the sub-clients open at the tab that was left', async () => {
  await page.getByRole('tab', { name: /^Expiries/ }).click();
  await views.getByRole('button', { name: /^Position/ }).click();
  await sees(page.getByRole('heading', { name: 'Position' }));
  await userEvent.keyboard('0');
  await expect
    .element(page.getByRole('tab', { name: /^Expiries/ }))
    .toHaveAttribute('aria-selected', 'true');
});

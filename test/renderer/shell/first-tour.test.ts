import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const saves = () => bridge.requested.filter(({ route }) => route === 'settings.keepToured').length;
const step = (title: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('heading', { name: title });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge(workingDesk());
  bridge.answer('settings.keepToured', () => ok({ saved: true }));
});

/** From the first screen into the sandbox, as the main process reports it. */
async function begin(state: Partial<DeskState> = {}): Promise<void> {
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, phase: 'welcome', bank: null, ...state }));
  await render(App);
  bridge.answer('desk.openSandbox', () => ok({ ...sandboxDesk, ...state }));
  await button('Open the sandbox').click();
  await sees(page.getByRole('heading', { name: 'Position' }));
}

/** What has the ring, and whether the line of the tour covers any of it. */
function ringed(): { words: string; isCovered: boolean } {
  const [one, ...others] = document.querySelectorAll('.toured');
  if (!one || others.length > 0) throw new Error(`${String(others.length)} rings`);
  const [at, bar] = [one, document.querySelector('section[aria-label="First steps"]')].map(
    (place) => place?.getBoundingClientRect(),
  );
  const isCovered = !at || !bar || (at.bottom > bar.top && at.right > bar.left);
  return { words: one.textContent.trim(), isCovered };
}

test('who comes from the first screen is shown three things by Enter alone, covering none of them, and that is stored', async () => {
  await begin({ wasToured: false });
  await sees(step('Where you stand'));
  expect(saves()).toBe(1);
  await expect.element(button('Next')).toHaveFocus();
  await expect.poll(ringed).toEqual({ words: 'Position', isCovered: false });
  // A head never has a ring: it would be taken for what the keyboard is on.
  expect(document.querySelector('main .toured')).toBeNull();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await sees(step('Find anything'));
  await expect.poll(ringed).toMatchObject({ isCovered: false });
  expect(ringed().words).toMatch(/^Find an amount/);
  await userEvent.keyboard('{Enter}');
  await sees(step('What needs you'));
  await expect.poll(() => ringed().words).toMatch(/^(Exceptions|Review)/);
  await userEvent.keyboard('{Enter}');
  await lacks(step('What needs you'));
  expect(document.querySelector('.toured')).toBeNull();
});

test('Escape skips it, the view has the keyboard, and keys went on working meanwhile', async () => {
  await begin({ wasToured: false });
  await expect.element(button('Next')).toHaveFocus();
  await userEvent.keyboard('4');
  await sees(page.getByRole('heading', { name: 'Payments' }), step('Where you stand'));
  await button('Next').click();
  await sees(step('Find anything'));
  await userEvent.keyboard('{Escape}');
  await lacks(step('Find anything'));
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

test('who was shown the tour is not shown it again, and who reopens a bank is not new', async () => {
  await begin({ wasToured: true });
  await sees('Treasury EUR');
  expect([saves(), document.querySelector('.toured')]).toEqual([0, null]);
  await lacks(step('Where you stand'));
});

test('a window that opens on its bank offers nothing; the help does when it is asked', async () => {
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, wasToured: false }));
  await render(App);
  await sees('Treasury EUR');
  await lacks(step('Where you stand'));
  await userEvent.keyboard('{F1}');
  await button('Take the tour').click();
  await sees(step('Where you stand'));
  expect(saves()).toBe(1);
});

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import { lookAs } from '../../../renderer/ui/appearance.ts';
import { fail } from '../../../shared/errors.ts';
import { plainAppearance, type Appearance } from '../../../shared/ipc/desk/appearance.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { bankAnswers } from '../settings/bank-records.ts';
import { settingsAnswers } from '../settings/settings-records.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
let desk: DeskState;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const saved = () =>
  bridge.requested
    .filter(({ route }) => /save(Appearance|OwnKeys)/.test(route))
    .map(({ input }) => input);

/** A main process that stores what is chosen and announces it. */
async function open(appearance: Partial<Appearance> = {}): Promise<void> {
  desk = { ...sandboxDesk, appearance: { ...plainAppearance, ...appearance } };
  const announce = (changed: Partial<DeskState>): void => {
    desk = { ...desk, ...changed };
    bridge.announce('desk.changed', desk);
  };
  bridge = installBridge({
    ...workingDesk(),
    ...bankAnswers(),
    ...settingsAnswers(),
    'desk.state': () => ok(desk),
    'settings.saveAppearance': (chosen) => {
      announce({ appearance: chosen });
      return ok({ appearance: chosen });
    },
    'settings.saveOwnKeys': ({ own }) => {
      announce({ ownKeys: own });
      return ok({ own });
    },
  });
  await render(App);
  await sees(page.getByRole('heading', { name: 'Position' }), 'Treasury EUR');
}

beforeEach(() => page.viewport(1440, 900));
afterEach(() => lookAs(plainAppearance));

async function openAppearance(): Promise<void> {
  await userEvent.keyboard(',');
  await sees(page.getByRole('heading', { name: /^Settings/ }));
  await userEvent.keyboard('v');
  await sees(page.getByLabelText('Theme'));
}

test('amounts, days and times are written as they were chosen, from the first view on', async () => {
  await open({ numbers: 'comma', dates: 'dotted', zone: 'Asia/Tokyo', density: 'comfortable' });
  const shown = document.body.innerText;
  expect(shown).toMatch(/\d\.\d{3}(\.\d{3})*,\d\d/);
  expect(shown).not.toMatch(/\d,\d{3}\.\d\d/);
  await sees(/\d\d\.\d\d\.\d{4}, \d\d:\d\d GMT\+9 · bank’s day \d\d\.\d\d\.\d{4}, UTC$/);
  expect(getComputedStyle(document.documentElement).getPropertyValue('--row')).toBe('42px');
});

test('what is chosen is seen at once, and the keyboard stays where it was', async () => {
  await open();
  await openAppearance();
  const theme = page.getByLabelText('Theme');
  await theme.selectOptions('High contrast');
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('contrast');
  const numbers = page.getByLabelText('Numbers', { exact: true });
  (numbers.element() as HTMLElement).focus();
  await numbers.selectOptions('1’234.56');
  await expect.element(numbers).toHaveValue('apostrophe');
  await expect.poll(() => document.activeElement?.id).toBe(numbers.element().id);
  await page.getByLabelText('Text size').selectOptions('125 %');
  await page.getByRole('combobox', { name: 'Times' }).fill('zuri');
  await sees(page.getByRole('option', { name: 'Europe/Zurich' }));
  await userEvent.keyboard('{Enter}');
  await sees(/· bank’s day/);
  expect(saved().at(-1)).toEqual({
    ...plainAppearance,
    theme: 'contrast',
    numbers: 'apostrophe',
    textPercent: 125,
    zone: 'Europe/Zurich',
  });
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test('what cannot be saved is undone and says so', async () => {
  await open();
  await openAppearance();
  bridge.answer('settings.saveAppearance', () => fail('store.readonly', 'c-1'));
  await page.getByLabelText('Theme').selectOptions('Dark');
  await sees('The data folder cannot be written');
  await expect.element(page.getByLabelText('Theme')).toHaveValue('system');
  expect(document.documentElement.dataset['theme']).toBe('system');
});

test('an action is given another key: it works, is shown on its button and in the list, and given back', async () => {
  await open();
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('button', { name: 'Sync: S, change' }).click();
  await userEvent.keyboard('y');
  await sees(keys.getByRole('button', { name: 'Sync: Y, change' }));
  expect(saved()).toEqual([{ own: { 'Desk s': 'y' } }]);
  await userEvent.keyboard('{Escape}');
  await lacks(keys);
  await expect.element(button('Sync').first()).toHaveAttribute('aria-keyshortcuts', 'Y');
  const runs = () => bridge.requested.filter(({ route }) => route === 'sync.start').length;
  await userEvent.keyboard('s');
  expect(runs()).toBe(0);
  await userEvent.keyboard('y');
  await expect.poll(runs).toBe(1);
  await userEvent.keyboard('?');
  await keys.getByRole('button', { name: 'Back to S' }).click();
  await sees(keys.getByRole('button', { name: 'Sync: S, change' }));
  expect(saved().at(-1)).toEqual({ own: {} });
});

test('a key that another action has here is refused with its name, and nothing but a single key is accepted', async () => {
  await open();
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('button', { name: 'Sync: S, change' }).click();
  await userEvent.keyboard('4');
  await sees(keys.getByText('4 is “Payments” here. Choose another key, or change that one first.'));
  await userEvent.keyboard('{F5}');
  await sees(keys.getByText('A letter, a digit, a sign or Space, by itself.'));
  await userEvent.keyboard('{Escape}');
  await sees(keys.getByRole('button', { name: 'Sync: S, change' }));
  expect(saved()).toEqual([]);
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test('keys that were chosen in another view and are taken in this one say by what', async () => {
  await open();
  desk = { ...desk, ownKeys: { 'Desk s': '4' } };
  bridge.announce('desk.changed', desk);
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await sees(keys.getByText(/· 4 is “(Sync|Payments)” here/));
  await keys.getByRole('button', { name: 'Reset all' }).click();
  await expect.poll(saved).toEqual([{ own: {} }]);
});

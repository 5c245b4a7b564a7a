import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SettingsView from '../../../renderer/features/settings/SettingsView.svelte';
import {
  bytesWords,
  keychainWords,
  protectionWords,
} from '../../../renderer/features/settings/section/settings-labels.ts';
import type { KeychainState } from '../../../shared/ipc/desk/desk.ts';
import type { SettingsView as Settings } from '../../../shared/ipc/desk/settings.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { frameView } from '../support/list-frame.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import { bankAnswers } from './bank-records.ts';
import { fakeSettings, settingsAnswers } from './settings-records.ts';
import { requested, bridge, button, openDesk, sees, wideWindow } from '../support/view.ts';

async function open(rest: Partial<Settings> = {}) {
  const shared = openDesk({
    'desk.lock': () => ok({ ...sandboxDesk, phase: 'locked' }),
    'desk.leaveBank': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }),
    'desk.forgetBank': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }),
    ...bankAnswers(),
    ...settingsAnswers({ ...fakeSettings, ...rest }),
  });
  frameView();
  void render(WithShared, { shared, view: SettingsView });
  await sees(page.getByRole('heading', { name: 'Local copy' }));
  return shared;
}

beforeEach(wideWindow);

test('the local copy is shown by its folder, entries, sizes and cipher', async () => {
  await open();
  await sees('/home/ada/.local/share/nostro', '1,204,311', '393.8 MB', 'AEGIS-256');
});

test.each<KeychainState>(['ready', 'locked', 'unavailable', 'timeout'])(
  'a keychain that is %s is explained in plain words',
  async (keychain) => {
    await open({ keychain });
    await sees(keychainWords[keychain].sentence);
  },
);

test('no word about the keychain suggests that anything be deleted', () => {
  const words = [...Object.values(keychainWords), ...Object.values(protectionWords)];
  for (const { sentence } of words) expect(sentence).not.toMatch(/delet|remov|reset/i);
});

test('a key under the credentials says that nothing secret is stored', async () => {
  await open({ protection: 'credentials' });
  await sees(/Nothing secret is stored/);
});

test('forgetting the bank says what goes and what stays, and needs its name typed', async () => {
  await open();
  await page.getByRole('button', { name: 'Banks', exact: true }).click();
  await button('Forget this bank…').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/journal of what was sent/);
  await expect.element(dialog).toMatchTextContent(/Stays: everything at the bank/);
  const confirm = dialog.getByRole('button', { name: 'Forget this bank' });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Example Bank');
  await confirm.click();
  await expect.poll(() => requested('desk.forgetBank')).toEqual([{ confirmation: 'Example Bank' }]);
});

test('locking and leaving are one click each', async () => {
  await open();
  await button('Lock now').click();
  await page.getByRole('button', { name: 'Banks', exact: true }).click();
  await button('Close the bank').click();
  expect(requested('desk.lock')).toHaveLength(1);
  expect(requested('desk.leaveBank')).toHaveLength(1);
});

test('the backup leads to the comparison with the bank', async () => {
  const { router } = await open();
  await page.getByRole('button', { name: /^Backup/ }).click();
  await button('Compare with the bank').click();
  expect(router.view).toBe('reconcile');
});

test('the sections are a list that keys and arrows go through', async () => {
  await open();
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  const names = sections
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent.trim());
  expect(names.map((name) => name.replace(/\s*\w$/, ''))).toEqual([
    'General',
    'Appearance',
    'Banks',
    'Bank file',
    'By example',
    'Operations',
    'Calendars',
    'Doctor',
    'Network',
    'Backup',
    'Sandbox',
  ]);
  sections.getByRole('button', { name: 'General' }).element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Operations/);
  await expect
    .element(sections.getByRole('button', { name: 'Operations' }))
    .toHaveAttribute('aria-current', 'page');
});

test('the minutes until it locks itself are saved as they are chosen', async () => {
  await open();
  bridge.answer('settings.saveAutoLock', ({ minutes }) => ok({ minutes }));
  const choice = page.getByLabelText('Lock when idle');
  await expect.element(choice).toHaveDisplayValue('After 15 minutes');
  await choice.selectOptions('Never');
  await expect.poll(() => requested('settings.saveAutoLock')).toEqual([{ minutes: 0 }]);
  await expect.element(choice).toHaveDisplayValue('Never');
});

test('single keys are switched off as it is chosen, and stay on where that could not be saved', async () => {
  await open();
  bridge.answer('settings.saveSingleKeys', () => fail('store.readonly', 'c-1'));
  await button('Appearance').click();
  const choice = page.getByLabelText('Single keys');
  await choice.click();
  await sees('The data folder cannot be written');
  await expect.element(choice).toBeChecked();
  bridge.answer('settings.saveSingleKeys', ({ enabled }) => {
    bridge.announce('desk.changed', { ...sandboxDesk, singleKeys: enabled });
    return ok({ enabled });
  });
  await choice.click();
  await expect.element(choice).not.toBeChecked();
  expect(requested('settings.saveSingleKeys')).toEqual([{ enabled: false }, { enabled: false }]);
});

test('notifications are switched off as it is chosen, and stay on where that could not be saved', async () => {
  await open();
  bridge.answer('settings.saveNotifies', () => fail('store.readonly', 'c-1'));
  const choice = page.getByLabelText('Notify about new exceptions and requests');
  await choice.click();
  await sees('The data folder cannot be written');
  await expect.element(choice).toBeChecked();
  bridge.answer('settings.saveNotifies', ({ notifies }) => ok({ notifies }));
  await choice.click();
  await expect.element(choice).not.toBeChecked();
});

test('when to sync and its quiet hours are saved as they are chosen, and stay where that could not be saved', async () => {
  await open();
  bridge.answer('settings.saveSelfSync', (selfSync) => ok({ selfSync }));
  const choice = page.getByLabelText('When to sync');
  await expect.element(choice).toHaveDisplayValue('Manually only');
  expect(page.getByLabelText('Quiet from').elements()).toEqual([]);
  await choice.selectOptions('Every 30 minutes');
  await page.getByLabelText('Quiet from').selectOptions('20:00');
  await page.getByLabelText('Until').selectOptions('07:00');
  await page.getByLabelText('Quiet from').selectOptions('22:00');
  await expect.element(page.getByLabelText('Until')).toHaveDisplayValue('09:00');
  expect(requested('settings.saveSelfSync')).toEqual([
    { everyMinutes: 30, quiet: null },
    { everyMinutes: 30, quiet: { fromHour: 20, toHour: 6 } },
    { everyMinutes: 30, quiet: { fromHour: 20, toHour: 7 } },
    { everyMinutes: 30, quiet: { fromHour: 22, toHour: 9 } },
  ]);
  bridge.answer('settings.saveSelfSync', () => fail('store.readonly', 'c-1'));
  await choice.selectOptions('Manually only');
  await sees('The data folder cannot be written');
  await expect.element(choice).toHaveDisplayValue('Every 30 minutes');
});

test('minutes that could not be saved stay as they were, and the reason is shown', async () => {
  await open();
  bridge.answer('settings.saveAutoLock', () => fail('store.readonly', 'c-1'));
  const choice = page.getByLabelText('Lock when idle');
  await choice.selectOptions('After a minute');
  await sees('The data folder cannot be written');
  await expect.element(choice).toHaveDisplayValue('After 15 minutes');
});

test('sizes are written as people say them', () => {
  expect(bytesWords(0)).toBe('0 kB');
  expect(bytesWords(98_304)).toBe('96 kB');
  expect(bytesWords(412_876_800)).toBe('393.8 MB');
  expect(bytesWords(3 * 1_024 ** 3)).toBe('3 GB');
});

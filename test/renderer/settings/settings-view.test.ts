import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SettingsView from '../../../renderer/features/settings/SettingsView.svelte';
import {
  bytesWords,
  keychainWords,
  protectionWords,
} from '../../../renderer/features/settings/settings-words.ts';
import { createShared } from '../../../renderer/state/context.ts';
import type { KeychainState, SettingsView as Settings } from '../../../shared/ipc/records.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { fakeSettings, settingsAnswers } from './settings-records.ts';

let bridge: FakeBridge;

async function open(rest: Partial<Settings> = {}) {
  bridge = installBridge({
    'desk.state': () => ok(sandboxDesk),
    'desk.lock': () => ok({ ...sandboxDesk, phase: 'locked' }),
    'desk.leaveBank': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }),
    'desk.forgetBank': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }),
    ...settingsAnswers({ ...fakeSettings, ...rest }),
  });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  void render(WithShared, { shared, view: SettingsView });
  await expect.element(page.getByRole('heading', { name: 'Local copy' })).toBeVisible();
}

const button = (name: string) => page.getByRole('button', { name });
const asked = (route: string) => bridge.asked.filter((question) => question.route === route);

beforeEach(async () => {
  await page.viewport(1440, 900);
});

test('the local copy is told by its folder, entries, sizes and cipher', async () => {
  await open();
  await expect.element(page.getByText('/home/ada/.local/share/nostro')).toBeVisible();
  await expect.element(page.getByText('1,204,311')).toBeVisible();
  await expect.element(page.getByText('393.8 MB')).toBeVisible();
  await expect.element(page.getByText('AEGIS-256')).toBeVisible();
});

test.each<KeychainState>(['ready', 'locked', 'unavailable', 'timeout'])(
  'a keychain that is %s is explained in plain words',
  async (keychain) => {
    await open({ keychain });
    await expect.element(page.getByText(keychainWords[keychain].sentence)).toBeVisible();
  },
);

test('no word about the keychain suggests that anything be deleted', () => {
  const words = [...Object.values(keychainWords), ...Object.values(protectionWords)];
  for (const { sentence } of words) expect(sentence).not.toMatch(/delet|remov|reset/i);
});

test('a key under the credentials says that nothing secret is stored', async () => {
  await open({ protection: 'credentials' });
  await expect.element(page.getByText(/Nothing secret is stored/)).toBeVisible();
});

test('the bank file is shown as it was opened', async () => {
  await open();
  await page.getByText('Bank file, as it was opened').click();
  await expect.element(page.getByRole('region', { name: 'Bank file' })).toBeVisible();
});

test('forgetting the bank says what goes and what stays, and needs its name typed', async () => {
  await open();
  await button('Forget this bank…').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/journal of what was sent/);
  await expect.element(dialog).toMatchTextContent(/Stays: everything at the bank/);
  const confirm = dialog.getByRole('button', { name: 'Forget this bank' });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Example Bank');
  await confirm.click();
  await expect
    .poll(() => asked('desk.forgetBank'))
    .toEqual([{ route: 'desk.forgetBank', input: { confirmation: 'Example Bank' } }]);
});

test('locking and leaving are one click each', async () => {
  await open();
  await button('Lock now').click();
  await button('Switch bank').click();
  expect(asked('desk.lock')).toHaveLength(1);
  expect(asked('desk.leaveBank')).toHaveLength(1);
});

test('sizes are said as people say them', () => {
  expect(bytesWords(0)).toBe('0 kB');
  expect(bytesWords(98_304)).toBe('96 kB');
  expect(bytesWords(412_876_800)).toBe('393.8 MB');
  expect(bytesWords(3 * 1_024 ** 3)).toBe('3 GB');
});

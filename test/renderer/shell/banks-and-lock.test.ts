import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { watchPresence } from '../../../renderer/shell/presence.ts';
import { appError, fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { bankAnswers, bankRows, foreignBank, foreignDesk } from '../settings/bank-records.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const requested = (route: string) =>
  bridge.requested.filter((question) => question.route === route);
const item = (name: RegExp) => page.getByRole('menuitem', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(state: Partial<DeskState> = {}): Promise<void> {
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, ...state }));
  await render(App);
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge({ ...workingDesk(), ...bankAnswers() });
  bridge.answer('banks.list', () => ok({ rows: bankRows }));
});

afterEach(() => {
  vi.useRealTimers();
});

test('one key shows the banks, arrows and Enter open another one', async () => {
  await open();
  await sees('Treasury EUR');
  bridge.answer('banks.open', () => ok(foreignDesk));
  await userEvent.keyboard('w');
  await expect.element(item(/Example Bank/)).toHaveFocus();
  await expect.element(item(/Harbour Bank UAT/)).toMatchTextContent(/UAT · Harbour Bank UAT/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect
    .poll(() => requested('banks.open'))
    .toEqual([{ route: 'banks.open', input: { profileId: foreignBank.profileId } }]);
  await expect
    .element(page.getByRole('navigation', { name: 'Views' }))
    .toMatchTextContent(/^\s*Nostro\s*UAT\b.*Harbour Bank UAT/s);
});

test('a bank whose file cannot be read says why, and is not opened', async () => {
  await open();
  await userEvent.keyboard('w');
  await expect.element(item(/Meridian/)).toMatchTextContent(/auth\.token must start with a slash/);
  await item(/Meridian/).click({ force: true });
  expect(requested('banks.open')).toHaveLength(0);
});

test('Escape closes the banks, and the way to all of them is the settings', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('w');
  await expect.element(item(/Example Bank/)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await lacks(page.getByRole('menu', { name: 'Banks' }));
  await userEvent.keyboard('w');
  await item(/All banks/).click();
  await sees(page.getByRole('list', { name: 'Banks known on this machine' }));
});

test('a bank that cannot be opened leaves the one that is open, and says so', async () => {
  await open();
  bridge.answer('banks.open', () => fail('bank-file.invalid', 'c-1'));
  await userEvent.keyboard('w');
  await item(/LIVE · Harbour Bank/).click();
  await sees('The bank file has a mistake', 'Treasury EUR');
});

test('who is signed in stands in the sidebar, with the way out', async () => {
  await open();
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect
    .element(views)
    .toMatchTextContent(/Ada Desk\s*desk@example\.com\s*Acme Treasury Ltd/);
  await button('Sign out').click();
  await sees(/You are reading the local copy\./);
  await expect.element(views).toMatchTextContent(/Not signed in/);
  await expect.element(views).not.toMatchTextContent(/Ada Desk/);
});

test.each([
  ['idle', /after a time without input/],
  ['system', /Locked with the machine/],
  ['person', /^\s*Your data is encrypted/],
] as const)('a window locked by %s says why', async (lockedBy, words) => {
  await open({ phase: 'locked', lockedBy });
  await sees(words);
});

test('locked, Unlock is the one action, and nothing behind it is left to read', async () => {
  await open();
  await sees('Treasury EUR');
  bridge.announce('desk.changed', {
    ...sandboxDesk,
    phase: 'locked',
    lockedBy: 'idle',
    user: null,
  });
  await expect.element(button('Unlock')).toHaveFocus();
  expect(page.getByRole('button').elements()).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(/Treasury|Ada Desk|Acme|3002|Payroll/);
  bridge.answer('desk.unlock', () => ok(sandboxDesk));
  await userEvent.keyboard('{Enter}');
  await sees('Treasury EUR');
});

const lockAndUnlock = async (): Promise<void> => {
  bridge.announce('desk.changed', { ...sandboxDesk, phase: 'locked', lockedBy: 'idle' });
  await expect.element(button('Unlock')).toHaveFocus();
  bridge.answer('desk.unlock', () => ok(sandboxDesk));
  await userEvent.keyboard('{Enter}');
};

test('unlocked, the person is where they were: at the view, its section, and the entry that was read', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard(',');
  await userEvent.keyboard('n');
  await sees(page.getByRole('heading', { name: 'Proxy' }));
  await lockAndUnlock();
  await sees(page.getByRole('heading', { name: 'Proxy' }));
  await userEvent.keyboard('1');
  await sees('Treasury EUR');
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Enter}');
  await sees(page.getByRole('grid'));
  await userEvent.keyboard('j');
  await userEvent.keyboard('j');
  const selected = page.getByRole('row', { selected: true });
  await sees(selected);
  const entry = selected.element().textContent.replaceAll(/\s+/g, ' ').trim();
  await lockAndUnlock();
  await expect.element(selected).toMatchTextContent(entry);
});

test('a statement is left for another view while an entry is read', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Enter}');
  await sees(page.getByRole('grid'));
  await userEvent.keyboard('j');
  await sees(page.getByRole('row', { selected: true }));
  await userEvent.keyboard(',');
  await sees(page.getByRole('heading', { name: /^Settings/ }));
});

test('whoever left the bank begins anew, also at the same one', async () => {
  await open();
  await userEvent.keyboard(',');
  await sees(page.getByRole('heading', { name: /^Settings/ }));
  bridge.announce('desk.changed', { ...sandboxDesk, phase: 'welcome', bank: null });
  await sees(page.getByRole('list', { name: 'Banks known on this machine' }));
  bridge.announce('desk.changed', sandboxDesk);
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test('a sign-in begins at its first field; a no leads back to the password, and what was typed stays', async () => {
  await open({ signedIn: false, remembered: false });
  await button('Sign in').click();
  const [user, password] = [page.getByLabelText('Username'), page.getByLabelText('Password')];
  await expect.element(user).toHaveFocus();
  await userEvent.keyboard('ada{Enter}');
  await expect.element(password).toHaveFocus();
  bridge.answer('session.signIn', () => fail('session.refused', 'c-1'));
  await userEvent.keyboard('wrong{Enter}');
  await sees('The bank refused the sign-in');
  await expect.element(password).toHaveFocus();
  await expect.element(user).toHaveValue('ada');
  await userEvent.keyboard('{Escape}');
  await sees('Treasury EUR');
});

test('credentials that do not open the copy are reported, with a way to begin anew beside it', async () => {
  const problem = appError('session.required', 'c-1');
  await open({ phase: 'blocked', signedIn: false, keychain: 'unavailable', problem });
  expect(button('Set aside and start fresh').elements()).toHaveLength(0);
  bridge.answer('session.signIn', () => fail('vault.wrong-credentials', 'c-2'));
  await expect.element(page.getByLabelText('Username')).toHaveFocus();
  await userEvent.keyboard('ada{Tab}wrong{Enter}');
  await sees('These credentials do not open the local copy');
  await expect.element(page.getByLabelText('Username')).toHaveValue('ada');
  await button('Set aside and start fresh').click();
  await sees(/none is deleted/);
});

test('a notice that names something goes with the lock', async () => {
  await open();
  bridge.answer('desk.copyText', () => ok({ copied: true }));
  bridge.answer('session.signOut', () => fail('internal', 'c-1'));
  await sees('Treasury EUR');
  await userEvent.keyboard('?');
  await sees(page.getByRole('dialog'));
  bridge.announce('desk.changed', { ...sandboxDesk, phase: 'locked', lockedBy: 'idle' });
  await sees(button('Unlock'));
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});

test('who cannot unlock may still go to another bank', async () => {
  await open({ phase: 'locked', lockedBy: 'person', problem: appError('vault.locked', 'c-1') });
  await sees(button('Another bank'));
});

test('a key, a click or a turn of the wheel reports to the desk that somebody is there', async () => {
  await open();
  await sees('Treasury EUR');
  await userEvent.keyboard('jjj');
  await expect.poll(() => requested('desk.touch')).toHaveLength(1);
});

test('that report is sent every 15 seconds at most, only while the desk is open, and again where it did not arrive', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(60_000);
  let isOpen = true;
  const touch = vi.fn(() => Promise.resolve(true));
  const stop = watchPresence(() => isOpen, touch);
  const sign = (kind: string) => window.dispatchEvent(new Event(kind));
  sign('wheel');
  sign('keydown');
  vi.advanceTimersByTime(14_999);
  sign('pointerdown');
  expect(touch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  sign('pointerdown');
  expect(touch).toHaveBeenCalledTimes(2);
  isOpen = false;
  vi.advanceTimersByTime(20_000);
  sign('keydown');
  expect(touch).toHaveBeenCalledTimes(2);
  isOpen = true;
  touch.mockImplementation(() => Promise.resolve(false));
  sign('keydown');
  await Promise.resolve();
  vi.advanceTimersByTime(1_000);
  sign('keydown');
  expect(touch).toHaveBeenCalledTimes(4);
  stop();
  vi.advanceTimersByTime(60_000);
  sign('keydown');
  expect(touch).toHaveBeenCalledTimes(4);
});

test('the list of banks has no fault that axe can find', async () => {
  await open();
  await userEvent.keyboard('w');
  await expect.element(item(/Example Bank/)).toHaveFocus();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('with banks on this machine the first screen lists them, says what was wrong, and opens one', async () => {
  const problem = appError('bank-file.invalid', 'c-1', { message: 'The bank file is not JSON.' });
  await open({ phase: 'welcome', bank: null, signedIn: false, user: null, problem });
  await sees(/The bank file is not JSON\./);
  const list = page.getByRole('list', { name: 'Banks known on this machine' });
  await sees(list.getByRole('button', { name: /Harbour Bank UAT/ }));
  await expect.element(list).toMatchTextContent(/auth\.token must start with a slash/);
  bridge.answer('banks.open', () => ok(foreignDesk));
  await list.getByRole('button', { name: /Harbour Bank UAT/ }).click();
  await expect.poll(() => requested('banks.open')).toHaveLength(1);
  await sees(page.getByRole('navigation', { name: 'Views' }));
});

test('what the list says of a bank that could not be opened is not shown twice', async () => {
  const message = bankRows.find(({ problem }) => problem !== null)?.problem ?? '';
  const problem = appError('bank-file.invalid', 'c-1', { message });
  await open({ phase: 'welcome', bank: null, signedIn: false, user: null, problem });
  await sees(page.getByRole('list', { name: /Banks known/ }));
  expect(page.getByText('The bank file has a mistake').elements()).toHaveLength(0);
});

test('where only the sandbox is known the first screen has its one action', async () => {
  bridge.answer('banks.list', () => ok({ rows: bankRows.slice(0, 1) }));
  await open({ phase: 'welcome', bank: null, signedIn: false, user: null });
  await sees(button('Open the sandbox'));
  expect(page.getByRole('list', { name: /Banks/ }).elements()).toHaveLength(0);
});

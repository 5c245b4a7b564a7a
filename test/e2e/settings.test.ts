import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { goSettings, openSandbox, startDesk, type Desk } from './support/desk.ts';
import { chooseBankFile, newForeignBank, signIn } from './support/foreign.ts';
import { emptyPlace } from './support/place.ts';
import { startSyncedDesk } from './support/synced.ts';

const foot = ({ page }: Desk) => page.getByRole('navigation', { name: 'Views' });
const editor = ({ page }: Desk) => page.getByRole('textbox', { name: 'Bank file' });

/** A desk at a bank known by its file, signed in; the sandbox is known too. */
async function startForeignDesk() {
  const place = emptyPlace();
  const desk = await startDesk(place);
  const bank = await newForeignBank();
  await chooseBankFile(desk, bank.bankFile());
  await signIn(desk);
  await desk.page.getByText('No accounts yet').waitFor();
  return { place, desk, bank };
}

test('one key and Enter switch between banks, and nothing of the one is read at the other', async () => {
  const { desk } = await startForeignDesk();
  const { page, hand } = desk;
  await foot(desk).getByText('UAT', { exact: true }).waitFor();
  await hand.press('w');
  const sandbox = page.getByRole('menuitem', { name: /SANDBOX/ });
  await sandbox.waitFor();
  await sandbox.focus();
  await hand.press('Enter');
  await foot(desk).getByText('SANDBOX', { exact: true }).waitFor();
  await page.getByText('No accounts yet').waitFor();
  await foot(desk).getByText('UAT', { exact: true }).waitFor({ state: 'detached' });
  await goSettings(desk, 'Banks');
  const banks = page.getByRole('list', { name: 'Banks known on this machine' });
  await expect.poll(() => banks.getByRole('button').count()).toBe(2);
  // While the desk is still on its way to a bank, another cannot be chosen.
  await banks.getByRole('button', { name: /UAT/, disabled: false }).focus();
  await hand.press('Enter');
  // Without a keychain its local copy opens with the credentials, and with nothing else.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(desk);
  await foot(desk).getByText('UAT', { exact: true }).waitFor();
});

test('a mistake in the bank file is shown at its line; corrected, it is saved and the bank is open with it', async () => {
  const { desk, bank } = await startForeignDesk();
  const { page, hand } = desk;
  await goSettings(desk, 'Bank file');
  await expect.poll(() => editor(desk).inputValue()).toBe(bank.bankFile());
  const file = JSON.parse(bank.bankFile()) as { name: string; auth: object };
  const wrong = JSON.stringify({ ...file, auth: { ...file.auth, token: 'data.jwt' } }, null, 2);
  await editor(desk).fill(wrong);
  const mistake = page.getByRole('list', { name: 'Mistakes' }).getByRole('button').first();
  const line = wrong.split('\n').findIndex((words) => words.includes('"token"')) + 1;
  await mistake.getByText(`Line ${String(line)} · auth.token`).waitFor();
  await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  await mistake.focus();
  await hand.press('Enter');
  const chosen = await editor(desk).evaluate((node) => {
    const { value, selectionStart, selectionEnd } = node as unknown as {
      value: string;
      selectionStart: number;
      selectionEnd: number;
    };
    return value.slice(selectionStart, selectionEnd).trim();
  });
  expect(chosen).toMatch(/^"token": "data\.jwt"/);
  await editor(desk).fill(JSON.stringify({ ...file, name: 'Renamed Bank' }, null, 2));
  await page.getByLabel('Changes').getByText('"Renamed Bank"').waitFor();
  await hand.press('Control+s');
  // Without a keychain too: what was typed is still in memory, and goes where it went before.
  await foot(desk).getByText('Renamed Bank').waitFor();
  await foot(desk).getByText('Signed in', { exact: true }).waitFor();
  await page.getByText('As opened').waitFor();
});

test('a bank file that is being written outlives a lock and a restart', async () => {
  const { place, desk, bank } = await startForeignDesk();
  const { page } = desk;
  await goSettings(desk, 'Bank file');
  await expect.poll(() => editor(desk).inputValue()).toBe(bank.bankFile());
  const begun = bank.bankFile().replace('{', '{ "begun": true,');
  await editor(desk).fill(begun);
  await foot(desk).getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  expect(await page.getByText('begun').count()).toBe(0);
  await desk.close();
  const again = await startDesk(place);
  await signIn(again);
  await again.page.getByText('No accounts yet').waitFor();
  await goSettings(again, 'Bank file');
  await expect.poll(() => editor(again).inputValue()).toBe(begun);
});

test('a closed operation leads to its place in the bank file, and is open once it is saved', async () => {
  const { desk } = await startForeignDesk();
  const { page } = desk;
  await goSettings(desk, 'Operations');
  await page.getByRole('button', { name: 'Add the place of Get Trade', exact: true }).click();
  await page.getByText(/Have\s+the\s+bank\s+confirm/).waitFor();
  await expect.poll(() => editor(desk).inputValue()).toContain('"getTrade"');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('As opened').waitFor();
  await goSettings(desk, 'Operations');
  await page.getByRole('row', { name: /^Get Trade GET.*Confirmed/ }).waitFor();
});

test('the doctor finds the sandbox well', async () => {
  const desk = await startDesk(emptyPlace());
  await openSandbox(desk);
  const { page, hand } = desk;
  await goSettings(desk, 'Doctor');
  await page.getByText('Not checked yet').waitFor();
  await hand.press('r');
  await page.getByText(/^(No problems|Works; )/).waitFor({ timeout: 60_000 });
  const words = await page.getByRole('list', { name: 'Checks' }).innerText();
  expect(words).toMatch(/Good/);
  expect(words).not.toMatch(/Failed/);
});

test('a window that a person locked says so, and one key opens it again', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await page
    .getByRole('cell', { name: /^Checked to/ })
    .first()
    .waitFor();
  await goSettings(desk, 'General');
  await page.getByRole('heading', { name: 'Local copy' }).waitFor();
  await hand.press('l');
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  await expect
    .poll(() => page.getByRole('button').allInnerTexts())
    .toEqual([expect.stringMatching(/^Unlock/)]);
  expect(await answerOf(page, 'settings.get', {})).toMatchObject({ ok: false });
  await hand.press('Enter');
  // Where they were, and everything is there again.
  await page.getByRole('heading', { name: 'Local copy' }).waitFor();
  await hand.press('1');
  await expect.poll(() => page.getByRole('cell', { name: /^Checked to/ }).count()).toBe(8);
});

test('a new address is asked about outside the window, where no page can answer; a no leaves everything as it is', async () => {
  const desk = await startDesk(emptyPlace());
  const { page } = desk;
  const bank = await newForeignBank();
  const connect = () => answerOf(page, 'desk.connectBank', { bankFile: bank.bankFile() });
  expect(await connect()).toMatchObject({ error: { code: 'declined' } });
  expect(bank.calls).toEqual([]);
  await page.getByRole('button', { name: 'Open the sandbox' }).waitFor();
  await desk.dialogs.answer(true);
  expect(await connect()).toMatchObject({ ok: true });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a proxy and an authority are used only after a yes outside the window', async () => {
  const { desk } = await startForeignDesk();
  const { page } = desk;
  await goSettings(desk, 'Network');
  await page.getByText('By this proxy').click();
  await page.getByLabel('Address of the proxy').fill('http://proxy.example:8080');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Not confirmed').waitFor();
  await desk.dialogs.answer(true);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Connection to banks saved.').waitFor();
});

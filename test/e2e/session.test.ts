import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { go, goSettings, startDesk, sync, type Desk } from './support/desk.ts';
import { focused } from './support/focus.ts';
import {
  chooseBankFile,
  fetchAccount,
  foreignAccount,
  newForeignBank,
  signIn,
} from './support/foreign.ts';
import { emptyPlace } from './support/place.ts';
import { openStatement, searchEntries } from './support/statement.ts';
import { startSyncedDesk } from './support/synced.ts';

const proofs = ({ page }: Desk) => page.getByRole('cell', { name: /^Checked to/ });

test('a restart reads at once from the local copy, while the bank has not answered yet', async () => {
  const { place, desk: first } = await startSyncedDesk();
  await first.close();
  await place.bank.setFaults({ operation: 'getToken', fault: { kind: 'never-answer' } });
  const before = (await place.bank.calls('*')).length;
  const desk = await startDesk(place);
  const { page } = desk;
  await expect.poll(() => proofs(desk).count()).toBe(8);
  await page.getByText('You are reading the local copy.').waitFor();
  await openStatement(desk, 'Operating USD');
  const since = async () => (await place.bank.calls('*')).slice(before);
  await expect
    .poll(async () => (await since()).map(({ operation, status }) => [operation, status]))
    .toEqual([['getToken', null]]);
});

test('locked, nothing can be read; unlocked, everything is there again', async () => {
  const { desk } = await startSyncedDesk();
  const { page } = desk;
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  expect(await page.getByText('Operating').count()).toBe(0);
  const requested = await answerOf(page, 'accounts.position', {});
  expect(requested).toMatchObject({ ok: false, error: { code: 'session.required' } });
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect.poll(() => proofs(desk).count()).toBe(8);
});

test('signed out, everything reads on and the bank is not asked', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are reading the local copy.').waitFor();
  expect(await place.bank.calls('logoutUser')).toHaveLength(1);
  const callsBefore = (await place.bank.calls('*')).length;
  await go(desk, 'Position');
  await expect.poll(() => proofs(desk).count()).toBe(8);
  await openStatement(desk, 'Operating EUR');
  await searchEntries(desk, 'payroll');
  await page
    .getByRole('grid')
    .getByText(/payroll/i)
    .first()
    .waitFor();
  expect((await place.bank.calls('*')).length).toBe(callsBefore);
});

test('forgetting a bank asks for its name, then leaves nothing of it on the disk', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  await goSettings(desk, 'Banks');
  await page.getByRole('button', { name: 'Forget this bank…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget Sandbox Bank?' });
  const confirm = dialog.getByRole('button', { name: 'Forget this bank' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type “Sandbox Bank” to confirm').fill('Sandbox Bank');
  await confirm.click();
  await page.getByRole('button', { name: 'Open the sandbox' }).waitFor();
  expect(existsSync(join(place.dataDir, 'banks/sandbox'))).toBe(false);
});

test('a wrong bank file names its field, and nothing is opened', async () => {
  const desk = await startDesk(emptyPlace());
  const { page } = desk;
  const bank = await newForeignBank();
  const file = JSON.parse(bank.bankFile()) as { auth: object };
  await chooseBankFile(
    desk,
    JSON.stringify({ ...file, auth: { ...file.auth, token: 'data.jwt' } }),
  );
  const problem = page.getByRole('alert');
  await problem.getByText('The bank file has a mistake').waitFor();
  // Shown once: by the sentence alone.
  await expect.poll(async () => (await problem.innerText()).split('auth.token')).toHaveLength(2);
  await chooseBankFile(desk, '{"name": "Half a file"');
  await expect.poll(() => problem.innerText()).toMatch(/The bank file is/);
  await page.getByRole('button', { name: 'Open the sandbox' }).waitFor();
  expect(bank.calls).toEqual([]);
});

test('a bank known only by its file asks for its credentials, and says plainly that no keychain stores them', async () => {
  const place = emptyPlace();
  const desk = await startDesk(place);
  const { page } = desk;
  const bank = await newForeignBank();
  await chooseBankFile(desk, bank.bankFile());
  await page.getByLabel('Username').waitFor();
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
  await page.getByText('keychain cannot be reached, so these last for this session only').waitFor();
  await signIn(desk, 'wrong');
  await page
    .getByText(/Unknown user or pass phrase/)
    .first()
    .waitFor();
  await signIn(desk);
  await page.getByText('No accounts yet').waitFor();
  await page.getByRole('navigation').getByText('UAT', { exact: true }).waitFor();
  await page.getByText('Not signed in').waitFor({ state: 'detached' });
});

test('an account of a bank known only by its file is synced and proven; operations it has not confirmed are closed', async () => {
  const desk = await startDesk(emptyPlace());
  const { page, hand } = desk;
  const bank = await newForeignBank();
  await chooseBankFile(desk, bank.bankFile());
  await signIn(desk);
  await page.getByText('No accounts yet').waitFor();
  // This bank cannot list its accounts, and says so; the one wanted is asked for by its number.
  await hand.press('s');
  await page
    .getByText(/an account can be fetched by its number/)
    .first()
    .waitFor();
  await fetchAccount(page, foreignAccount);
  await expect.poll(() => proofs(desk).count()).toBe(1);
  await page.getByRole('button', { name: 'Foreign operating' }).dblclick();
  await page.getByText('90 entries', { exact: true }).waitFor();
  await go(desk, 'Payees');
  await hand.press('r');
  await page
    .getByText(/paths for Get All Beneficiaries and Create Beneficiary are not known yet/)
    .waitFor();
  await focused(page.getByRole('button', { name: 'Open their places in the bank file' }));
  await hand.press('Enter');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Bank file' }).inputValue())
    .toContain('"getAllBeneficiaries"');
  await go(desk, 'Position');
  expect(await sync(desk)).toBe('Synced');
  const paths = bank.calls.map((call) => call.replace(/\?.*/, ''));
  expect(new Set(paths)).toEqual(
    new Set([
      'POST /platform/iam/v3/session',
      'GET /platform/client-service/api/v1/accounts/by',
      'GET /platform/client-service/api/v1/statement/clientStatement/' + foreignAccount,
    ]),
  );
});

test('after a restart without a keychain the credentials open the copy again, and nothing of them is stored', async () => {
  const place = emptyPlace();
  const bank = await newForeignBank();
  const first = await startDesk(place);
  await chooseBankFile(first, bank.bankFile());
  await signIn(first);
  await first.page.getByText('No accounts yet').waitFor();
  await fetchAccount(first.page, foreignAccount);
  await expect.poll(() => proofs(first).count()).toBe(1);
  await first.close();

  const desk = await startDesk(place);
  await signIn(desk);
  await expect.poll(() => proofs(desk).count()).toBe(1);
  expect(readFileSync(join(place.dataDir, 'choice.json'), 'utf8')).not.toContain('treasury');
});

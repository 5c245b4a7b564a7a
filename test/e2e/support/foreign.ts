import type { Page } from 'playwright';

import { credentialLabel } from '../../../renderer/shell/welcome/credential-labels.ts';
import {
  foreignCredentials,
  startForeignBank,
  trueEntries,
  type ForeignBank,
} from '../../support/simple-banks/foreign-bank.ts';
import type { FiledBank } from '../../support/banks/bank-server.ts';
import { startDesk, type Desk } from './desk.ts';
import { atEndOfTest } from './ending.ts';
import { emptyPlace } from './place.ts';

type Place = ReturnType<typeof emptyPlace>;

export const foreignAccount = '9988776655';

/** A bank that is not ours, with entries of the last days; ends with the test. */
export async function newForeignBank(): Promise<ForeignBank> {
  const firstDay = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  const bank = await startForeignBank({
    entries: trueEntries(90, firstDay),
    openingBalance: '1000.0000',
    pageSizeMax: 25,
    accountNumber: foreignAccount,
  });
  atEndOfTest(() => bank.close());
  return bank;
}

/** Chooses a bank file, as the file dialog hands it over, and confirms where the system asks about a new address. */
export async function chooseBankFile({ page, dialogs }: Desk, text: string): Promise<void> {
  await dialogs.answer(true);
  await page
    .getByLabel('Drop the bank file here')
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles({ name: 'bank.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Types the credentials of a bank into its form, sends it, and waits until the desk is open. */
export async function signInWith(
  { page }: Desk,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(credentials))
    await page.getByLabel(credentialLabel(name)).fill(value);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sync' }).waitFor();
}

/** A desk at a bank that it knows by its file alone, signed in on a machine of its own; nothing is fetched yet. */
export async function startDeskAt<B extends FiledBank>(
  starting: Promise<B>,
): Promise<{ bank: B; desk: Desk; place: Place }> {
  const bank = await starting;
  atEndOfTest(() => bank.close());
  return { bank, ...(await startMachineAt(bank)) };
}

/** The same on a further machine. */
export async function startMachineAt(
  bank: Pick<FiledBank, 'bankFile' | 'credentials'>,
): Promise<{ desk: Desk; place: Place }> {
  const place = emptyPlace();
  const desk = await startDesk(place);
  await chooseBankFile(desk, bank.bankFile);
  await signInWith(desk, bank.credentials);
  return { desk, place };
}

/** Types the credentials into the form and sends it. */
export async function signIn(
  { page }: Desk,
  password = foreignCredentials.password,
): Promise<void> {
  await page.getByLabel('Username').fill(foreignCredentials.username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Asks for an account by its number, as at a bank that cannot list them. */
export async function fetchAccount(page: Page, accountNumber: string): Promise<void> {
  await page.getByLabel('Account number', { exact: true }).fill(accountNumber);
  await page.getByRole('button', { name: 'Add account' }).click();
}

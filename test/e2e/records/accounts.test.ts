import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { pdfText } from '../../support/files/pdf-text.ts';
import { type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { openStatement } from '../support/statement.ts';
import { startSyncedDesk } from '../support/synced.ts';

const pane = ({ page }: Desk) => page.getByRole('complementary', { name: 'Account', exact: true });
const form = ({ page }: Desk) => page.getByRole('complementary', { name: 'New virtual account' });
const second = ({ page }: Desk) => page.getByRole('complementary', { name: 'Second source' });

/** Asks for an account from wherever the window is; the view's key and three more. */
async function askForAccount(desk: Desk, name: string): Promise<void> {
  const { page, hand } = desk;
  await hand.press('=');
  await pane(desk).waitFor();
  const before = hand.presses();
  await hand.press('n');
  await focused(form(desk).getByLabel('Currency'));
  await hand.type('eur');
  await form(desk).getByLabel('Name').fill(name);
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Open the account' }));
  await hand.press('Enter');
  expect(hand.presses() - before).toBe(3);
}

test('a virtual account is opened with three keys; its details are copied with one, and printed whole', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand, dialogs } = desk;
  await askForAccount(desk, 'Rent Berlin');
  await pane(desk).getByRole('heading', { name: 'Rent Berlin' }).waitFor();
  const [call, ...others] = await place.bank.calls('createVirtualAccount');
  expect(others).toEqual([]);
  expect(call).toMatchObject({ status: 200, performed: true });
  const { openedAccounts } = await place.bank.snapshot();
  expect(openedAccounts).toMatchObject([
    { accountNumber: '9090000001', accountName: 'Rent Berlin', currencyIso3Code: 'EUR' },
  ]);

  const beforeCopy = hand.presses();
  await hand.press('a');
  await page.getByText('Account number copied.').waitFor();
  expect(hand.presses() - beforeCopy).toBe(1);
  await hand.press('/');
  const search = page.getByRole('searchbox', { name: 'Search accounts' });
  await focused(search);
  await page.keyboard.press('Control+V');
  await expect.poll(() => search.inputValue()).toBe('9090000001');
  await page.keyboard.press('Escape');

  const file = join(place.folder, 'funding.pdf');
  await dialogs.saveAs(file);
  await page.getByRole('button', { name: 'Save PDF' }).click();
  await page.getByText('Funding details written to funding.pdf.').waitFor();
  const pdf = readFileSync(file);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = await pdfText(pdf);
  for (const shown of ['9090000001', 'Rheinkontor Bank AG', 'SANDBOX: not for real money.'])
    expect(text).toContain(shown);

  await page.getByRole('button', { name: 'Simulate inflow' }).click();
  await focused(page.getByLabel('Amount'));
  await page.getByLabel('Amount').fill('250.75');
  await hand.press('Enter');
  await expect.poll(() => pane(desk).innerText()).toContain('250.75');
});

test('an account whose answer is cut is looked up by our request, and never opened twice', async () => {
  const { place, desk } = await startSyncedDesk();
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createVirtualAccount',
    times: 1,
    fault: { kind: 'cut-after-commit' },
  });
  await askForAccount(desk, 'Rent Paris');
  await pane(desk).getByRole('heading', { name: 'Rent Paris' }).waitFor();
  expect((await place.bank.snapshot()).openedAccounts).toHaveLength(1);
  expect(await place.bank.calls('createVirtualAccount')).toHaveLength(1);
});

test('a second source agrees with the local copy; where one amount differs it is named', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openStatement(desk, 'Settlement JPY');
  const before = hand.presses();
  await hand.press('d');
  await focused(page.getByRole('button', { name: 'Fetch and compare' }));
  await hand.press('Enter');
  await second(desk).getByText('agrees', { exact: true }).waitFor();
  expect(hand.presses() - before).toBe(2);
  for (const source of ['v1-json', 'v2-csv', 'v2-json', 'v2-pages']) {
    await second(desk).getByLabel('Source').selectOption(source);
    await second(desk).getByRole('button', { name: 'Fetch and compare' }).click();
  }
  await expect.poll(() => second(desk).getByText('agrees', { exact: true }).count()).toBe(5);

  await place.bank.setFaults({
    operation: 'downloadStatementV2',
    times: 1,
    fault: { kind: 'amount-text', text: '77' },
  });
  await second(desk).getByLabel('Source').selectOption('v2-csv');
  await second(desk).getByRole('button', { name: 'Fetch and compare' }).click();
  await second(desk).getByText('differs', { exact: true }).first().waitFor();
  const entry = (await place.bank.statement('7060012589')).at(-1)!;
  const lines = second(desk).getByRole('rowgroup').filter({ hasText: entry.id });
  await expect.poll(() => lines.innerText()).toContain('77');
  await lines.getByRole('button', { name: entry.id }).click();
  await page.getByRole('grid').getByRole('row', { selected: true }).waitFor();

  const file = join(place.folder, 'second.csv');
  await desk.dialogs.saveAs(file);
  await second(desk).getByRole('button', { name: 'Save file' }).click();
  await page.getByText('Written to second.csv, as the bank sent it.').waitFor();
  expect(readFileSync(file, 'utf8')).toContain(`"${entry.id}"`);
});

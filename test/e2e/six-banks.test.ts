import { expect, test } from 'vitest';

import { FJORD_ACCOUNT, FJORD_PAYEE, FJORD_SUBCLIENT, serveFjord } from '../support/banks/fjord.ts';
import type { FiledBank } from '../support/banks/bank-server.ts';
import { serveMonsoon } from '../support/banks/monsoon/monsoon.ts';
import { daysBefore, type SixBank } from '../support/banks/six.ts';
import { serveSkerry } from '../support/banks/skerry.ts';
import { go, sync, type Desk } from './support/desk.ts';
import { dropOn } from './support/drop.ts';
import { focused } from './support/focus.ts';
import { fetchAccount, startDeskAt } from './support/foreign.ts';
import { board, card, fileIn, pdf } from './support/sub-clients.ts';

/** The day before this one: however long a test takes, it stays a day that has been. */
const day = daysBefore(new Date().toISOString().slice(0, 10), 1);

type Scene = Awaited<ReturnType<typeof startDeskAt<SixBank & FiledBank>>>;

/** Opens the statement of the account whose row is there, and reads figures in it. */
async function seesFigures({ page }: Desk, figures: readonly string[]): Promise<void> {
  for (const figure of figures) await page.getByText(figure, { exact: false }).first().waitFor();
}

/** Update Beneficiary for a payee that is known by its ID alone. */
async function changesCity({ page, hand }: Desk, id: string, city: string): Promise<void> {
  await hand.press('i');
  await focused(page.getByLabel('Payee ID'));
  await hand.type(id);
  await hand.press('Enter');
  await page.getByText('The bank has returned no details yet.').waitFor();
  await sendsCity({ page, hand }, city);
}

async function sendsCity({ page, hand }: Pick<Desk, 'page' | 'hand'>, city: string): Promise<void> {
  await hand.press('e');
  await page.getByRole('textbox', { name: 'City' }).first().fill(city);
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Send change' }));
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Send change' }).waitFor({ state: 'detached' });
  const pane = page.getByRole('complementary', { name: 'Payee' });
  await pane.getByText(city.trim(), { exact: true }).first().waitFor();
}

type Company = { readonly id: string; readonly client: string; readonly name: string };

/** Upload, Submit and Delete for a sub-client that is known by its ID alone. */
async function takesThrough({ desk, place }: Scene, { id, client, name }: Company): Promise<void> {
  const { page, hand } = desk;
  await go(desk, 'Sub-clients');
  await hand.press('i');
  await focused(page.getByLabel('Sub-client ID'));
  await hand.type(id);
  // The account names the client.
  await expect.poll(() => page.getByLabel('Client ID', { exact: true }).inputValue()).toBe(client);
  await hand.press('Enter');
  // Where the bank lists its sub-clients, the name is known as well.
  const heading = page.getByRole('heading', { name: id });
  await heading.or(page.getByRole('heading', { name })).first().waitFor();
  const file = 'registration certificate 2031-02-28.pdf';
  await dropOn(board(desk), fileIn(place, file, pdf('certificate')));
  await card(desk, file).getByRole('button', { name: 'Send' }).click();
  await card(desk, file).getByText('Sent', { exact: true }).waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('gridcell', { name }).first().waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete at the bank' }).click();
  await page.getByText('Deleted at the bank. It can be read, not changed.').waitFor();
}

const changesOf = ({ requests }: SixBank): (string | undefined)[] =>
  requests
    .filter((request) => !request.startsWith('GET') && !request.endsWith('/token'))
    .map((request) => request.split('/').at(-1));

test('at Skerry, which has the six and a key for a door, all six are done in the window', async () => {
  const scene = await startDeskAt(serveSkerry(day));
  const { bank, desk } = scene;
  await fetchAccount(desk.page, '10-00442');
  await desk.page.getByRole('cell', { name: /^Checked to/ }).waitFor();
  await seesFigures(desk, ['12,345,679,651,236.41']);
  await go(desk, 'Payees');
  await changesCity(desk, 'ben-7f3a', 'Oban');
  expect(bank.payee).toMatchObject({ city: 'Oban', name: 'Harbour Works' });
  await takesThrough(scene, { id: 'sub-01', client: 'cl-skerry-1', name: 'Leith Chandlers' });
  expect(changesOf(bank)).toEqual(['update', 'upload-kyc', 'submit', 'delete']);
});

test('at Fjord, which wraps and numbers everything, all six are done in the window', async () => {
  const scene = await startDeskAt(serveFjord(day));
  const { bank, desk } = scene;
  await fetchAccount(desk.page, FJORD_ACCOUNT.number);
  await desk.page.getByRole('cell', { name: /^Checked to/ }).waitFor();
  await seesFigures(desk, ['98,765,432,109,876.50']);
  await go(desk, 'Payees');
  await changesCity(desk, FJORD_PAYEE, 'Ålesund');
  expect(bank.payee).toMatchObject({ city: 'Ålesund', name: 'Øre' });
  await takesThrough(scene, { id: FJORD_SUBCLIENT, client: '18014398509481985', name: 'Fisk' });
  expect(changesOf(bank)).toEqual(['update', 'upload-kyc', 'submit', 'delete']);
});

test('at Monsoon, which lists, tidies and has currencies of its own, all six are done in the window', async () => {
  const scene = await startDeskAt(serveMonsoon(day));
  const { bank, desk } = scene;
  const { page, hand } = desk;
  // What is finer than can be held is set aside by name: in part.
  expect(await sync(desk)).toMatch(/^Synced/);
  await page
    .getByRole('cell', { name: /^Checked to/ })
    .first()
    .waitFor();
  await seesFigures(desk, ['1,000']);
  await go(desk, 'Payees');
  await hand.press('r');
  await page.getByRole('row').nth(1).waitFor();
  await hand.press('j');
  await page.getByRole('heading', { level: 2, name: 'José' }).waitFor();
  await sendsCity(desk, 'Kralendijk ');
  expect(bank.payee).toMatchObject({ city: 'Kralendijk', currencyIso3Code: 'XCG' });
  const name = '季节风 株式会社';
  await takesThrough(scene, { id: 'sub-✓-9', client: 'клиент-1', name });
  expect(changesOf(bank)).toEqual(['update', 'upload-kyc', 'submit', 'delete']);
});

import { expect, test } from 'vitest';

import { go, type Desk } from '../support/desk.ts';
import type { Place } from '../support/place.ts';
import { startSyncedDesk } from '../support/synced.ts';

/** Opens the form on the first payee of the list, by keyboard; answers the payee's name. */
async function openForm(desk: Desk): Promise<string> {
  const { page, hand } = desk;
  await go(desk, 'Payees');
  await page.getByRole('row').nth(1).waitFor();
  await hand.press('j');
  const payee = page.getByRole('complementary', { name: 'Payee' });
  await payee.getByRole('heading', { level: 3 }).first().waitFor();
  const name = await payee.getByRole('heading', { level: 2 }).innerText();
  await hand.press('e');
  await page.getByRole('heading', { name: `Change ${name}` }).waitFor();
  return name;
}

const field = ({ page }: Desk, label: string) => page.getByLabel(label, { exact: true }).first();
const pane = ({ page }: Desk) => page.getByRole('complementary', { name: 'Payee' });

/** Changes the city in the open form and looks at it again; one press. */
async function changeCity(desk: Desk, city: string): Promise<void> {
  await field(desk, 'City').fill(city);
  await desk.hand.press('Enter');
  await desk.page.getByRole('button', { name: 'Send change' }).waitFor();
}

const cityAt = async ({ bank }: Place, name: string): Promise<string | undefined> =>
  (await bank.snapshot()).beneficiaries.find((payee) => payee.name === name)?.city;

test('a payee is changed with three keys beyond what is typed, old and new side by side before', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const before = hand.presses();
  const name = await openForm(desk);
  const oldCity = await cityAt(place, name);
  await changeCity(desk, 'Winterthur');
  const change = page.getByRole('row', { name: /^City/ });
  await expect
    .poll(() => change.getByRole('cell').allInnerTexts())
    .toEqual([oldCity, 'Winterthur']);
  expect(await place.bank.calls('updateBeneficiary')).toEqual([]);
  await hand.press('Enter');
  await page.getByText(`The bank accepted the change of ${name}.`).waitFor();
  const choosingThePayee = 1;
  expect(hand.presses() - before - choosingThePayee).toBe(3);
  await pane(desk).getByText('Winterthur').first().waitFor();
  await pane(desk).getByRole('heading', { name: 'Earlier details' }).waitFor();
  expect(await cityAt(place, name)).toBe('Winterthur');
  expect(await place.bank.calls('updateBeneficiary')).toHaveLength(1);
});

test('what the bank refuses stays as entered, with the bank’s own words, and may be sent again', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const name = await openForm(desk);
  const words = 'The payee’s bank is on our watch list';
  await place.bank.setFaults({
    operation: 'updateBeneficiary',
    times: 1,
    fault: { kind: 'status', status: 422, message: words },
  });
  await changeCity(desk, 'Winterthur');
  await hand.press('Enter');
  const refusal = page.getByRole('alert');
  await refusal.getByText('The bank refused the request').waitFor();
  await refusal.getByText(words, { exact: true }).waitFor();
  await expect.poll(() => field(desk, 'City').inputValue()).toBe('Winterthur');
  expect(await cityAt(place, name)).not.toBe('Winterthur');

  await page.getByRole('button', { name: 'Review 1 change' }).click();
  await page.getByRole('button', { name: 'Send change' }).click();
  await page.getByText(`The bank accepted the change of ${name}.`).waitFor();
});

test('a change whose answer is lost is unknown and blocks another one, until a refresh settles it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const name = await openForm(desk);
  await place.bank.setFaults({
    operation: 'updateBeneficiary',
    fault: { kind: 'cut-after-commit' },
  });
  await changeCity(desk, 'Winterthur');
  await hand.press('Enter');
  await page.getByRole('heading', { name: 'It may have gone through' }).first().waitFor();
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
  await hand.press('Escape');
  await pane(desk).getByText('Editing waits until the change that was sent is settled.').waitFor();
  await pane(desk).getByRole('button', { name: 'Edit', disabled: true }).waitFor();

  await place.bank.setFaults();
  await hand.press('r');
  await pane(desk).getByRole('button', { name: 'Edit', disabled: false }).waitFor();
  await pane(desk).getByText('It may have gone through').waitFor({ state: 'detached' });
  await pane(desk).getByText('Winterthur').first().waitFor();
  expect(await cityAt(place, name)).toBe('Winterthur');
  expect(await place.bank.calls('updateBeneficiary')).toHaveLength(1);
});

test('a draft is still there after leaving the view and coming back', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  const name = await openForm(desk);
  await field(desk, 'City').fill('Winterthur');
  await go(desk, 'Activity');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await go(desk, 'Payees');
  await page.getByRole('gridcell', { name: new RegExp(`^${name}.*draft`) }).click();
  await page.getByRole('button', { name: 'Resume draft' }).click();
  await expect.poll(() => field(desk, 'City').inputValue()).toBe('Winterthur');
  expect(await place.bank.calls('updateBeneficiary')).toEqual([]);
});

test('with the line cut a change stays a draft and says why', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openForm(desk);
  await place.line.cut();
  await changeCity(desk, 'Winterthur');
  await hand.press('Enter');
  await page.getByText('The request was not sent.', { exact: false }).first().waitFor();
  await expect.poll(() => field(desk, 'City').inputValue()).toBe('Winterthur');
  await page.getByRole('button', { name: 'Review 1 change' }).click();
  await page.getByText('This stays a draft; send it when back online.').waitFor();
  await page.getByRole('button', { name: 'Send change', disabled: true }).waitFor();
});

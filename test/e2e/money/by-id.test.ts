import { expect, test } from 'vitest';

import {
  quaysideAccount,
  quaysideBeneficiary,
  quaysideClient,
  quaysideSubClient,
  startQuayside,
  type Quayside,
} from '../../support/banks/quayside.ts';
import { go, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { startDeskAt } from '../support/foreign.ts';
import { look } from '../support/look/look.ts';
import { emptyPlace } from '../support/place.ts';
import { board, card, fileIn, pdf } from '../support/sub-clients.ts';

type Scene = {
  readonly desk: Desk;
  readonly bank: Quayside;
  readonly place: ReturnType<typeof emptyPlace>;
};

const atQuayside = (): Promise<Scene> => startDeskAt(startQuayside());

test('at a bank of the six specified operations all six are done in the window, by ids, and no other is called', async () => {
  const scene = await atQuayside();
  const wrong = [
    ...(await fetchAnAccount(scene)),
    ...(await changeABeneficiary(scene)),
    ...(await uploadForASubClient(scene)),
  ];
  await submitAndDelete(scene);
  expect(wrong).toEqual([]);
  const six =
    /accounts\/by|statement\/clientStatement\/|beneficiaries\/[^/]+\/update|sub-clients\/[^/]+\/(upload-kyc|submit|delete)/;
  const others = scene.bank.requests.filter((request) => !six.test(request));
  expect(new Set(others)).toEqual(new Set(['POST /platform/auth/token']));
});

/** Get Accounts By with `accountId`, and Get Statement. */
async function fetchAnAccount({ desk }: Scene): Promise<string[]> {
  const { page } = desk;
  await page.getByLabel('Asked for by').selectOption('accountId');
  const wrong = await look(desk, 'an account by its id');
  await page.getByLabel('Account id', { exact: true }).fill(quaysideAccount.id);
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('cell', { name: /^Checked to/ }).waitFor();
  return wrong;
}

async function changeABeneficiary({ desk, bank }: Scene): Promise<string[]> {
  const { page, hand } = desk;
  await go(desk, 'Payees');
  await page.getByText('names no list of payees').waitFor();
  const wrong = await look(desk, 'beneficiaries without a list');
  await hand.press('i');
  await focused(page.getByLabel('Payee ID'));
  await hand.type(quaysideBeneficiary);
  await hand.press('Enter');
  await page.getByText('The bank has returned no details yet.').waitFor();
  wrong.push(...(await look(desk, 'a beneficiary by its id')));
  await hand.press('e');
  await page.getByRole('textbox', { name: 'City' }).first().fill('Exeter');
  wrong.push(...(await look(desk, 'a change of a beneficiary by its id')));
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: 'Send change' }));
  wrong.push(...(await look(desk, 'a change by its id, looked at again')));
  await hand.press('Enter');
  await page.getByRole('gridcell', { name: 'Tamar Chandlery' }).waitFor();
  expect(bank.updates).toEqual([{ entityId: quaysideBeneficiary, body: { city: 'Exeter' } }]);
  return wrong;
}

async function uploadForASubClient({ desk, bank, place }: Scene): Promise<string[]> {
  const { page, hand } = desk;
  await go(desk, 'Sub-clients');
  await page.getByText('names no list of sub-clients').waitFor();
  await hand.press('i');
  await focused(page.getByLabel('Sub-client ID'));
  await hand.type(quaysideSubClient);
  // The account names the client.
  await expect
    .poll(() => page.getByLabel('Client ID', { exact: true }).inputValue())
    .toBe(quaysideClient);
  const wrong = await look(desk, 'a sub-client by its id');
  await hand.press('Enter');
  await page.getByRole('heading', { name: quaysideSubClient }).waitFor();
  const name = 'passport of the director 2031-02-28.pdf';
  await dropOn(board(desk), fileIn(place, name, pdf('passport')));
  const file = card(desk, name);
  await file.getByLabel('Whose document').selectOption('…');
  await file.getByLabel('The person’s id at the bank').fill('usr-7');
  await file.getByLabel('The person’s id at the bank').press('Tab');
  wrong.push(...(await look(desk, 'a file of a person')));
  await file.getByRole('button', { name: 'Send' }).click();
  await file.getByText('Sent', { exact: true }).waitFor();
  await page.getByText('Stored at store.quayside.example').waitFor();
  wrong.push(...(await look(desk, 'a stored file')));
  expect(bank.uploads).toMatchObject([
    { fields: { documentType: 'DIRECTOR_IDENTIFICATION', businessUserId: 'usr-7' } },
  ]);
  await page.getByRole('tab', { name: /Drop board/ }).click();
  await page.getByRole('gridcell', { name: /known by its ID/ }).waitFor();
  wrong.push(...(await look(desk, 'the drop board by ids')));
  await page.getByRole('tab', { name: /List/ }).click();
  return wrong;
}

async function submitAndDelete({ desk, bank }: Scene): Promise<void> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('gridcell', { name: 'Lantern Fisheries' }).first().waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('textbox').fill('Lantern Fisheries');
  await dialog.getByRole('button', { name: 'Delete at the bank' }).click();
  await page.getByText('Deleted at the bank. It can be read, not changed.').waitFor();
  expect([bank.submitted.length, bank.deleted.length]).toEqual([1, 1]);
}

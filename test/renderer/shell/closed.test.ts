import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { operationNames } from '../../../shared/bank/catalogue.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { bankAnswers } from '../settings/bank-records.ts';
import { fakePosition, sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge({ ...workingDesk(), ...bankAnswers() });
});

async function open(closed: boolean): Promise<void> {
  const closedOperations = closed ? operationNames : [];
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, closedOperations }));
  await render(App);
  await sees('Treasury EUR');
}

test.each([
  ['4', 'New payment', /path.* for Create Single Transfer/],
  ['6', 'New conversion', /path.* for Get Quote/],
  ['7', 'New payee', /path.* for .*Create Beneficiary/],
  ['8', 'New remittance', /path.* for Initiate Remittance/],
  ['9', 'New receivable', /path.* for Create Receivable/],
  ['0', 'New sub-client', /path.* for .*Create Subclient/],
])(
  'closed at the bank, behind %s “%s” is off with its reason, and its key leads to the note',
  async (key, name, words) => {
    await open(true);
    await userEvent.keyboard(key);
    await expect.element(button(name)).toBeDisabled();
    await expect.element(button(name)).toHaveAttribute('title', expect.stringMatching(words));
    await sees(page.getByRole('status').getByText(words));
    await userEvent.keyboard('n');
    const lead = page.getByRole('button', {
      name: /^Open (its place|their places) in the bank file$/,
    });
    await expect.element(lead).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await sees(page.getByRole('heading', { name: /^Settings/ }));
  },
);

test.each([
  ['4', 'New payment'],
  ['6', 'New conversion'],
  ['7', 'New payee'],
])('open at the bank, behind %s “%s” is on', async (key, name) => {
  await open(false);
  await userEvent.keyboard(key);
  await expect.element(button(name)).toBeEnabled();
});

test('where the bank has no list of accounts the way in is an account’s number; one that did not go stays typed', async () => {
  const position = { ...fakePosition(), accountCount: 0, currencies: [] };
  bridge.answer('accounts.position', () => ok(position));
  bridge.answer('sync.start', () => fail('network.unreachable', 'c-1'));
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, closedOperations: operationNames }));
  await render(App);
  await sees(/Add each account once by its number or ID, below/);
  expect(button('Sync now').elements()).toHaveLength(0);
  const number = page.getByLabelText('Account number');
  await number.fill('9988776655');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => bridge.requested.filter(({ route }) => route === 'sync.start'))
    .toEqual([{ route: 'sync.start', input: { accountNumbers: ['9988776655'] } }]);
  await expect.element(number).toHaveValue('9988776655');
});

test('an account is asked for by the bank’s id as well, and synced under the number it is stored under', async () => {
  const position = { ...fakePosition(), accountCount: 0, currencies: [] };
  bridge.answer('accounts.position', () => ok(position));
  bridge.answer('accounts.findById', ({ accountId }) =>
    accountId === 'qa-1'
      ? ok({ accountNumber: 'QS-1001' })
      : fail('bank.refused', 'c-1', { bank: { status: 400, message: 'No such account' } }),
  );
  bridge.answer('desk.state', () => ok({ ...sandboxDesk, closedOperations: operationNames }));
  await render(App);
  await page.getByLabelText('Asked for by').selectOptions('account id');
  const id = page.getByLabelText('Account id', { exact: true });
  await id.fill('qa-9');
  await userEvent.keyboard('{Enter}');
  await sees(/No such account/);
  await expect.element(id).toHaveValue('qa-9');
  await id.fill(' qa-1 ');
  await userEvent.keyboard('{Enter}');
  const routes = ['accounts.findById', 'sync.start'];
  await expect
    .poll(() => bridge.requested.filter(({ route }) => routes.includes(route)))
    .toEqual([
      { route: 'accounts.findById', input: { accountId: 'qa-9' } },
      { route: 'accounts.findById', input: { accountId: 'qa-1' } },
      { route: 'sync.start', input: { accountNumbers: ['QS-1001'] } },
    ]);
});

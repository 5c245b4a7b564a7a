import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import AccountsView from '../../../renderer/features/accounts/AccountsView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import '../../../renderer/ui/base.css';
import WithShared from '../support/WithShared.svelte';
import { accountAnswers, openedAccount } from './account-records.ts';
import { requested, bridge, button, field, lacks, openDesk, sees } from '../support/view.ts';

let copied: string[] = [];

function open(
  answers: Answers = {},
  { desk = sandboxDesk, accountNumber }: { desk?: DeskState; accountNumber?: string } = {},
) {
  const shared = openDesk({ 'desk.state': () => ok(desk), ...accountAnswers(), ...answers });
  const show = () => render(WithShared, { shared, view: AccountsView, params: { accountNumber } });
  return { shared, show, shown: show() };
}

const pane = () => page.getByRole('complementary', { name: 'Account', exact: true });

const bankOf = (environment: 'uat' | 'production'): DeskState => ({
  ...sandboxDesk,
  bank: { ...sandboxDesk.bank!, environment },
});

beforeEach(async () => {
  await page.viewport(1440, 900);
  copied = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve(copied.push(text)) },
    configurable: true,
  });
});

describe('the accounts', () => {
  test('stand in a list with balance, status and owner; the first is in sight', async () => {
    open();
    await sees(page.getByRole('gridcell', { name: 'Brightwater GmbH' }), 'blocked');
    await expect.poll(() => pane().element().textContent).toContain('8,420,118');
    await sees(/6 at this bank/);
  });

  test('show the extra fields from the bank in the pane', async () => {
    open();
    await sees(pane().getByText('Extra fields from the bank'));
    await sees(pane().getByText('12345678901234567890.10'), pane().getByText('interest.rate'));
  });

  test('are found by owner, and opened in their statement by one key', async () => {
    const { shared } = open();
    await page.getByRole('searchbox').fill('brightwater');
    await sees(page.getByText('Rent Berlin').first());
    await lacks('Collections USD');
    await page.getByText('Rent Berlin').first().click();
    await sees(pane().getByText('Brightwater GmbH'));
    await userEvent.keyboard('g');
    expect(shared.router.place).toMatchObject({
      view: 'statements',
      params: { accountNumber: '9090000001' },
    });
  });

  test('of which only the number is known say so', async () => {
    open({}, { accountNumber: '30022210' });
    await sees(pane().getByText('Balance not known yet'));
    await sees(pane().getByText(/returned no funding details/));
    await expect.element(button(/Save PDF/)).toBeDisabled();
  });
});

describe('funding details', () => {
  test('are copied field by field with one key each, and as a whole', async () => {
    open();
    await sees(pane().getByText('FMERUS33XXX'));
    await userEvent.keyboard('a');
    await userEvent.keyboard('x');
    await userEvent.keyboard('o');
    await button(/^Copy bank address/i).click();
    expect(copied).toEqual([
      '30026712',
      'FMERUS33XXX',
      '021000021',
      '200 Park Row, New York, NY 10038',
    ]);
    await userEvent.keyboard('c');
    expect(copied[4]).toBe(
      'Account name: Acme Treasury Ltd Operating\nAccount number: 30026712\nBank: First Meridian Bank N.A.\nBIC: FMERUS33XXX\nBank or sort code: 021000021\nBank address: 200 Park Row, New York, NY 10038\nBank country: USA\nCurrency: USD',
    );
  });

  test('of another way to pay in are one key away', async () => {
    open();
    await sees(pane().getByText('FMERUS33XXX'));
    await userEvent.keyboard('v');
    await sees(pane().getByText('RHKODEFFXXX'));
    await userEvent.keyboard('a');
    expect(copied).toEqual(['DE89500105171234567890']);
  });

  test('are saved as a PDF; what goes wrong is shown with what to do', async () => {
    const { shared } = open();
    await sees(pane().getByText('FMERUS33XXX'));
    await userEvent.keyboard('p');
    await expect
      .poll(() => requested('accounts.saveFundingPdf'))
      .toEqual([{ accountNumber: '30026712' }]);
    await expect
      .poll(() => shared.notices.list.map(({ text }) => text).join())
      .toContain('funding.pdf');
    bridge.answer('accounts.saveFundingPdf', () =>
      fail('file.unwritable', 'c-9', { message: 'The disk is full.' }),
    );
    await userEvent.keyboard('p');
    await sees(pane().getByText(/The disk is full/));
  });
});

describe('a new virtual account', () => {
  async function type(): Promise<void> {
    await sees(pane());
    await userEvent.keyboard('n');
    await expect.element(field('Currency')).toHaveFocus();
    await userEvent.keyboard('eur');
    await field('Name').fill('Rent Berlin');
  }

  test('takes three keys beyond typing: new, review, open', async () => {
    open();
    await type();
    await page.getByLabelText('Owner').selectOptions('S-2');
    await field('Name').click();
    await userEvent.keyboard('{Enter}');
    await sees('EUR account “Rent Berlin”', page.getByText('Brightwater GmbH').last());
    await userEvent.keyboard('{Enter}');
    await sees(pane().getByRole('heading', { name: 'Rent Berlin' }));
    const [sent] = requested('accounts.createVirtual') as { reference: string }[];
    expect(sent).toMatchObject({
      currency: 'EUR',
      accountName: 'Rent Berlin',
      ownerEntityId: 'S-2',
    });
    expect(sent!.reference).toMatch(/^[0-9a-f]{32}$/);
  });

  test('cannot belong to a sub-client that was deleted', async () => {
    open();
    await type();
    await expect
      .element(page.getByRole('option', { name: 'Brightwater GmbH' }))
      .toBeInTheDocument();
    await lacks(page.getByRole('option', { name: 'Gone Ltd' }));
    await expect
      .element(page.getByRole('option', { name: 'Acme Treasury Ltd' }))
      .toBeInTheDocument();
  });

  test('is checked before it is reviewed, and stays a draft', async () => {
    const { show, shown } = open();
    await type();
    await field('Currency').fill('EUX');
    await userEvent.keyboard('{Enter}');
    await sees('a currency of three letters, such as EUR');
    await userEvent.keyboard('{Escape}');
    await sees(button('Resume draft'));
    await (await shown).unmount();
    void show();
    await button('Resume draft').click();
    await expect.element(field('Name')).toHaveValue('Rent Berlin');
  });

  test('that the bank refuses keeps what was typed, under a new reference', async () => {
    open({
      'accounts.createVirtual': () =>
        ok({
          ...openedAccount,
          state: 'refused',
          recordId: null,
          error: appError('bank.refused', 'c-1', { message: 'CHF is not kept here.' }),
        }),
    });
    await type();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/Open the account/)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await sees(/CHF is not kept here/);
    await expect.element(field('Name')).toHaveValue('Rent Berlin');
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/Open the account/)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requested('accounts.createVirtual')).toHaveLength(2);
    const [first, second] = requested('accounts.createVirtual') as { reference: string }[];
    expect(first!.reference).not.toBe(second!.reference);
  });

  test('without an answer is shown as unknown, is looked up, and is never offered as new', async () => {
    const lost = {
      ...openedAccount,
      state: 'unknown' as const,
      recordId: null,
      error: appError('outcome.unknown', 'c-1'),
    };
    open({
      'accounts.createVirtual': () => ok(lost),
      'submissions.list': () => ok({ rows: [lost] }),
      'submissions.lookUp': () => ok(openedAccount),
    });
    await type();
    await userEvent.keyboard('{Enter}');
    await sees(button(/Open the account/));
    await userEvent.keyboard('{Enter}');
    const waiting = page.getByRole('complementary', { name: 'Unanswered new account' });
    await sees(waiting.getByText(/Do not open it again/));
    await waiting.getByRole('button', { name: 'Look it up now' }).click();
    await sees(pane().getByRole('heading', { name: 'Rent Berlin' }));
  });

  test('at a bank that has not confirmed it shows why, with a link to its place', async () => {
    const { shared } = open(
      {},
      { desk: { ...sandboxDesk, closedOperations: ['createVirtualAccount'] } },
    );
    await type();
    await sees(/path for Create Virtual Account is not known yet/);
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/Open the account/)).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await button('Open its place in the bank file').click();
    expect(shared.router.place).toMatchObject({
      view: 'settings',
      params: { section: 'bank-file', operation: 'createVirtualAccount' },
    });
  });
});

test('a new account in which nothing was typed is left without a trace', async () => {
  open();
  await sees(pane());
  await userEvent.keyboard('n');
  await expect.element(field('Currency')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await sees(pane());
  await expect.element(button('New virtual account')).toBeEnabled();
  await expect.element(page.getByRole('grid', { name: 'Accounts' })).toHaveFocus();
});

describe('an inflow', () => {
  test('is simulated at a test bank, for the account in sight', async () => {
    open({}, { desk: bankOf('uat') });
    await sees(pane());
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    await userEvent.keyboard('12.50{Enter}');
    await expect
      .poll(() => requested('sandbox.inflow'))
      .toMatchObject([{ accountNumber: '30026712', amount: '12.50', currency: 'USD' }]);
    await sees(pane());
  });

  test('is not offered where money is real, nor where the bank has not confirmed it', async () => {
    for (const desk of [
      bankOf('production'),
      { ...bankOf('uat'), closedOperations: ['simulateInflow' as const] },
    ]) {
      const { shown } = open({}, { desk });
      await sees(pane().getByText('FMERUS33XXX'));
      await lacks(button(/Simulate inflow/));
      await userEvent.keyboard('m');
      await sees(pane());
      await (await shown).unmount();
    }
  });
});

test('without a line everything reads, and what needs the bank says so', async () => {
  open({}, { desk: { ...sandboxDesk, online: false } });
  await sees(pane().getByText('FMERUS33XXX'));
  await expect.element(button(/Refresh/)).toBeDisabled();
});

test('no account yet: what will be here, and how it gets here', async () => {
  open({ 'accounts.list': () => ok({ rows: [], asOf: null }) });
  await sees('No accounts yet');
  await expect.element(button(/Refresh/)).toBeEnabled();
});

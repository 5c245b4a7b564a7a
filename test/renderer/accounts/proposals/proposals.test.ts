import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import '../../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PositionView from '../../../../renderer/features/accounts/position/PositionView.svelte';
import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import { workingDesk } from '../../support/desk-records.ts';
import type { Answers } from '../../support/fake-bridge.ts';
import { button, lacks, openDesk, requested, sees, wideWindow } from '../../support/view.ts';
import WithShared from '../../support/WithShared.svelte';
import { fakeProposals } from '../ahead-records.ts';

beforeEach(wideWindow);

function open(answers: Answers = {}) {
  const given = { 'outlook.proposals': () => ok(fakeProposals) };
  const shared = openDesk({ ...workingDesk(), ...given, ...answers });
  void render(WithShared, { shared, view: PositionView });
  return shared;
}

const moves = page.getByRole('region', { name: 'Proposed moves between own accounts' });
const transfer = /^Fill payment: Transfer 120,000\.00 USD from Collections to Operating$/;

test('a proposal says what moves and why, and fills the payment form; nothing is sent or priced', async () => {
  const { router } = open();
  await sees(moves.getByText(/^Operating (?:is|will be) 81,081\.10 USD under its floor/));
  await moves.getByRole('button', { name: transfer }).click();
  expect(router.place).toMatchObject({
    view: 'payments',
    params: { accountNumber: '30020932', amount: '120000.00', beneficiaryId: 'B-7' },
  });
  expect([requested('payments.send'), requested('conversions.quote')]).toEqual([[], []]);
});

test('a payee is searched by name where none is the account', async () => {
  const [row] = fakeProposals.rows;
  const rows = row ? [{ ...row, beneficiaryId: null }] : [];
  const { router } = open({ 'outlook.proposals': () => ok({ rows, unmet: [] }) });
  await moves.getByRole('button', { name: transfer }).click();
  expect(router.place).toMatchObject({ view: 'payments', params: { payee: 'Operating' } });
});

test('the others are one press away: an estimate with its rate, an old balance, and what nothing restores', async () => {
  const { router } = open();
  await moves.getByRole('button', { name: '2 more' }).click();
  await sees(
    moves.getByText(/estimated with eurofxref\.csv, .* · balances of .*: sync first$/),
    moves.getByText(/^Operating: 5,000\.00 USD missing, no exchange rate is known here/),
  );
  await moves.getByRole('button', { name: /^Fill deal: Sell 90,000\.00 EUR/ }).click();
  expect(router.place).toMatchObject({
    view: 'conversions',
    params: { sell: '30027781', buy: '30026712', sellAmount: '90000.00' },
  });
});

test('the outlook of the account has its own proposals', async () => {
  open();
  await page
    .getByRole('button', { name: /^Operating/ })
    .first()
    .click();
  await sees(button(transfer).nth(1));
});

test('without one there is no sheet', async () => {
  const rows = page.getByRole('heading', { name: /^Outlook, 14 days/ });
  open({ 'outlook.proposals': () => ok({ rows: [], unmet: [] }) });
  await sees(rows);
  await lacks(/^Proposed moves/);
});

test('a failure stands in its place', async () => {
  open({ 'outlook.proposals': () => fail('store.damaged', 'x') });
  await sees(moves.getByRole('heading', { name: /^Proposed moves/ }));
  await lacks(transfer);
});

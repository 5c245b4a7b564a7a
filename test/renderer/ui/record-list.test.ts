import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import AccountsView from '../../../renderer/features/accounts/AccountsView.svelte';
import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import ReceivablesView from '../../../renderer/features/receivables/ReceivablesView.svelte';
import RemittancesView from '../../../renderer/features/remittances/RemittancesView.svelte';
import { accountAnswers } from '../accounts/account-records.ts';
import { paymentAnswers, paymentRow } from '../payments/payment-records.ts';
import { receivableAnswers } from '../receivables/receivable-records.ts';
import { remittanceAnswers } from '../remittances/remittance-records.ts';
import { frameLists } from '../support/list-frame.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { openDesk, sees } from '../support/view.ts';
import { aboutOf } from '../../support/about.ts';

frameLists();

const long = { amount: '123456789.25', currency: 'NGN' };
const order = submissionRecord({
  state: 'unknown',
  submissionId: 'S-9',
  about: aboutOf('An order of a long amount', {
    amount: long,
    accountNumber: '30026712',
    counterparty: 'Harmattan Foods and Agricultural Commodities Plc',
  }),
});
const payments = [paymentRow('R-1', 'accepted'), paymentRow('R-2', 'unknown', { amount: long })];

const lists: readonly { name: string; view: Component<object>; answers: Answers }[] = [
  { name: 'Accounts', view: AccountsView, answers: accountAnswers() },
  { name: 'Payments', view: PaymentsView, answers: paymentAnswers(payments) },
  { name: 'Receivables', view: ReceivablesView, answers: receivableAnswers([order]) },
  { name: 'Remittances', view: RemittancesView, answers: remittanceAnswers([order]) },
];

/** What the sidebar leaves of windows from 1024 to 1440 pixels. */
const widths = [1228, 1108, 1068, 1030, 988, 856];

async function show({ name, view, answers }: (typeof lists)[number]) {
  const shared = openDesk({ ...answers });
  await render(WithShared, { shared, view, params: {} });
  const grid = page.getByRole('grid', { name });
  await sees(grid);
  return grid.element();
}

test.each(lists)('the list of $name fits every window from side to side', async (list) => {
  await page.viewport(1440, 900);
  const grid = await show(list);
  for (const width of widths) {
    await page.viewport(width, 700);
    await expect
      .poll(() => grid.scrollWidth - grid.clientWidth, { message: `at ${width}` })
      .toBe(0);
  }
});

test.each(lists)('the amounts of $name end under each other, whole', async (list) => {
  await page.viewport(1440, 900);
  const grid = await show(list);
  for (const width of widths) {
    await page.viewport(width, 700);
    const cells = [...grid.querySelectorAll<HTMLElement>('[role="gridcell"].num')];
    expect(cells.length).toBeGreaterThan(0);
    expect(new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().right))).size).toBe(
      1,
    );
    for (const cell of cells) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  }
});

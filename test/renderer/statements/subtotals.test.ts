import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { fail } from '../../../shared/errors.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import WithShared from '../support/WithShared.svelte';
import { requested, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

beforeEach(wideWindow);

const accountNumber = '30026712';
const pane = () => page.getByRole('complementary', { name: 'Subtotals' });

async function open(filter: StatementFilter = {}, answers: Answers = {}): Promise<void> {
  const shared = openDesk({ ...workingDesk(), ...answers });
  void render(WithShared, { shared, view: StatementsView, params: { accountNumber, ...filter } });
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('m');
}

test('one key shows what came in and left on each day and the balance at its end, and a day leads to its entries', async () => {
  await open();
  await sees(pane(), button('20 Nov'));
  const row = pane().getByRole('row').filter({ hasText: '20 Nov' }).first();
  await expect.element(row).toMatchTextContent(/20 Nov\s*–\s*13,045\.00\s*2,687,000\.00/);
  // So many of the newest; the rest is a period's.
  expect(requested('flows.read').at(-1)).toEqual({
    ...{ accountNumber, by: 'day' },
    from: addDays(todayAt(Date.now()), -400),
  });
  await sees(/The last 400 days/);
  const before = requested('statements.page').length;
  await button('16 Nov').click();
  await expect.poll(() => requested('statements.page').length).toBeGreaterThanOrEqual(before);
  await sees(pane());
  await userEvent.keyboard('{Escape}');
  await lacks(pane());
});

test('by month every fetched month is there, and a month becomes the period', async () => {
  await open();
  await button('By month').click();
  await expect.poll(() => requested('flows.read').at(-1)).toEqual({ accountNumber, by: 'month' });
  await lacks(/The last 400 days/);
});

test('under a filter the sums are those of whole days, and say so', async () => {
  await open({ direction: 'debit', from: '2026-11-01', to: '2026-11-20' });
  await sees('Whole days, including entries that the filter hides.');
  expect(requested('flows.read').at(-1)).toEqual({
    ...{ accountNumber, by: 'day' },
    ...{ from: '2026-11-01', to: '2026-11-20' },
  });
});

test('what cannot be summed says so, and is asked again', async () => {
  await open({}, { 'flows.read': () => fail('store.locked', 'look') });
  await sees(pane().getByRole('alert'));
});

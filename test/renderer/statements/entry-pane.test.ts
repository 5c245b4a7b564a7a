import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import EntryPane from '../../../renderer/features/statements/entry/EntryPane.svelte';
import { StatementState } from '../../../renderer/features/statements/rows/statement.svelte.ts';
import type { EntryDetail } from '../../../shared/ipc/accounts/statements.ts';
import { ok } from '../../../shared/result.ts';
import '../../../renderer/ui/base.css';
import type { Shared } from '../../../renderer/state/context.ts';
import { paymentRow, paymentView } from '../payments/payment-records.ts';
import { workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { fakeDetail, fakeEntry, savingsLeg } from '../support/statement-records.ts';
import WithShared from '../support/WithShared.svelte';
import { lacks, openDesk, sees, wideWindow } from '../support/view.ts';

const account = {
  accountNumber: '30026712',
  accountName: 'Operating',
  currency: 'USD',
  entries: 1_204,
};

/** The pane of an entry with these details from the bank. */
async function paneOf(
  given: Partial<EntryDetail>,
  index = 0,
  answers: Answers = {},
): Promise<Shared> {
  await wideWindow();
  const detail = { ...fakeDetail(fakeEntry(account, index)), ...given };
  const shared = openDesk({ ...workingDesk(), 'statements.entry': () => ok(detail), ...answers });
  const statement = new StatementState(account.accountNumber);
  await statement.apply({});
  statement.onrange(0, 30);
  statement.select(index);
  await render(WithShared, { shared, view: EntryPane, params: { statement } });
  return shared;
}

const pane = () => page.getByRole('complementary', { name: 'Entry' });
const words = (): string => pane().element().textContent.replace(/\s+/g, ' ');

test('an entry shows the extra fields from the bank, and by our names what the bank file names', async () => {
  await paneOf({
    extras: '{"counterparty":{"name":"Ada Obi"},"valueDate":"2026-11-18"}',
    meanings: { valueDate: '2026-11-18', counterparty: 'Ada Obi' },
  });
  await sees(pane().getByText('Extra fields from the bank'));
  expect(words()).toContain('Value date 2026-11-18');
  expect(words()).toContain('Counterparty Ada Obi');
  expect(words()).toContain('counterparty.name Ada Obi');
  await lacks('Booking date', 'Remittance information');
});

test('without a name in the bank file no name of ours is shown, and nothing where the bank says no more', async () => {
  await paneOf({ extras: '{"valueDate":"2026-11-18"}', meanings: {} });
  await sees(pane().getByText('Extra fields from the bank'));
  await lacks('Value date');
});

test('a version that differs in an extra field alone says which field changed', async () => {
  const row = fakeEntry(account, 4);
  const [was] = fakeDetail(row).earlierVersions;
  const same = {
    ...was!,
    narration: row.narration,
    customReference: row.customReference,
    extras: '{"valueDate":"2026-11-17"}',
  };
  await paneOf({ extras: '{"valueDate":"2026-11-18"}', earlierVersions: [same] }, 4);
  await sees(pane().getByText('“valueDate”'));
  expect(words()).toContain('“valueDate”2026-11-172026-11-18');
});

test('an entry leads to what was ordered under its reference, and says how that stands', async () => {
  const sent = paymentView('accepted', { reference: fakeEntry(account, 2).customReference });
  const shared = await paneOf({}, 2, {
    'submissions.underReference': ({ reference }) =>
      ok({ submission: reference === sent.reference ? sent : null }),
  });
  await sees(pane().getByText(`${sent.about.title}, accepted`));
  await pane()
    .getByRole('button', { name: `Open ${sent.about.title}` })
    .click();
  expect(shared.router.place).toMatchObject({
    view: 'payments',
    params: { reference: sent.reference },
  });
});

test('an entry of a transfer that another program sent leads to it too', async () => {
  const { customReference } = fakeEntry(account, 2);
  const row = paymentRow(customReference, 'accepted', { beneficiaryName: 'Sable', status: 'done' });
  const shared = await paneOf({}, 2, {
    'payments.get': () => ok({ ...row, submission: null }),
  });
  await sees(pane().getByText('Transfer to Sable, sent elsewhere, done'));
  await pane().getByRole('button', { name: 'Open Transfer to Sable' }).click();
  expect(shared.router.place).toMatchObject({
    view: 'payments',
    params: { reference: customReference },
  });
});

test('an entry under whose reference nothing was ordered says nothing of an order', async () => {
  await paneOf({}, 2);
  await sees(pane().getByRole('button', { name: /^Mark/ }));
  await lacks('Related order');
});

test('an entry of an own transfer leads to its other leg', async () => {
  const shared = await paneOf({ ownTransfer: savingsLeg });
  await sees(pane().getByRole('heading', { name: 'Own transfer' }));
  expect(words()).toContain('Other leg: Reserve');
  await pane().getByRole('button', { name: 'Open other leg' }).click();
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: savingsLeg.accountNumber, entryId: savingsLeg.entryId },
  });
});

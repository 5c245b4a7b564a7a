import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import CounterpartyPage from '../../../renderer/features/counterparties/CounterpartyView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import type { ViewParams } from '../../../renderer/state/router.svelte.ts';
import '../../../renderer/ui/base.css';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Counterparty } from '../../../shared/ipc/counterparties.ts';
import { workingDesk } from '../support/desk-records.ts';
import {
  bridge,
  button,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import {
  counterparty,
  counterpartyAnswers,
  payeeOfPage,
  unknownCounterparty,
} from './counterparty-records.ts';

async function openPage(
  found: Counterparty = counterparty(),
  params: ViewParams['counterparty'] = { payeeId: 'P-1' },
): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...counterpartyAnswers(found) });
  await render(WithShared, { shared, view: CounterpartyPage, params });
  await sees(page.getByRole('heading', { name: found.name, level: 1 }));
  return shared;
}

const region = (name: string) => page.getByRole('region', { name, exact: true });

test('a counterparty is paid, received, open, on terms, with its details over time, files and notes', async () => {
  await openPage();
  await sees(
    region('Paid in USD').getByText('128,394.50').first(),
    region('Paid in JPY').getByText('9,120,394').first(),
    region('Received in USD').getByRole('row', { name: /12 months/ }),
    region('Open').getByText('Overdue payment'),
    region('Open').getByText('Receivable · may have come already'),
    page.getByText('a day late, as in 4 payments'),
    page.getByText('30 days, as in 3 invoices'),
    region('Details over time').getByText('Changed by Ines Obi'),
    region('Details over time').getByText('Changed at the bank'),
    region('Details over time').getByText('Intermediary bank: BIC'),
    region('Files').getByText('contract.pdf'),
    region('Notes').getByText('Asked for the contract.'),
  );
  await lacks(region('Details over time').getByText('Stockholm'));
  // No sum is over two currencies.
  expect(page.getByText(/9,248,788/).elements()).toEqual([]);
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('every line is reached by keys, and Enter opens it', async () => {
  const shared = await openPage();
  await press('jj');
  await press('{Enter}');
  expect(shared.router.place).toMatchObject({ view: 'receivables', params: { id: 'R-1' } });
  shared.router.go('counterparty', { payeeId: 'P-1' });
  await press('k');
  await press('{Enter}');
  expect(shared.router.place).toMatchObject({ view: 'due', params: { reference: 'DUE-1' } });
});

test('p pays it, e opens the payee, f finds its entries', async () => {
  const shared = await openPage(counterparty({ name: 'The "Tern" AB' }));
  await press('p');
  expect(shared.router.place).toMatchObject({ view: 'payments', params: { beneficiaryId: 'P-1' } });
  await press('e');
  expect(shared.router.place).toMatchObject({ view: 'beneficiaries', params: { entityId: 'P-1' } });
  await press('f');
  expect(shared.find.requested).toBe('payee:"The  Tern  AB"');
});

test('a PDF is opened where its copy is saved; any other file is only saved', async () => {
  const shared = await openPage();
  const saved = (fileName: string) => ok({ saved: true, fileName, isOpened: null } as const);
  bridge.answer('attachments.save', () => saved('contract.pdf'));
  bridge.answer('invoices.save', () => saved('invoice-91.xml'));
  await button(/contract\.pdf/).click();
  await expect.poll(() => shared.notices.last?.text).toContain('contract.pdf');
  await button(/invoice-91\.xml/).click();
  await button(/INV-91/).click();
  await expect.poll(() => requested('invoices.save')).toHaveLength(2);
  expect(requested('attachments.save')).toEqual([{ fileId: 'F-1', open: true }]);
  expect(requested('invoices.save')[1]).toEqual({ invoiceId: 'I-1', open: false });
});

test('payees that share a name are named with their accounts, and each has its own page', async () => {
  const other = { ...payeeOfPage, entityId: 'P-2', accountNumber: 'SE11', bankName: 'Nordea' };
  const shared = await openPage(counterparty({ namesakes: [other] }));
  await sees(/Another payee has this name/, 'SE11 · Nordea · SWE');
  await button('Entries with the name alone').click();
  expect(shared.router.place).toMatchObject({
    view: 'counterparty',
    params: { name: 'Tern Software AB' },
  });
  await press('k');
  await press('{Enter}');
  expect(shared.router.place.params).toEqual({ payeeId: 'P-2' });
});

test('a name of several payees begins no payment', async () => {
  const found = counterparty({ payee: null, details: [], namesakes: [payeeOfPage] });
  const shared = await openPage(found, { name: 'Tern Software AB' });
  await sees(/Several payees have this name/);
  await lacks(button('Pay…'));
  const { place } = shared.router;
  await press('p');
  expect(shared.router.place).toBe(place);
});

test('changed bank details, a payee that is gone and entries that are not all counted are shown', async () => {
  const quarantine = {
    ...{ entityId: 'P-1', name: 'Tern', fingerprint: 'f', lastPaidAt: '2026-11-01T10:00:00.000Z' },
    changedFields: [{ field: 'accountNumber', before: '1', now: '2' }],
  };
  const { entries } = counterparty();
  await openPage(counterparty({ quarantine, entries: { ...entries, since: '2026-03-04' } }));
  await sees(
    /Bank details changed since the last payment/,
    /^There are more entries than are counted at once/,
  );
});

test('a payee that the bank no longer has is not paid from here', async () => {
  await openPage(counterparty({ payee: { ...payeeOfPage, goneAt: '2026-11-20T10:00:00.000Z' } }));
  await sees('no longer at the bank');
  await lacks(button('Pay…'));
});

test('a name that nothing has says what to do next', async () => {
  await openPage(unknownCounterparty, { name: 'Nowhere Ltd' });
  await sees('Nothing is known of this name', /look for another spelling/);
  await lacks(button('Find all entries'));
});

test('a failure is shown with its reason, and asked again', async () => {
  await wideWindow();
  const message = 'Payee P-1 is not in the local copy.';
  const shared = openDesk({
    ...workingDesk(),
    'counterparties.get': () => fail('offline.not-cached', 'test', { message }),
  });
  await render(WithShared, { shared, view: CounterpartyPage, params: { payeeId: 'P-1' } });
  await sees(/Payee P-1 is not in the local copy/);
  bridge.answer('counterparties.get', () => ok(counterparty()));
  bridge.announce('store.changed', { topic: 'beneficiaries' });
  await sees(region('Open'));
});

test('it is read again when what it rests on changes, and not when an entry is only read', async () => {
  await openPage();
  const before = requested('counterparties.get').length;
  bridge.announce('store.changed', { topic: 'statements', only: 'read' });
  bridge.announce('store.changed', { topic: 'beneficiaries' });
  await expect.poll(() => requested('counterparties.get').length).toBe(before + 1);
});

test('a long name and long texts stay within a narrow window', async () => {
  const name = `${'Verylongname'.repeat(12)} & Söhne`;
  const notes = [{ ...counterparty().notes[0]!, text: 'x'.repeat(2_000) }];
  await openPage(counterparty({ name, notes }));
  await page.viewport(512, 700);
  await expect
    .poll(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    .toBeLessThanOrEqual(0);
});

test('sums of a counterparty with more entries than are counted begin on the day from which all are', async () => {
  const { entries } = counterparty();
  await openPage(counterparty({ entries: { ...entries, since: '2026-03-02' } }));
  await sees(
    /All since 2 Mar 2026 are/,
    region('Paid in USD').getByRole('row', { name: 'Feb 2026 not counted' }),
    region('Paid in USD').getByRole('row', { name: /^Mar 2026, in part/ }),
    region('Paid in USD').getByRole('row', { name: /^Since 2 Mar 2026/ }),
  );
  await expect.element(region('Paid in USD').getByText('12 months')).not.toBeInTheDocument();
});

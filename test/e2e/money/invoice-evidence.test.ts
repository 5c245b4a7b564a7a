import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { checkEvidence } from '../../../electron/nouns/invoices/evidence/check-evidence.ts';
import { todayAt } from '../../../shared/calendar/calendar.ts';
import { plainInvoice, ublInvoice } from '../../support/files/invoices.ts';
import type { Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { goToPayments, payeeInDollars, paymentPane } from '../support/payments.ts';
import type { Place } from '../support/place.ts';
import { fileIn } from '../support/sub-clients.ts';
import { startSyncedDesk } from '../support/synced.ts';

/** Drops an invoice of a payee that the bank has, and pays it; returns the path of its file. */
async function payInvoice(place: Place, desk: Desk): Promise<string> {
  const { page, hand } = desk;
  const payee = await payeeInDollars(place);
  const path = fileIn(
    place,
    'invoice.xml',
    ublInvoice({
      ...plainInvoice,
      ...{ number: 'RE-7', reference: 'RE-7', seller: payee.name, currency: 'USD' },
      ...{ gross: '119.25', due: '119.25', dueDay: todayAt(Date.now()) },
      means: [{ code: '30', iban: payee.accountNumber, holder: payee.name }],
    }),
  );
  await goToPayments(desk);
  await dropOn(page.getByRole('main'), path);
  await page.getByRole('region', { name: 'Invoice', exact: true }).waitFor();
  await focused(page.getByRole('complementary'));
  await hand.press('Enter');
  await focused(page.getByRole('button', { name: /^Send/ }));
  await hand.press('Enter');
  await focused(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }));
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  return path;
}

test('a paid invoice is saved with its payment as evidence that holds the dropped file byte for byte', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, dialogs } = desk;
  const invoice = await payInvoice(place, desk);
  const folder = join(place.folder, 'for the auditor');
  mkdirSync(folder);
  await dialogs.saveAs(folder);
  await paymentPane(desk).getByRole('button', { name: 'More: papers and evidence' }).click();
  await page.getByRole('button', { name: 'Evidence with its invoices…' }).click();
  await page.getByText(/^Saved evidence-[\d-]+: 1 payment, 1 invoice\.$/).waitFor();
  await page.getByRole('button', { name: 'Copy digest' }).waitFor();
  const [name = ''] = readdirSync(folder);
  const evidence = join(folder, name);
  expect(await checkEvidence(evidence)).toMatchObject({ payments: 1, files: 1, problems: [] });
  const [file = ''] = readdirSync(join(evidence, 'files'));
  expect(readFileSync(join(evidence, 'files', file))).toEqual(readFileSync(invoice));
});

import { closeSync, globSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { SubmissionView } from '../../../shared/ipc/submissions.ts';

import { startHarbour } from '../../support/banks/harbour.ts';
import { answerOf } from '../support/bridge.ts';
import { csvRows } from '../support/csv.ts';
import { go, startDesk, sync, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { signInWith, startDeskAt } from '../support/foreign.ts';
import { look } from '../support/look/look.ts';
import { goToPayments, paymentPane, payTo } from '../support/payments.ts';
import { fileIn } from '../support/sub-clients.ts';

async function deskAtHarbour() {
  const { bank, place, desk } = await startDeskAt(startHarbour());
  expect(await sync(desk)).toBe('Synced');
  await goToPayments(desk);
  return { bank, place, desk };
}

const pay = (desk: Desk, amount: string): Promise<void> =>
  payTo(desk, { accountNumber: '000123456789' }, amount);

test('the window shows an answer with 200 by its content: unknown, not confirmed, then confirmed, and refused', async () => {
  const { bank, desk } = await deskAtHarbour();
  const pane = paymentPane(desk);

  bank.rewrite = (order) => ({ ...order, from: 'HT-00999-USD' });
  bank.isListHidden = true;
  await pay(desk, '22.20');
  await pane.getByText('about the account HT-00999-USD instead of HT-00417-USD').first().waitFor();

  bank.rewrite = ({ order }) => ({ order });
  await pay(desk, '33.30');
  await pane.getByText('not confirmed', { exact: true }).waitFor();
  await pane.getByText('The bank accepted it without details').waitFor();
  expect(await look(desk, 'payment that is not confirmed')).toEqual([]);

  bank.isListHidden = false;
  await pane.getByRole('button', { name: 'Look it up now' }).click();
  await pane.getByText('accepted', { exact: true }).waitFor();

  bank.rewrite = (order) => ({ ...order, phase: 'REJECTED' });
  await pay(desk, '11.10');
  await desk.page.getByText('The bank says “REJECTED”.').waitFor();
  expect(bank.orders.map(({ amt }) => amt)).toEqual(['22.20', '33.30', '11.10']);
});

test('a line of a payment file that the bank does not confirm stands so in the file and in its result', async () => {
  const { bank, place, desk } = await deskAtHarbour();
  const { page, hand, dialogs } = desk;
  bank.rewrite = ({ order }) => ({ order });
  bank.isListHidden = true;
  const lines = ['account,beneficiary id,amount,reference', 'HT-00417-USD,B-77,44.40,RUN-1'];
  await go(desk, 'Payment files');
  await dropOn(
    page.getByRole('group', { name: /^Drop a payment file/ }),
    fileIn(place, 'run.csv', lines.join('\n')),
  );
  await page.getByRole('button', { name: 'Review 1 payment' }).waitFor();
  await hand.press('Enter');
  await focused(page.getByRole('dialog').locator('button[type=submit]'));
  await hand.press('Enter');
  await page.getByRole('gridcell', { name: 'not confirmed' }).waitFor();
  const result = join(place.folder, 'result.csv');
  await dialogs.saveAs(result);
  await hand.press('e');
  await page.getByText('The result was saved as result.csv.').waitFor();
  expect(csvRows(readFileSync(result, 'utf8'))).toEqual([
    expect.objectContaining({ reference: 'RUN-1', state: 'accepted', confirmed: 'no' }),
  ]);
});

/** As large as years of statements: not every page of such a copy is read when it is opened. */
const large = 40 * 1_048_576;

/** Writes over every page but the first of what there is. */
function damage(path: string): void {
  const file = openSync(path, 'r+');
  const page = Buffer.alloc(4_096, 0xa5);
  for (let at = page.length; at < 4_194_304; at += page.length)
    writeSync(file, page, 0, page.length, at);
  closeSync(file);
}

test('a local copy that is damaged while the bank answers is reported beside the acceptance', async () => {
  const { bank, place, desk: first } = await deskAtHarbour();
  await first.close();
  const [cache = ''] = globSync(join(place.dataDir, 'banks', '*', 'cache.db'));
  truncateSync(cache, large);
  const desk = await startDesk(place);
  await signInWith(desk, bank.credentials);
  await goToPayments(desk);
  bank.rewrite = (order) => {
    damage(cache);
    return order;
  };
  await pay(desk, '55.50');
  const fault = desk.page.getByRole('status').filter({ hasText: 'Do not send it again.' });
  await fault.waitFor();
  const answer = (await answerOf(desk.page, 'submissions.list', { limit: 9 })) as {
    value: { rows: SubmissionView[] };
  };
  expect(answer.value.rows.map(({ state }) => state)).toEqual(['accepted']);
  await fault.getByRole('button', { name: 'Dismiss' }).click();
  await fault.waitFor({ state: 'detached' });
  expect(bank.orders.map(({ amt }) => amt)).toEqual(['55.50']);
});

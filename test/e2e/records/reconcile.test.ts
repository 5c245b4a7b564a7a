import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { answerOf } from '../support/bridge.ts';
import { go, startDesk, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { look } from '../support/look/look.ts';
import {
  goToPayments,
  operatingUsd,
  payTo,
  payeeInDollars,
  paymentPane,
} from '../support/payments.ts';
import type { Place } from '../support/place.ts';
import { fileIn } from '../support/sub-clients.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const journalOf = ({ dataDir }: Place): string => join(dataDir, 'banks', 'sandbox', 'journal.db');
const openAgain = ({ page }: Desk) =>
  page.getByRole('button', { name: 'Enable sending', exact: true });

async function pay(desk: Desk, place: Place, nth: number, amount: string): Promise<void> {
  await payTo(desk, await payeeInDollars(place, nth), amount);
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
}

/** Starts anew, in the view that compares the journal with the bank. */
async function reconcilingDesk(place: Place): Promise<Desk> {
  const desk = await startDesk(place);
  await signedIn(desk);
  await desk.page.getByRole('button', { name: 'Reconcile with the bank' }).click();
  await desk.page.getByText('Not compared yet').waitFor();
  return desk;
}

/** A year of statements of eight accounts is read. */
const asking = { timeout: 60_000 };

const stateOf = async ({ page }: Desk): Promise<DeskState> =>
  ((await answerOf(page, 'desk.state', {})) as { value: DeskState }).value;
const standing = async (desk: Desk) => (await stateOf(desk)).journal;

test('an older journal stays closed while the bank does not answer, and opens on a person’s confirmation when it has been asked', async () => {
  const { place, desk: first } = await startSyncedDesk();
  await pay(first, place, 0, '120.45');
  await first.close();
  const copy = join(place.folder, 'copy.db');
  copyFileSync(journalOf(place), copy);
  const paying = await startDesk(place);
  await signedIn(paying);
  await pay(paying, place, 1, '55.05');
  await paying.close();
  copyFileSync(copy, journalOf(place));

  const desk = await reconcilingDesk(place);
  const { page, hand } = desk;
  const wrong = await look(desk, 'reconcile, not asked');
  await place.bank.setFaults({
    operation: 'findTransfers',
    fault: { kind: 'status', status: 503 },
  });
  await hand.press('r');
  await page.getByRole('heading', { name: 'Sending stays paused' }).waitFor(asking);
  await page
    .getByText(/did not show the list of transfers to its end/)
    .first()
    .waitFor();
  wrong.push(...(await look(desk, 'reconcile, closed')));
  expect(await standing(desk)).toMatchObject({ state: 'older' });

  await place.bank.setFaults();
  await hand.press('r');
  await openAgain(desk).waitFor(asking);
  const found = page.getByRole('region', { name: 'The bank has, the record lacked' });
  await found.getByText('55.05').waitFor();
  wrong.push(...(await look(desk, 'reconcile, requested')));
  await expect.poll(() => openAgain(desk).isDisabled()).toBe(true);
  await page.getByLabel('Your name').fill('Ines Frei');
  await page.getByLabel(/^Type .* to confirm$/).fill('another bank');
  await expect.poll(() => openAgain(desk).isDisabled()).toBe(true);
  const { bank } = await stateOf(desk);
  await page.getByLabel(/^Type .* to confirm$/).fill(bank?.name ?? '');
  await openAgain(desk).click();
  await page.getByText('Sending enabled', { exact: true }).waitFor();
  expect(await standing(desk)).toMatchObject({ state: 'whole' });
  wrong.push(...(await look(desk, 'reconcile, opened again')));
  expect(wrong).toEqual([]);
});

test('a missing journal learns from the bank what was sent, and nothing is paid twice', async () => {
  const { place, desk: first } = await startSyncedDesk();
  await pay(first, place, 0, '120.45');
  await first.close();
  rmSync(journalOf(place));
  const desk = await reconcilingDesk(place);
  const { page, hand } = desk;
  await hand.press('r');
  await openAgain(desk).waitFor(asking);
  await page.getByLabel('Your name').fill('Ines Frei');
  const { bank } = await stateOf(desk);
  await page.getByLabel(/^Type .* to confirm$/).fill(bank?.name ?? '');
  await hand.press('Enter');
  await page.getByText('Sending enabled', { exact: true }).waitFor();
  await goToPayments(desk);
  await page.getByText('120.45').first().waitFor();
  await pay(desk, place, 1, '77.10');
  expect((await place.bank.calls('createSingleTransfer')).length).toBe(2);

  const { entityId } = await payeeInDollars(place);
  const lines = ['account,beneficiary id,amount', `${operatingUsd},${entityId},120.45`];
  await go(desk, 'Payment files');
  await dropOn(
    page.getByRole('group', { name: /^Drop a payment file/ }),
    fileIn(place, 'run.csv', lines.join('\n')),
  );
  await page.getByRole('gridcell', { name: 'held' }).waitFor();
  await hand.press('j');
  await page.getByRole('button', { name: 'Release…' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('120.45 USD').waitFor();
  expect(await look(desk, 'release of a held line')).toEqual([]);
  await question.getByLabel('Your name').fill('Ines Frei');
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Review 1 payment' }).waitFor();
  expect((await place.bank.calls('createSingleTransfer')).length).toBe(2);
});

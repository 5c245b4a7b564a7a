import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { DeskState } from '../../shared/ipc/desk/desk.ts';
import { answerOf } from './support/bridge.ts';
import { go, startDesk, type Desk } from './support/desk.ts';
import { look } from './support/look/look.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  payeeInDollars,
  paymentPane,
} from './support/payments.ts';
import type { Place } from './support/place.ts';
import { signedIn, startSyncedDesk } from './support/synced.ts';

const journalOf = ({ dataDir }: Place): string => join(dataDir, 'banks', 'sandbox', 'journal.db');
/** A notice at the foot of the window may contain the same words. */
const closedBar = ({ page }: Desk) =>
  page
    .getByRole('status')
    .filter({ hasText: 'Sending is paused' })
    .filter({ has: page.getByRole('button', { name: 'Reconcile with the bank' }) });
const toReconcile = (desk: Desk) =>
  closedBar(desk).getByRole('button', { name: 'Reconcile with the bank' });
const sent = ({ bank }: Place) => bank.calls('createSingleTransfer');

/** Pays one of the payees, up to the yes. */
async function payUpToYes(desk: Desk, place: Place, nth: number): Promise<void> {
  await goToPayments(desk);
  await beginPayment(desk, await payeeInDollars(place, nth));
  await lookAgain(desk, '120.45');
  await askToPay(desk);
  await desk.hand.press('Enter');
}

async function paidDesk(): Promise<{ place: Place; desk: Desk }> {
  const { place, desk } = await startSyncedDesk();
  await payUpToYes(desk, place, 0);
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  return { place, desk };
}

/** Starts anew on what lies there now. */
async function again(place: Place): Promise<Desk> {
  const desk = await startDesk(place);
  await signedIn(desk);
  return desk;
}

const standing = async ({ page }: Desk) =>
  ((await answerOf(page, 'desk.state', {})) as { value: DeskState }).value.journal;

/** Reading goes on, sending does not, and one action leads on. */
async function expectReadingOnly(desk: Desk, place: Place, words: RegExp): Promise<void> {
  const { page } = desk;
  const before = (await sent(place)).length;
  await payUpToYes(desk, place, 1);
  await page.getByText(words).first().waitFor();
  await page.keyboard.press('Escape');
  await go(desk, 'Position');
  await expect.poll(() => page.getByRole('cell', { name: /^Checked to/ }).count()).toBe(8);
  expect((await sent(place)).length).toBe(before);
  await toReconcile(desk).click();
  await page.getByRole('heading', { level: 1, name: 'Reconcile' }).waitFor();
  await closedBar(desk).waitFor({ state: 'detached' });
}

test('a journal damaged after an accepted payment opens for reading: nothing more is sent [S2]', async () => {
  const { place, desk } = await paidDesk();
  await desk.close();
  const bytes = readFileSync(journalOf(place));
  bytes[4096 * 12 + 100]! ^= 1;
  writeFileSync(journalOf(place), bytes);
  const opened = await again(place);
  await closedBar(opened)
    .getByText(/was damaged: (its one|0 of its 1) send could be read/)
    .waitFor();
  expect(await standing(opened)).toMatchObject({ state: 'damaged', expectedSends: 1 });
  expect(await look(opened, 'position, sending closed')).toEqual([]);
  await expectReadingOnly(opened, place, /the sent log is damaged/);
});

test('an older copy of the journal is reported with the sends that it lacks, and nothing more is sent', async () => {
  const { place, desk: first } = await startSyncedDesk();
  await first.close();
  const copy = join(place.folder, 'copy.db');
  copyFileSync(journalOf(place), copy);
  const desk = await again(place);
  await payUpToYes(desk, place, 0);
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
  await desk.close();
  rmSync(`${journalOf(place)}-wal`, { force: true });
  copyFileSync(copy, journalOf(place));
  const opened = await again(place);
  await closedBar(opened)
    .getByText(/older than what this machine knows: 1 send is missing/)
    .waitFor();
  expect(await standing(opened)).toMatchObject({ state: 'older', sends: 0, expectedSends: 1 });
  await expectReadingOnly(opened, place, /is older than what this machine knows/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { startMirage, type Mirage } from '../support/banks/mirage/mirage.ts';
import { go, goSettings, openSandbox, startDesk, sync, type Desk } from './support/desk.ts';
import { dropOn } from './support/drop.ts';
import { atEndOfTest } from './support/ending.ts';
import { focused } from './support/focus.ts';
import { signInWith, startMachineAt } from './support/foreign.ts';
import { look } from './support/look/look.ts';
import { paymentPane, payTo } from './support/payments.ts';
import { emptyPlace, newPlace } from './support/place.ts';
import { fileIn } from './support/sub-clients.ts';

const passphrase = 'seven quiet herons';

test('a backup is written from the settings and restored from them, and sending is closed afterwards', async () => {
  const desk = await startDesk(await newPlace());
  await openSandbox(desk);
  const { page, hand, dialogs } = desk;
  const file = join(emptyPlace().folder, 'desk.nostro-backup');
  await goSettings(desk, 'Backup');
  await page.getByText('Last backup on this machine: never').waitFor();
  expect(await look(desk, 'backup and restore')).toEqual([]);
  await page.getByLabel('Passphrase', { exact: true }).fill('too short');
  await hand.press('Enter');
  await page.getByText('needs 12 characters at least').waitFor();
  await dialogs.saveAs(file);
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Passphrase, repeated').fill(passphrase);
  await hand.press('Enter');
  await page.getByText('was written and read back').waitFor();
  expect(readFileSync(file).subarray(0, 13).toString()).toBe('NOSTRO BACKUP');
  await expect.poll(() => page.getByText('Last backup on this machine: never').count()).toBe(0);

  await dialogs.saveAs(file);
  await dialogs.answer(true);
  await page.getByLabel('Passphrase of the backup').fill(passphrase);
  await hand.press('Enter');
  await page.getByText('Sending stays paused until it was compared with the bank.').waitFor();
  const state = (await answerOf(page, 'desk.state', {})) as { value: { phase: string } };
  expect(state.value).toMatchObject({ phase: 'open', journal: { state: 'older' } });
});

const names = { account: '4400112233', payee: 'B-301' };

/** A file of payments, the first one in line 2; drops it and waits until so many of them can be sent. */
async function dropRun(desk: Desk, folder: string, references: readonly string[], open: number) {
  const lines = references.map(
    (reference, at) => `${names.account},${names.payee},${String(10 + at)}.25,${reference}`,
  );
  const text = ['account,beneficiary id,amount,reference', ...lines].join('\n');
  await go(desk, 'Payment files');
  await dropOn(desk.page.getByRole('main'), fileIn({ folder }, 'run.csv', text));
  const count = `${String(open)} ${open === 1 ? 'payment' : 'payments'}`;
  await desk.page.getByRole('button', { name: `Review ${count}` }).waitFor();
}

async function sendRun({ page, hand }: Desk, outcome: string): Promise<void> {
  await hand.press('s');
  const question = page.getByRole('dialog');
  await focused(question);
  for (const box of await question.getByRole('checkbox').all()) await box.check();
  await question.locator('button[type=submit]').click();
  await page.getByText(outcome, { exact: true }).first().waitFor();
}

/** A desk on a machine of its own. */
async function newMachine(bank: Mirage) {
  const { desk, place } = await startMachineAt(bank);
  await sync(desk);
  return { folder: place.folder, desk };
}

test('a backup that is restored on another machine pays nothing twice: neither what it knows nor what came after it', async () => {
  const bank = await startMirage(
    { hasList: true, reportsPages: true, fee: 'none', reportsFee: true },
    { now: Date.now },
  );
  atEndOfTest(() => bank.close());
  const { folder, desk: first } = await newMachine(bank);
  await dropRun(first, folder, ['RUN-1'], 1);
  await sendRun(first, '1 accepted');
  const file = join(folder, 'desk.nostro-backup');
  await goSettings(first, 'Backup');
  await first.dialogs.saveAs(file);
  await first.page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await first.page.getByLabel('Passphrase, repeated').fill(passphrase);
  await first.hand.press('Enter');
  await first.page.getByText('was written and read back').waitFor();
  await payTo(first, { accountNumber: '000103024455' }, '77.10');
  await paymentPane(first).getByText('accepted', { exact: true }).waitFor();
  await first.close();

  const { folder: other, desk } = await newMachine(bank);
  const { page, hand, dialogs } = desk;
  await goSettings(desk, 'Backup');
  await dialogs.saveAs(file);
  await dialogs.answer(true);
  await page.getByLabel('Passphrase of the backup').fill(passphrase);
  await hand.press('Enter');
  await page.getByText('Sending stays paused until it was compared with the bank.').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await signInWith(desk, bank.credentials);
  await payTo(desk, { accountNumber: '000103034455' }, '5.05');
  await page
    .getByRole('alert')
    .getByText(/Nothing was sent/)
    .waitFor();
  expect(bank.orders).toHaveLength(2);

  await page.getByRole('button', { name: 'Reconcile with the bank' }).click();
  await page.getByText('Not compared yet').waitFor();
  await hand.press('r');
  const found = page.getByRole('region', { name: 'The bank has, the record lacked' });
  await found.getByText('77.10').waitFor();
  await page.getByLabel('Your name').fill('Ines Frei');
  await page.getByLabel(/^Type .* to confirm$/).fill('Mirage Bank UAT');
  await hand.press('Enter');
  await page.getByText('Sending enabled', { exact: true }).waitFor();

  const [, lost] = bank.orders;
  await dropRun(desk, other, ['RUN-1', lost!.reference, 'RUN-3'], 1);
  await sendRun(desk, '1 accepted');
  expect(bank.orders.map(({ reference, minor }) => [reference, minor])).toEqual([
    ['RUN-1', 1_025n],
    [lost!.reference, 7_710n],
    ['RUN-3', 1_225n],
  ]);
});

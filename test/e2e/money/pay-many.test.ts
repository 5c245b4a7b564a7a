import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { csvRows } from '../support/csv.ts';
import { go, startDesk, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { operatingUsd, payeeInDollars } from '../support/payments.ts';
import type { Place } from '../support/place.ts';
import { fileIn } from '../support/sub-clients.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const operatingEur = '3020017345';
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const wrong = { amount: 3, payee: 7 };
const references = numbers
  .filter((number) => number !== wrong.amount && number !== wrong.payee)
  .map((number) => `RUN-${String(number)}`);

/** Twelve salaries, two of which cannot be paid: an amount with an exponent, an unknown payee. */
async function salaries(place: Place): Promise<string> {
  const payees = await Promise.all([0, 1, 2, 3].map((nth) => payeeInDollars(place, nth)));
  const lines = numbers.map((number) =>
    [
      operatingUsd,
      number === wrong.payee ? 'nobody' : payees[number % payees.length]!.entityId,
      number === wrong.amount ? '1e3' : `${String(100 + number)}.25`,
      `RUN-${String(number)}`,
      `Salary ${String(number)}`,
    ].join(','),
  );
  const head = 'account,beneficiary id,amount,reference,narration';
  return fileIn(place, 'salaries.csv', [head, ...lines].join('\n'));
}

const main = ({ page }: Desk) => page.getByRole('main');
const sendButton = ({ page }: Desk, name: string) => page.getByRole('button', { name });

async function dropSalaries(place: Place, desk: Desk): Promise<void> {
  await go(desk, 'Payment files');
  await main(desk).getByText('No payment files yet').waitFor();
  await dropOn(
    desk.page.getByRole('group', { name: /^Drop a payment file/ }),
    await salaries(place),
  );
  await sendButton(desk, 'Review 10 payments').waitFor();
}

/** Reviews or resumes the ready payments, and confirms: two presses. */
async function sendAll({ page, hand }: Desk): Promise<void> {
  await hand.press('s');
  await focused(page.getByRole('dialog').locator('button[type=submit]'));
  await hand.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The head of the file says so. */
async function counted(desk: Desk, ...counts: readonly string[]): Promise<void> {
  for (const count of counts) await main(desk).getByText(count, { exact: true }).waitFor();
}

/** How often the bank has booked a payment under each reference of the file. */
async function bookedTimes({ bank }: Place): Promise<Record<string, number>> {
  const { entries } = await bank.snapshot();
  const times = references.map((reference) => {
    const payments = entries.filter(
      (entry) =>
        entry.kind === 'post' &&
        entry.customReference === reference &&
        entry.transactionType === 'transfer',
    );
    return [reference, payments.length] as const;
  });
  return Object.fromEntries(times.filter(([, count]) => count > 0));
}

const onceEach = Object.fromEntries(references.map((reference) => [reference, 1]));

test('a dropped file of twelve lines is checked, then its ten good ones are paid with two keys', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand, dialogs } = desk;
  const before = hand.presses();
  await dropSalaries(place, desk);
  await main(desk)
    .getByText(/^The amount “1e3” cannot be read/)
    .waitFor();
  await main(desk).getByText('No saved payee has the ID nobody.').waitFor();
  expect(await place.bank.calls('createSingleTransfer')).toEqual([]);
  await sendAll(desk);
  expect(hand.presses() - before).toBe(2);
  await counted(desk, '10 accepted', '2 to repair');
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(10);
  expect(await bookedTimes(place)).toEqual(onceEach);

  const file = join(place.folder, 'result.csv');
  await dialogs.saveAs(file);
  await hand.press('e');
  await page.getByText('The result was saved as result.csv.').waitFor();
  const rows = csvRows(readFileSync(file, 'utf8'));
  const transfers = await place.bank.orders('transfers');
  expect(rows).toHaveLength(12);
  for (const { reference, id } of transfers)
    expect(rows).toContainEqual(
      expect.objectContaining({ reference, state: 'accepted', 'transfer id': id }),
    );
  expect(rows.filter(({ state }) => state !== 'accepted').map(({ line }) => line)).toEqual([
    '4',
    '8',
  ]);
});

/** Thirty payments in dollars: a payee whose name lacks its last letter, an amount with a letter, an account in euros. */
async function suppliers(place: Place): Promise<string> {
  const payees = await Promise.all([0, 1, 2, 3].map((nth) => payeeInDollars(place, nth)));
  const lines = Array.from({ length: 30 }, (_, at) => {
    const payee = payees[at % payees.length]!;
    const [name, number] = [payee.name, payee.accountNumber];
    return [
      at === 21 ? operatingEur : operatingUsd,
      ...(at === 6 ? ['', `"${name.slice(0, -1)}"`, number] : [payee.entityId, `"${name}"`, '']),
      at === 13 ? '"1.250,5x"' : `${String(1_000 + at)}.25`,
      'USD',
      `RUN-11-${String(at + 2)}`,
    ].join(',');
  });
  const head = 'account,payee id,payee,payee account,amount,currency,reference';
  return fileIn(place, 'suppliers.csv', [head, ...lines].join('\n'));
}

test('three wrong lines of thirty are repaired, and the file is ready, with nine keys', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Payment files');
  await main(desk).getByText('No payment files yet').waitFor();
  await dropOn(page.getByRole('group', { name: /^Drop a payment file/ }), await suppliers(place));
  await counted(desk, '27 ready', '3 to repair');
  const before = hand.presses();
  await hand.press('Enter');
  await focused(page.getByRole('form', { name: 'Line 15' }).getByLabel('Amount'));
  await hand.press('1', '2', '5', '0', '.', '5', 'Enter');
  await focused(page.getByRole('form', { name: 'Line 23' }).getByRole('radio', { checked: true }));
  await hand.press('Enter');
  await focused(sendButton(desk, 'Review 30 payments'));
  expect(hand.presses() - before).toBe(9);
  await counted(desk, '30 ready');
  expect(await place.bank.calls('createSingleTransfer')).toEqual([]);
});

test('sending stops behind the line under way, and goes on with the rest', async () => {
  const { place, desk } = await startSyncedDesk();
  const { hand } = desk;
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createSingleTransfer',
    fault: { kind: 'latency', ms: 150 },
  });
  await dropSalaries(place, desk);
  await sendAll(desk);
  await expect
    .poll(async () => (await place.bank.orders('transfers')).length, { timeout: 10_000 })
    .toBeGreaterThan(2);
  await hand.press('.');
  await sendButton(desk, 'Resume').waitFor();
  const sent = (await place.bank.orders('transfers')).length;
  expect(sent).toBeLessThan(10);
  await sendButton(desk, `Resume ${String(10 - sent)} payment`).waitFor();
  await sendAll(desk);
  await counted(desk, '10 accepted', '2 to repair');
  expect(await bookedTimes(place)).toEqual(onceEach);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(10);
});

test('a desk that dies over a line finds it at the bank when it comes back, and sends only the rest', async () => {
  const { place, desk: first } = await startSyncedDesk();
  await place.bank.setIdempotency('none');
  await place.bank.setFaults({
    operation: 'createSingleTransfer',
    match: { nth: 4 },
    fault: { kind: 'never-answer-after-commit' },
  });
  await dropSalaries(place, first);
  await sendAll(first);
  await expect
    .poll(async () => (await place.bank.orders('transfers')).length, { timeout: 10_000 })
    .toBe(4);
  await first.kill();

  const desk = await startDesk(place);
  await signedIn(desk);
  await go(desk, 'Payment files');
  await counted(desk, '4 accepted');
  await sendButton(desk, 'Resume 6 payments').waitFor();
  expect(await place.bank.orders('transfers')).toHaveLength(4);
  await sendAll(desk);
  await counted(desk, '10 accepted', '2 to repair');
  expect(await bookedTimes(place)).toEqual(onceEach);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(10);
});

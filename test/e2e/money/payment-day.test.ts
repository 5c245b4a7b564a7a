import { expect, test } from 'vitest';

import type { DueView } from '../../../shared/ipc/changes/due-payments.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { answerOf } from '../support/bridge.ts';
import { clockAhead, startDesk, sync, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import { chooseBankFile, signInWith } from '../support/foreign.ts';
import {
  bankFileOfDay,
  daysOfPayment,
  type DaysOfPayment,
} from '../support/payment-day/day-bank.ts';
import { invoicesOfDay, type DayInvoice } from '../support/payment-day/day-invoices.ts';
import { operatingUsd, payeeInDollars, paymentPane, type Payee } from '../support/payments.ts';
import { newPlace, type Place } from '../support/place.ts';

const dayMs = 86_400_000;
const main = ({ page }: Desk) => page.getByRole('main');

async function answered<T>({ page }: Desk, route: string, input: unknown = {}): Promise<T> {
  const answer = (await answerOf(page, route, input)) as { ok: boolean; value: T };
  expect(answer).toMatchObject({ ok: true });
  return answer.value;
}

/** A desk whose recurring payment was due yesterday and was not sent. */
async function dayBefore(place: Place, payee: Payee, days: DaysOfPayment): Promise<void> {
  const desk = await startDesk(place, { env: clockAhead(-dayMs) });
  await chooseBankFile(desk, bankFileOfDay(place.bank, days));
  await signInWith(desk, sandboxSignIn);
  await sync(desk);
  const { templateId } = await answered<{ templateId: string }>(desk, 'payments.saveTemplate', {
    ...{ name: 'Rent', accountNumber: operatingUsd, beneficiaryId: payee.entityId },
    ...{ amount: '5000.00', narration: 'Rent', more: {} },
  });
  const weekday = new Date(`${days.yesterday}T00:00:00Z`).getUTCDay() || 7;
  await answered(desk, 'due.addSeries', {
    ...{ templateId, amount: '5000.00', rhythm: { every: 'week', weekday } },
    ...{ from: days.yesterday, until: null },
  });
  await desk.close();
}

/** A desk on the day itself, signed in and synced, and the forty invoices that come in. */
async function begin() {
  const place = await newPlace();
  const days = daysOfPayment(Date.now());
  const payees = await Promise.all([0, 1, 2, 3, 4].map((nth) => payeeInDollars(place, nth)));
  const invoices = await invoicesOfDay(place, payees, days);
  await dayBefore(place, payees[4]!, days);
  const desk = await startDesk(place);
  await signInWith(desk, sandboxSignIn);
  await sync(desk);
  return { place, days, invoices, desk };
}

async function goToPayments(desk: Desk): Promise<void> {
  await desk.hand.press('4');
  await desk.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

/** Thirty-nine invoices become a file; those that cannot be paid as they are stay out, with their reason. */
async function readInvoices(desk: Desk, invoices: readonly DayInvoice[]): Promise<void> {
  const { page, hand } = desk;
  await goToPayments(desk);
  const dropped = invoices.filter(({ fate }) => fate !== 'late');
  await dropOn(main(desk), ...dropped.map(({ path }) => path));
  const pane = page.getByRole('complementary', { name: 'Invoices' });
  await pane.getByText('35 invoices are in a payment file. Nothing was sent.').waitFor();
  const held = pane.getByRole('listitem');
  expect(await held.count()).toBe(4);
  expect(await held.getByText(/^Bank details differ from those of the payee/).count()).toBe(3);
  expect(await held.getByText('It is the same invoice as another of these files.').count()).toBe(1);
  await focused(page.getByRole('button', { name: 'Check the payment file' }));
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Review 35 payments' }).waitFor();
}

/** The second of two alike is left out; what is due today is sent, and the rest is scheduled. */
async function sendFile(desk: Desk): Promise<void> {
  const { page, hand } = desk;
  await page.getByText('2 payments look like a payment already made').waitFor();
  await hand.press('l');
  await main(desk).getByText('The same amount to', { exact: false }).waitFor();
  await hand.press('l');
  await main(desk)
    .getByText(/stands in line 9 too/)
    .waitFor();
  await hand.press('x');
  await page.getByRole('button', { name: 'Review 34 payments' }).waitFor();
  await hand.press('s');
  await focused(page.getByRole('dialog').locator('button[type=submit]'));
  await hand.press('Enter');
  for (const count of ['27 accepted', '7 scheduled', '1 left out'])
    await main(desk).getByText(count, { exact: true }).waitFor({ timeout: 60_000 });
}

/** One more invoice comes at noon, and the cut-off passes while a person looks at it. */
async function payLate(desk: Desk, late: DayInvoice, { cutOffMs }: DaysOfPayment): Promise<void> {
  const { page, hand } = desk;
  await goToPayments(desk);
  await dropOn(main(desk), late.path);
  await page.getByRole('region', { name: 'Invoice', exact: true }).waitFor();
  await focused(page.getByRole('complementary'));
  await hand.press('Enter');
  await page.getByText(/^Arrives by .* if sent before/).waitFor();
  await page.clock.setSystemTime(cutOffMs + 1_000);
  await page.getByText(/^After the cut-off .*: executed on .*, arrives by/).waitFor();
  await focused(page.getByRole('button', { name: /^Send/ }));
  await hand.press('Enter');
  await focused(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }));
  await hand.press('Enter');
  await paymentPane(desk).getByText('accepted', { exact: true }).waitFor();
}

/** What was missed is the first exception; it goes on the name of a person. */
async function sendMissed(desk: Desk): Promise<void> {
  const { page, hand } = desk;
  await hand.press('3');
  await page.getByRole('heading', { name: /^Recurring payment missed/ }).waitFor();
  await hand.press('Enter');
  await page.getByRole('complementary', { name: 'Scheduled payment' }).waitFor();
  await hand.press('p');
  const name = page.getByLabel('Released by');
  await name.waitFor();
  await hand.press('r');
  await focused(name);
  await hand.type('Ada Merlin');
  await hand.press('Enter');
  await focused(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }));
  await hand.press('Enter');
  await page.getByText('1 payment sent.').waitFor();
}

/** How often the bank has booked a payment, by its narration. */
async function bookedTimes({ bank }: Place): Promise<Map<string, number>> {
  const { entries } = await bank.snapshot();
  const times = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'post' && entry.transactionType === 'transfer')
      times.set(entry.narration, (times.get(entry.narration) ?? 0) + 1);
  return times;
}

/** More keys than these are a loss. */
const keysMax = 17;

test('forty invoices, a holiday, a cut-off that passes and a missed payment take seventeen keys, and all ends sent, scheduled or held', async () => {
  const { place, days, invoices, desk } = await begin();
  const before = desk.hand.presses();
  await readInvoices(desk, invoices);
  await sendFile(desk);
  await payLate(desk, invoices.at(-1)!, days);
  await sendMissed(desk);
  const keys = desk.hand.presses() - before;
  console.log(`a payment day of ${String(invoices.length)} invoices: ${String(keys)} keys`);
  expect(keys).toBeLessThanOrEqual(keysMax);

  const booked = await bookedTimes(place);
  const isSent = ({ fate }: DayInvoice): boolean => fate === 'sent' || fate === 'late';
  const paid = invoices.filter(isSent).map(({ number }) => [number, 1] as const);
  expect(paid).toHaveLength(28);
  for (const [number, times] of paid) expect([number, booked.get(number)]).toEqual([number, times]);
  expect(booked.get('Rent')).toBe(1);
  for (const { number } of invoices.filter(
    ({ fate }) => !isSent({ fate } as DayInvoice) && fate !== 'same',
  ))
    expect([number, booked.get(number)]).toEqual([number, undefined]);
  expect(await place.bank.calls('createSingleTransfer')).toHaveLength(29);

  const { rows } = await answered<DueView>(desk, 'due.list');
  const waiting = rows.filter(({ narration }) => narration.startsWith('RE-'));
  const on = (day: string): string[] =>
    waiting.filter((row) => row.day === day).map(({ narration }) => narration);
  const numbers = (fate: DayInvoice['fate']): string[] =>
    invoices.flatMap((one) => (one.fate === fate ? [one.number] : []));
  expect(on(days.later).toSorted()).toEqual(numbers('scheduled').toSorted());
  expect(on(days.holidayMoved).toSorted()).toEqual(numbers('moved').toSorted());
  const moved = waiting.filter((row) => row.day === days.holidayMoved).map((row) => row.moved);
  expect(moved).toEqual([0, 1].map(() => ({ from: days.holiday, reason: 'Founders’ Day' })));
});

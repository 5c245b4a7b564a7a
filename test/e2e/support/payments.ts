import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import { newReference } from '../../../shared/reference.ts';
import type { BankOverHttp } from './bank-over-http.ts';
import { go, goSettings, sync, type Desk } from './desk.ts';
import { focused } from './focus.ts';
import type { Place } from './place.ts';

export const operatingUsd = '2010044871';

const amount = ({ page }: Desk) => page.getByLabel('Amount', { exact: true });
const question = ({ page }: Desk) => page.getByRole('dialog', { name: /^Pay / });

export const paymentPane = ({ page }: Desk) =>
  page.getByRole('complementary', { name: 'Payment', exact: true });

export type Payee = BeneficiaryRecord & { readonly accountNumber: string };

/** A payee in US dollars that the seed gave the bank, the nth of them. */
export async function payeeInDollars({ bank }: Pick<Place, 'bank'>, nth = 0): Promise<Payee> {
  const { beneficiaries } = await bank.snapshot();
  return beneficiaries.filter(
    (payee): payee is Payee =>
      payee.currencyIso3Code === 'USD' &&
      typeof payee.accountNumber === 'string' &&
      !payee.entityId.startsWith('beneficiary-'),
  )[nth]!;
}

/** Goes to the payments; the keys of the view are bound then. */
export async function goToPayments(desk: Desk): Promise<void> {
  await go(desk, 'Payments');
  await desk.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

/** Begins a payment in the view and finds its payee by the account number: two presses. */
export async function beginPayment(
  desk: Desk,
  { accountNumber }: Pick<Payee, 'accountNumber'>,
): Promise<void> {
  const { page, hand } = desk;
  await hand.press('n');
  await focused(page.getByRole('combobox', { name: 'Payee' }));
  await hand.type(accountNumber);
  await page.getByRole('listbox').getByText(accountNumber).waitFor();
  await hand.press('Enter');
  await focused(amount(desk));
}

/** Types the amount and goes on to the second look; a press. */
export async function lookAgain(desk: Desk, typed: string): Promise<void> {
  await desk.hand.type(typed);
  await desk.hand.press('Enter');
  await desk.page.getByRole('heading', { name: 'Check before sending' }).waitFor();
}

/** From the second look to the question, which waits for its yes; a press. */
export async function askToPay(desk: Desk): Promise<void> {
  await focused(desk.page.getByRole('button', { name: /^Send/ }));
  await desk.hand.press('Enter');
  await focused(question(desk).getByRole('button', { name: 'Pay', exact: true }));
}

/** The same while the bank's list of payments cannot be read: the box that accepts it is ticked first; two presses. */
export async function askToPayUnlisted(desk: Desk): Promise<void> {
  const box = desk.page.getByRole('checkbox', { name: 'I looked at the bank: it was not sent' });
  await focused(box);
  await desk.hand.press('Space', 'Enter');
  await question(desk).waitFor();
}

/** Begins a payment, reviews it and confirms; the caller waits for the outcome. */
export async function payTo(
  desk: Desk,
  payee: Pick<Payee, 'accountNumber'>,
  typed: string,
): Promise<void> {
  await goToPayments(desk);
  await beginPayment(desk, payee);
  await lookAgain(desk, typed);
  await askToPay(desk);
  await desk.hand.press('Enter');
}

/** Begins a payment to one of the sandbox's beneficiaries. */
export async function paySandbox(desk: Desk, beneficiaryId: string): Promise<void> {
  await goSettings(desk, 'Sandbox');
  await desk.page.getByRole('button', { name: `Pay ${beneficiaryId}`, exact: true }).click();
  await focused(amount(desk));
}

/** A payment that another program of ours sends; answers its reference. */
export async function payElsewhere(
  bank: BankOverHttp,
  { entityId }: Payee,
  paid: number,
): Promise<string> {
  const reference = newReference();
  await bank.ask('POST', '/transfers', {
    accountNumber: operatingUsd,
    beneficiaryId: entityId,
    amount: paid,
    currency: 'USD',
    narration: 'Sent by the ledger',
    reference,
  });
  return reference;
}

/** Moves the played bank's clock on by a day, as a person practising does, and syncs. */
export async function letADayPass(desk: Desk): Promise<void> {
  const { page } = desk;
  await goSettings(desk, 'Sandbox');
  await page.getByRole('button', { name: '+1 day' }).click();
  await page.getByText('The sandbox clock moved on by a day.').waitFor();
  // A day to the second is still within the day: the bank reports its clock in whole seconds.
  await page.getByRole('button', { name: '+1 hour' }).click();
  await page.getByText('The sandbox clock moved on by an hour.').waitFor();
  await sync(desk);
}

export async function openPayments(desk: Desk): Promise<void> {
  await go(desk, 'Payments');
  await desk.page.getByText('No payments yet').waitFor();
}

/** How often an amount left the bank's books under each reference. */
export async function paidTimes({ bank }: Place): Promise<number[]> {
  const transfers = await bank.orders('transfers');
  const booked = await Promise.all(transfers.map(({ reference }) => bank.booked(reference)));
  return booked.map(
    (entries) => entries.filter(({ transactionType }) => transactionType === 'transfer').length,
  );
}

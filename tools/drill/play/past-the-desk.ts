import { buyingAccount, currency, payingAccount } from '../plan/amounts.ts';
import type { Action } from '../plan/jobs.ts';
import { noteOrder, payeeIdOf, type Course } from './play.ts';

/** Pays or converts with the bank's password alone: no desk of the team takes part. */
export async function goPastTheDesk(
  course: Course,
  { with: what, payee, amount }: Extract<Action, { do: 'go past the desk' }>,
): Promise<void> {
  const { play, record } = course;
  if (what === 'conversion') {
    await convert(course, amount);
    return;
  }
  // An order that never came to be leaves no reference that another could use.
  const earlier = record.orders.at(-1)?.reference;
  const reference = what === 'again' && earlier !== undefined ? earlier : play.newReference();
  noteOrder(course, reference);
  await play.bank.call('createSingleTransfer', {
    body: {
      ...{ accountNumber: payingAccount, beneficiaryId: payeeIdOf(play, payee) },
      ...{ amount, currency, reference },
    },
  });
}

async function convert(course: Course, amount: string): Promise<void> {
  const { play } = course;
  const reference = play.newReference();
  noteOrder(course, reference);
  const { quote } = await play.bank.call('getQuote', {
    query: { sellCurrency: currency, buyCurrency: 'USD', sellAmount: amount },
  });
  const { quoteId } = quote;
  const body = { quoteId, sellAccountNumber: payingAccount, buyAccountNumber: buyingAccount };
  await play.bank.call('lockRate', { body: { ...body, reference } });
}

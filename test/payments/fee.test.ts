import { expect, onTestFinished, test } from 'vitest';

import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { openPayingDesk } from '../support/desks/paying-desk.ts';

const withoutList = (text: string): string => {
  const file = JSON.parse(text) as { operations: Record<string, unknown> };
  delete file.operations['findTransfers'];
  return JSON.stringify(file);
};

test.each([
  ['fee', 'unknown'],
  ['transfer', 'accepted'],
])('a %s of the same amount under our reference leaves it %s', async (transactionType, state) => {
  const entries = trueEntries(3, new Date().toISOString().slice(0, 10));
  const bank = await startPaymentBank('none', { entries, openingBalance: '1000.0000' });
  onTestFinished(() => bank.close());
  const desk = await openPayingDesk(withoutList(bank.paymentFile()));
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const lost = await desk.pay({ amount: '8.00' });
  const booked = entries.at(-1);
  if (booked) booked.transactionType = transactionType;
  await desk.readStatement();
  expect((await desk.look(lost)).state).toBe(state);
});

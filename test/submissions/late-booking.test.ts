import { expect, onTestFinished, test } from 'vitest';

import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { openPayingDesk } from '../support/desks/paying-desk.ts';
import { testTime } from '../support/setup/time.ts';

test('a payment that the bank books behind the deadline is unknown, then found by its reference [P5]', async () => {
  const time = testTime({ standing: true });
  const bank = await startPaymentBank('none', { now: time.bankNow });
  onTestFinished(() => bank.close());
  const timing = { changeHeadersTimeoutMs: 400, changeDeadlineMs: 1_200 };
  const { pay, look } = await openPayingDesk(bank.paymentFile(), { timing, time });
  bank.behave({ booksAfterMs: null, answer: 'silence' });
  const sent = await pay();
  expect(sent).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
  const { reference: ref } = sent;
  bank.booked.push({ id: 'P-1', ref, amt: '100.10', ccy: 'USD', payee: 'b-1' });
  expect(await look(sent)).toMatchObject({ state: 'accepted', recordId: 'P-1', error: null });
  expect(bank.orders()).toBe(1);
});

import { expect, onTestFinished, test } from 'vitest';

import { closeDatabase } from '../../electron/engines/store/database.ts';
import { sendTransfer } from '../../electron/nouns/payments/send.ts';
import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { account, context, openPayingDesk } from '../support/desks/paying-desk.ts';

test('a payment that was accepted is reported as such also where the local copy cannot be read', async () => {
  const bank = await startPaymentBank('none');
  onTestFinished(() => bank.close());
  const desk = await openPayingDesk(bank.paymentFile());
  const payment = {
    reference: 'INV-1',
    accountNumber: account,
    beneficiaryId: 'b-7',
    amount: '12.50',
    currency: 'USD',
    narration: '',
    payeeFingerprint: null,
    approval: { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false },
  } as const;
  const sent = await sendTransfer(desk.parts, payment, context);
  expect(sent).toMatchObject({ ok: true, value: { submission: { state: 'accepted' } } });
  closeDatabase(desk.parts.reader);
  const again = await sendTransfer(desk.parts, payment, context);
  expect(again).toMatchObject({ ok: true, value: { submission: { state: 'accepted' } } });
  await expect(
    sendTransfer(desk.parts, { ...payment, reference: 'INV-2', amount: '13.00' }, context),
  ).rejects.toThrow();
  expect(bank.orders()).toBe(1);
});

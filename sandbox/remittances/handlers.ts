import type { RemittanceOrder, remittances as operations } from '../../shared/bank/remittances.ts';
import { takeOrder } from '../orders/agenda.ts';
import { coveredPayment, refuseBlocked } from '../orders/checks.ts';
import { saveOrder, newOrder, seenOrder } from '../orders/register.ts';
import { magicOutcome } from '../server/faults/magic.ts';
import type { HandlersOf } from '../server/noun.ts';
import { refuseWrong } from '../server/refusal.ts';
import { steps } from './life.ts';
import { magicRecipients } from './magic.ts';
import type { RemittanceRecord, RemittancesBank } from './state.ts';

export const handlers: HandlersOf<typeof operations, RemittancesBank> = {
  initiateRemittance: ({ body }, { bank, faults }) => {
    const remittance = acceptedRemittance(bank, body);
    saveOrder(bank.remittances, remittance);
    takeOrder(bank, { id: remittance.id, steps, first: 'remittance-booked' }, faults);
    return { message: 'Remittance initiated', remittance };
  },

  getRemittance: ({ path }, { bank }) => ({
    message: 'Remittance retrieved',
    remittance: seenOrder(bank.remittances, path.id),
  }),
};

/** The remittance that an order becomes. Throws Refusal 400, 404 and 422. */
function acceptedRemittance(bank: RemittancesBank, order: RemittanceOrder): RemittanceRecord {
  refuseUnlikely(order);
  const { amount, fee } = coveredPayment(bank, order);
  refuseBlocked(magicOutcome(magicRecipients, order.recipientAccountNumber));
  const base = newOrder(bank, bank.remittances, order.reference);
  return {
    ...order,
    ...base,
    status: 'initiated',
    amount,
    fee,
    narration: order.narration ?? '',
    recipientBankName: order.recipientBankName ?? '',
    updatedAt: base.createdAt,
  };
}

function refuseUnlikely({ senderCountry, recipientCountry }: RemittanceOrder): void {
  const isCountry = (text: string): boolean => /^[A-Z]{3}$/.test(text);
  refuseWrong(
    [!isCountry(senderCountry), 'senderCountry', 'must be three capital letters'],
    [!isCountry(recipientCountry), 'recipientCountry', 'must be three capital letters'],
  );
}

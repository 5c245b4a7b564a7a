import type { RemittanceOrder, remittances as operations } from '../../shared/bank/remittances.ts';
import type { Bank } from '../bank/bank.ts';
import { timestampOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { magicOutcome } from '../bank/magic.ts';
import { coveredPayment, found, refuseBlocked } from '../orders/checks.ts';
import type { RemittanceRecord } from '../orders/records.ts';
import { keepOrder, seenOrder } from '../orders/register.ts';
import { bookRemittance } from './life.ts';
import { takeOrder } from '../orders/schedule.ts';
import { uuidOf } from '../seed/random.ts';
import { invalid } from '../server/refusal.ts';

export const remittances: HandlersOf<typeof operations> = {
  initiateRemittance: ({ body }, { bank, faults }) => {
    const remittance = acceptedRemittance(bank, body);
    keepOrder(bank.orders.remittances, remittance);
    takeOrder(bank, { id: remittance.id, late: 'remittance-booked' }, faults, bookRemittance);
    return { message: 'Remittance initiated', remittance };
  },

  getRemittance: ({ path }, { bank }) => ({
    message: 'Remittance retrieved',
    remittance: found(seenOrder(bank.orders.remittances, path.id), `Remittance ${path.id}`),
  }),
};

/** The remittance that an order becomes. Throws Refusal 400, 404 and 422. */
function acceptedRemittance(bank: Bank, order: RemittanceOrder): RemittanceRecord {
  refuseUnlikely(order);
  const { amount, fee } = coveredPayment(bank, order);
  refuseBlocked(magicOutcome('recipient', order.recipientAccountNumber));
  const createdAt = timestampOf(bank.clock);
  return {
    id: uuidOf(`remittance ${bank.parameters.seed} ${bank.orders.remittances.byId.size + 1}`),
    reference: order.reference,
    isBooked: false,
    status: 'initiated',
    reason: '',
    accountNumber: order.accountNumber,
    amount,
    currency: order.currency,
    fee,
    narration: order.narration ?? '',
    createdAt,
    purpose: order.purpose,
    senderName: order.senderName,
    senderCountry: order.senderCountry,
    recipientName: order.recipientName,
    recipientCountry: order.recipientCountry,
    recipientAccountNumber: order.recipientAccountNumber,
    recipientBankBicOrCode: order.recipientBankBicOrCode,
    recipientBankName: order.recipientBankName ?? '',
    updatedAt: createdAt,
  };
}

function refuseUnlikely({ senderCountry, recipientCountry }: RemittanceOrder): void {
  const errors = Object.entries({ senderCountry, recipientCountry })
    .filter(([, country]) => !/^[A-Z]{3}$/.test(country))
    .map(([field]) => ({ field, message: 'must be three capital letters' }));
  if (errors.length > 0) throw invalid(...errors);
}

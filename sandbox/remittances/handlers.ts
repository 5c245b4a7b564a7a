import type { RemittanceOrder, remittances as operations } from '../../shared/bank/remittances.ts';
import type { RemittanceRecord, RemittancesBank } from './state.ts';
import { timestampOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { magicOutcome } from '../server/magic.ts';
import { magicRecipients } from './magic.ts';
import { coveredPayment, refuseBlocked } from '../orders/checks.ts';
import { keepOrder, seenOrder } from '../orders/register.ts';
import { steps } from './life.ts';
import { takeOrder } from '../orders/agenda.ts';
import { uuidOf } from '../seed/random.ts';
import { invalid } from '../server/refusal.ts';

export const handlers: HandlersOf<typeof operations, RemittancesBank> = {
  initiateRemittance: ({ body }, { bank, faults }) => {
    const remittance = acceptedRemittance(bank, body);
    keepOrder(bank.remittances, remittance);
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
  const createdAt = timestampOf(bank.clock);
  return {
    id: uuidOf(`remittance ${bank.parameters.seed} ${bank.remittances.byId.size + 1}`),
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

import type { Timestamp } from '../../shared/calendar/calendar.ts';
import { plan } from '../orders/agenda.ts';
import { bookPayment, bookUndoing } from '../orders/bookings.ts';
import { changeOrder } from '../orders/register.ts';
import { hourMs, minuteMs } from '../server/clock.ts';
import { magicOutcome } from '../server/faults/magic.ts';
import type { Step } from '../server/noun.ts';
import { magicRecipients } from './magic.ts';
import type { RemittancesBank } from './state.ts';

/** Debits the account, and plans that the remittance is paid or rejected. */
function bookRemittance(bank: RemittancesBank, id: string, at: Timestamp): void {
  const remittance = changeOrder(bank.remittances, id, { isBooked: true, updatedAt: at });
  const { narration, recipientName, recipientAccountNumber } = remittance;
  const words = narration === '' ? `Remittance to ${recipientName}` : narration;
  bookPayment(bank.ledger, { ...remittance, narration: words }, at);
  const isRejected = magicOutcome(magicRecipients, recipientAccountNumber) === 'rejected';
  plan<keyof typeof steps>(
    bank,
    { id, from: at },
    isRejected
      ? [[5 * minuteMs, 'remittance-rejected']]
      : [
          [5 * minuteMs, 'remittance-in-transit'],
          [hourMs, 'remittance-paid'],
        ],
  );
}

function sendRemittance(bank: RemittancesBank, id: string, at: Timestamp): void {
  changeOrder(bank.remittances, id, { status: 'in_transit', updatedAt: at });
}

function payRemittance(bank: RemittancesBank, id: string, at: Timestamp): void {
  changeOrder(bank.remittances, id, { status: 'paid', updatedAt: at });
}

function rejectRemittance(bank: RemittancesBank, id: string, at: Timestamp): void {
  const reason = 'The recipient’s bank rejects payments to this account';
  bookUndoing(
    bank.ledger,
    changeOrder(bank.remittances, id, { status: 'rejected', reason, updatedAt: at }),
    at,
  );
}

export const steps = {
  'remittance-booked': bookRemittance,
  'remittance-in-transit': sendRemittance,
  'remittance-paid': payRemittance,
  'remittance-rejected': rejectRemittance,
} satisfies Record<string, Step<RemittancesBank>>;

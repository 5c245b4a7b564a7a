import type { Timestamp } from '../../shared/calendar.ts';
import type { Bank } from '../bank/bank.ts';
import { magicOutcome } from '../bank/magic.ts';
import { bookPayment, bookUndoing } from '../orders/bookings.ts';
import { found } from '../orders/checks.ts';
import type { RemittanceRecord } from '../orders/records.ts';
import { keepOrder } from '../orders/register.ts';
import { hourMs, minuteMs, plan } from '../orders/schedule.ts';

/** The money leaves the account and is on its way, or turns out to be rejected. */
export function bookRemittance(bank: Bank, id: string, at: Timestamp): void {
  const remittance = change(bank, id, { isBooked: true, updatedAt: at });
  const { narration, recipientName, recipientAccountNumber } = remittance;
  const words = narration === '' ? `Remittance to ${recipientName}` : narration;
  bookPayment(bank.ledger, { ...remittance, narration: words }, at);
  const isRejected = magicOutcome('recipient', recipientAccountNumber) === 'rejected';
  plan(
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

export function sendRemittance(bank: Bank, id: string, at: Timestamp): void {
  change(bank, id, { status: 'in_transit', updatedAt: at });
}

export function payRemittance(bank: Bank, id: string, at: Timestamp): void {
  change(bank, id, { status: 'paid', updatedAt: at });
}

export function rejectRemittance(bank: Bank, id: string, at: Timestamp): void {
  const reason = 'The recipient’s bank rejects payments to this account';
  bookUndoing(bank.ledger, change(bank, id, { status: 'rejected', reason, updatedAt: at }), at);
}

function change(bank: Bank, id: string, fields: Partial<RemittanceRecord>): RemittanceRecord {
  const { remittances } = bank.orders;
  const remittance = { ...found(remittances.byId.get(id), `Remittance ${id}`), ...fields };
  keepOrder(remittances, remittance);
  return remittance;
}

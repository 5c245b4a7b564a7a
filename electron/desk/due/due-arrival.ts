import { executionAt } from '../../../shared/calendar/arrival.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { DuePayment } from '../../nouns/due-payments/tables.ts';
import { cutOffOf } from '../../nouns/payments/arrival/cut-offs.ts';
import { arrivalOf } from '../../nouns/payments/arrival/payment-arrival.ts';
import { knownBeneficiary } from '../../nouns/payments/beneficiary.ts';
import type { DeskParts } from '../open-bank/changes.ts';

/** When due payments arrive that are sent on their day, right before the cut-off. Reads each payee once. */
export function openArrivals(
  parts: Pick<DeskParts, 'reader' | 'journal' | 'bank'>,
): (payment: Pick<DuePayment, 'order' | 'day'>) => IsoDate | null {
  const countries = new Map<string, string>();
  const { paymentDays } = parts.bank;
  return ({ order, day }) => {
    const cutOff = cutOffOf(paymentDays, 'createSingleTransfer', order.currency, day);
    if (cutOff === null) return null;
    const { beneficiaryId } = order;
    const country =
      countries.get(beneficiaryId) ?? knownBeneficiary(parts, beneficiaryId)?.record.country ?? '';
    countries.set(beneficiaryId, country);
    const sentMs = Date.parse(cutOff) - 1;
    const arrival = arrivalOf(paymentDays, order, { country, sentMs });
    return arrival && executionAt(arrival, sentMs).arrivesOn;
  };
}

import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { DuePayment } from '../../nouns/due-payments/tables.ts';
import { arrivesFrom } from '../../nouns/payments/arrival/payment-arrival.ts';
import { knownBeneficiary } from '../../nouns/payments/beneficiary.ts';
import type { DeskParts } from '../open-bank/changes.ts';

/** The arrival days of due payments that are sent on their day, right before the cut-off. Reads each payee once. */
export function openArrivals(
  parts: Pick<DeskParts, 'reader' | 'journal' | 'bank'>,
): (payment: Pick<DuePayment, 'order' | 'day'>) => IsoDate | null {
  const countries = new Map<string, string>();
  const { paymentDays } = parts.bank;
  return ({ order: { beneficiaryId, currency }, day }) => {
    const country =
      countries.get(beneficiaryId) ?? knownBeneficiary(parts, beneficiaryId)?.record.country ?? '';
    countries.set(beneficiaryId, country);
    return arrivesFrom(paymentDays, { currency, country, day });
  };
}

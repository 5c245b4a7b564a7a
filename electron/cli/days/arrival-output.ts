import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { executionAt } from '../../../shared/calendar/arrival.ts';
import type { DeskParts } from '../../desk/open-bank/changes.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { arrivalOf } from '../../nouns/payments/arrival/payment-arrival.ts';
import { knownBeneficiary } from '../../nouns/payments/beneficiary.ts';

type Days = { readonly executedOn?: string; readonly arrivesOn?: string };

/**
 * Returns when an accepted payment of this desk is executed and arrives. Empty where the bank file or the calendars do not say, or where
 * the local copy cannot be read: the outcome is printed in any case.
 */
export function arrivalOutput(changes: DeskParts, order: PaymentOrder, sent: Submission): Days {
  const days = attemptSync(() => daysOf(changes, order, sent));
  return days.ok ? days.value : {};
}

function daysOf(
  changes: DeskParts,
  order: PaymentOrder,
  { state, origin, createdAt }: Submission,
): Days {
  if (state !== 'accepted' || origin !== 'sent') return {};
  const payee = knownBeneficiary(changes, order.beneficiaryId)?.record;
  const sentMs = Date.parse(createdAt);
  const arrival = arrivalOf(changes.bank.paymentDays, order, { country: payee?.country, sentMs });
  if (arrival === null) return {};
  const { executedOn, arrivesOn } = executionAt(arrival, sentMs);
  return { executedOn, ...(arrivesOn === null ? {} : { arrivesOn }) };
}

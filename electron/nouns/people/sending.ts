import { add } from '../../../shared/money/money.ts';
import type { Sending as Leaving } from '../../engines/submissions/claims.ts';
import type { Sending } from '../../engines/team-record/team-claims.ts';

/** A payment as its claim says it, with what this desk has read of the bank for it. */
export function sendingOf({ operation, payload, about, unread, basis }: Leaving): Sending {
  const amount = about?.amount ?? null;
  const fee = about?.fee ?? null;
  const debit = amount && fee?.currency === amount.currency ? add(amount, fee).amount : null;
  return { operation, payload, unread, debit, basis, bankDetails: about?.bankDetails ?? null };
}

import type { ChangeFact, RequestReview } from '../../../shared/ipc/approvals.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { isRate, rateUnits } from '../../../shared/money/rate.ts';
import type { Matter } from '../plan/jobs.ts';

/** What a person looks up on a warning; null for a warning about the account or the line, which needs no paper. */
const matterOfWarning: Readonly<Record<PaymentWarningKind, Matter | null>> = {
  duplicate: 'invoice',
  'open-twin': 'invoice',
  'unclear-twin': 'invoice',
  'scheduled-twin': 'invoice',
  'at-bank': 'invoice',
  'maybe-at-bank': 'invoice',
  quarantine: 'payee',
  'look-alike': 'payee',
  'payee-unread': null,
  'twins-unread': null,
  'fee-unknown': null,
  insufficient: null,
  currency: null,
  dated: null,
  screening: null,
};

export const mattersOfWarnings = (warnings: readonly PaymentWarning[]): ReadonlySet<Matter> =>
  new Set(warnings.map(({ kind }) => matterOfWarning[kind]).filter((matter) => matter !== null));

/** What a person looks up who opens every mark of a request's review, and reads the basis of the rules. */
export function mattersOfReview({
  marks,
  reviewed,
  facts,
  row,
}: RequestReview): ReadonlySet<Matter> {
  const isOfPayee = marks.some(({ place }) => place !== 'warning' && place !== 'debit');
  const isPayment = reviewed !== null;
  // A change of a payee, and one that is new, is marked as a whole.
  const isOfOtherPayee = !isPayment && row.operation !== 'lockRate' && marks.length > 0;
  const isSum = row.needs.some(({ when }) => / in \d days per /.test(when));
  return new Set([
    ...mattersOfWarnings(reviewed?.warnings ?? []),
    ...(isOfPayee || isOfOtherPayee || replacesSomething(row.operation, facts)
      ? (['payee'] as const)
      : []),
    ...(isSum ? (['sum'] as const) : []),
    ...(row.operation === 'lockRate' && isFarBelow(facts) ? (['price'] as const) : []),
  ]);
}

/** The page shows what the bank has in the place of what is sent. */
const replacesSomething = (operation: string, facts: readonly ChangeFact[]): boolean =>
  operation !== 'lockRate' && facts.some(({ value, now }) => now !== null && now !== value);

/** A limit this much under the current price is one that no one needs: a conversion usually names half a percent. */
const usualPercent = 2n;

/** Is the worst rate of a limit far below the rate that the page shows next to it? */
function isFarBelow(facts: readonly ChangeFact[]): boolean {
  const worst = facts.find(({ label }) => label.startsWith('Worst rate'))?.value.split(' ')[0];
  const now = facts.find(({ label }) => label === 'Rate now')?.now;
  if (worst === undefined || !isRate(worst) || typeof now !== 'string' || !isRate(now))
    return false;
  return rateUnits(worst) * 100n < rateUnits(now) * (100n - usualPercent);
}

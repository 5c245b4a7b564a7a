import { toUnits } from '../../../../../shared/money/decimal.ts';
import type { Journal } from '../../../../engines/store/database.ts';
import { lookupsOf } from '../../../../engines/submissions/journal/lookup-table.ts';
import {
  unansweredSubmissions,
  type TroubledSubmission,
} from '../../../../engines/submissions/journal/troubled-submissions.ts';
import type { ArrivedDebit } from './arrived-debit.ts';

/**
 * Returns the debits without those that may belong to an order without an answer: the last lookup of the statement named the debit, and its
 * amount is the order's. That order is an exception of its own, with the debit in it. Each order excuses one debit, as long as it has no
 * answer.
 */
export function withoutUnanswered(
  journal: Journal,
  debits: readonly ArrivedDebit[],
): readonly ArrivedDebit[] {
  if (debits.length === 0) return debits;
  const excused = new Set<ArrivedDebit>();
  for (const order of unansweredSubmissions(journal)) {
    const beside = debits.find((debit) => !excused.has(debit) && isBeside(journal, order, debit));
    if (beside) excused.add(beside);
  }
  return debits.filter((debit) => !excused.has(debit));
}

function isBeside(
  journal: Journal,
  { submissionId, about }: TroubledSubmission,
  debit: ArrivedDebit,
): boolean {
  const amount = about?.amount ?? about?.quote?.sell;
  if (amount?.currency !== debit.currency || toUnits(amount.amount) !== debit.units) return false;
  const look = lookupsOf(journal, submissionId).findLast(({ source }) => source === 'statement');
  return (look?.resembling ?? []).some(
    ({ source, recordId, accountNumber }) =>
      source === 'statement' && recordId === debit.entryId && accountNumber === debit.accountNumber,
  );
}

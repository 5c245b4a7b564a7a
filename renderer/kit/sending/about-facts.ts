import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { formatMoney } from '../../../shared/money/format.ts';

/** The facts of a submission, restated in full before a person decides about it. */
export function aboutFacts({
  about,
  reference,
}: SubmissionView): { label: string; value: string }[] {
  const { amount, counterparty, accountNumber, bankDetails } = about;
  const facts = [
    { label: 'Amount', value: amount ? formatMoney(amount) : '' },
    { label: 'To', value: counterparty ?? '' },
    { label: 'Their account', value: bankDetails?.['accountNumber'] ?? '' },
    { label: 'Their bank', value: bankDetails?.['bankName'] ?? '' },
    { label: 'From account', value: accountNumber ?? '' },
    { label: 'Our reference', value: reference },
  ];
  return facts.filter(({ value }) => value !== '');
}

import type { SubmissionState, SubmissionView } from '../../shared/ipc/submissions.ts';
import { formatMoney } from '../../shared/money/format.ts';
import type { Router } from './router.svelte.ts';

/** The sent order, with amount and name: `250.00 USD to Sable Trading`. */
function sentWords({ operation, about }: SubmissionView): string {
  const { amount, counterparty, quote, title } = about;
  if (operation === 'lockRate' && quote)
    return `${formatMoney(quote.sell)} for ${formatMoney(quote.buy)}`;
  if (amount === null || counterparty === null) return title;
  return operation === 'createReceivable'
    ? `the receivable of ${formatMoney(amount)} from ${counterparty}`
    : `${formatMoney(amount)} to ${counterparty}`;
}

const sentences: Readonly<Record<SubmissionState, (what: string) => string>> = {
  sending: (what) => `On its way to the bank: ${what}.`,
  accepted: (what) => `Sent: ${what}, accepted by the bank.`,
  refused: (what) => `The bank refused ${what}: nothing was moved.`,
  unknown: (what) =>
    `No answer to ${what}: it may have gone through. Do not send it again; Nostro looks it up.`,
  'not-sent': (what) => `Not sent, nothing left this machine: ${what}.`,
  'not-found': (what) => `The bank does not have ${what}: nothing was moved.`,
};

/** The outcome, as one sentence with amount and name. */
export function outcomeWords(submission: SubmissionView): string {
  const what = sentWords(submission);
  if (submission.state === 'accepted' && submission.operation === 'lockRate')
    return `Traded: ${what}.`;
  if (submission.confirmed === false)
    return `Sent: ${what}, accepted by the bank. Its record is not there yet; every sync looks for it.`;
  return sentences[submission.state](what);
}

type Sent = Pick<SubmissionView, 'operation' | 'reference' | 'recordId' | 'submissionId'>;

/** Opens the record; null if no view shows it. */
export function placeOfOutcome(
  router: Router,
  { operation, reference, recordId, submissionId }: Sent,
): (() => void) | null {
  switch (operation) {
    case 'createSingleTransfer':
      return () => router.go('payments', { reference });
    case 'lockRate':
      return () =>
        router.go('conversions', recordId === null ? { submissionId } : { tradeId: recordId });
    case 'initiateRemittance':
      return () => router.go('remittances', { id: recordId ?? submissionId });
    case 'createReceivable':
      return () => router.go('receivables', { id: recordId ?? submissionId });
    default:
      return null;
  }
}

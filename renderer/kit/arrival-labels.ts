import type { ArrivingLine } from '../../shared/ipc/accounts/outlook.ts';
import { formatMoney } from '../../shared/money/format.ts';
import { placeOfOutcome } from '../state/outcome-messages.ts';
import type { Router } from '../state/router.svelte.ts';
import { dayText, instantText } from '../ui/text/dates.ts';
import { submissionWords } from '../ui/submissions/submission-labels.ts';

/** The title of an incoming payment, in a few words. */
export const arrivingTitle = (line: ArrivingLine): string =>
  line.kind === 'trade'
    ? `Bought for ${formatMoney(line.sold)}`
    : line.payerName === ''
      ? `Receivable ${line.id}`
      : line.payerName;

const standings = {
  'to-settle': 'to settle',
  'waits-for-funds': 'waits for funds',
  settled: 'settled by the bank, not in the balance here yet',
  unanswered: submissionWords('unknown'),
} as const;

/** The kind, the start and the state. */
export function arrivingWords(line: ArrivingLine): string {
  if (line.kind === 'trade') {
    const dealt = line.dealtAt === null ? '' : ` traded ${instantText(line.dealtAt)}`;
    return `trade${dealt}, ${standings[line.status]}`;
  }
  const { due, paid, mayBePaid, amount } = line;
  return [
    `receivable due ${dayText(due)}`,
    ...(amount === null ? ['no amount given: added to nothing'] : []),
    ...(paid === null ? [] : [`${formatMoney(paid.part)} of ${formatMoney(paid.whole)} paid`]),
    ...(mayBePaid === null ? [] : [`may have come already: ${mayBePaid}`]),
  ].join(', ');
}

/** Opens its record; null if there is none. */
export function placeOfArriving(router: Router, line: ArrivingLine): (() => void) | null {
  if (line.kind === 'receivable') return () => router.go('receivables', { id: line.id });
  const { tradeId, sent } = line;
  if (tradeId !== null) return () => router.go('conversions', { tradeId });
  return sent && placeOfOutcome(router, sent);
}

/** A title that distinguishes the line in a list. */
export const arrivingKey = (line: ArrivingLine): string =>
  line.kind === 'receivable'
    ? `receivable ${line.id}`
    : `trade ${line.tradeId ?? line.sent?.submissionId ?? ''}`;

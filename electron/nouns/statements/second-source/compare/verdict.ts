import type {
  SecondSourceVerdict,
  SourceDifference,
} from '../../../../../shared/ipc/accounts/second-sources.ts';
import { formatCount } from '../../../../../shared/money/format.ts';
import type { Comparison } from './compare.ts';

type VerdictSummary = { readonly verdict: SecondSourceVerdict; readonly summary: string };

/** Returns the verdict on a comparison and its summary. */
export function verdictOf(comparison: Comparison): VerdictSummary {
  if (comparison.differences.length > 0)
    return { verdict: 'differs', summary: differsSummary(comparison) };
  const { missingDays, later, unread, excerpt } = comparison;
  return missingDays > 0 || later > 0 || unread > 0 || excerpt !== null
    ? { verdict: 'partial', summary: partialSummary(comparison) }
    : { verdict: 'agrees', summary: agreesSummary(comparison) };
}

function differsSummary({ differences }: Comparison): string {
  const count = (kind: SourceDifference['kind']): number =>
    differences.filter((one) => one.kind === kind).length;
  const parts = [
    count('statement') > 0 ? 'it is of another account, currency or period' : '',
    counted(count('balance'), 'balance differs', 'balances differ'),
    counted(count('differs'), 'entry differs', 'entries differ'),
    counted(count('only-here'), 'entry stands only here', 'entries stand only here'),
    counted(count('only-there'), 'entry stands only there', 'entries stand only there'),
  ].filter((part) => part !== '');
  return sentence(parts.join(', '));
}

function partialSummary(comparison: Comparison): string {
  const { entries, missingDays, later, unread } = comparison;
  const parts = [
    counted(missingDays, 'day was never fetched here', 'days were never fetched here'),
    counted(later, 'entry one side could not know yet', 'entries one side could not know yet'),
    counted(unread, 'line of the file cannot be read', 'lines of the file cannot be read'),
  ].filter((part) => part !== '');
  const compared = Math.max(0, entries - later);
  return [
    `What both hold agrees (${formatCount(compared)})${parts.length > 0 ? `, but ${parts.join(' and ')}` : ''}.`,
    ...(missingDays > 0 || later > 0 ? ['Sync the period, then compare again.'] : []),
    ...excerptSummary(comparison),
  ].join(' ');
}

/** Names what a source that need not have every entry lacks for a proof. */
function excerptSummary({ excerpt, notInExcerpt, balances }: Comparison): string[] {
  if (excerpt === null) return [];
  const missing = [
    counted(notInExcerpt, 'entry is only here', 'entries are only here'),
    lackingBalance[balances],
  ].filter((part) => part !== '');
  const why = missing.length > 0 ? `: ${missing.join(', and ')}` : '';
  return [`It is ${excerpt}, which need not have every entry and proves no day${why}.`];
}

const lackingBalance = {
  both: '',
  closing: 'it has no opening balance',
  none: 'it has no closing balance',
} as const;

/** Names the agreeing balances, with entries (`and`) and without any (`only`); null if the source has no closing balance. */
const balanceLabels = {
  both: { and: 'and both balances', only: 'both balances are' },
  closing: { and: 'and the closing balance', only: 'the closing balance is' },
  none: null,
} as const;

function agreesSummary({ entries, balances }: Comparison): string {
  const labels = balanceLabels[balances];
  if (entries === 0)
    return labels
      ? `No entry on either side; ${labels.only} the same.`
      : 'No entry on either side.';
  const all = entries === 1 ? 'The one entry' : `All ${formatCount(entries)} entries`;
  return labels
    ? `${all} ${labels.and} are the same.`
    : `${all} agree${entries === 1 ? 's' : ''}; it has no opening and closing balance.`;
}

const counted = (count: number, one: string, more: string): string =>
  count === 0 ? '' : `${formatCount(count)} ${count === 1 ? one : more}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

import type { SecondSourceVerdict, SourceDifference } from '../../../shared/ipc/second-sources.ts';
import { formatCount } from '../../../shared/money/format.ts';
import type { Comparison } from './compare.ts';

type Judged = { readonly verdict: SecondSourceVerdict; readonly summary: string };

/** The verdict on a comparison and its one sentence. */
export function verdictOf(comparison: Comparison): Judged {
  if (comparison.differences.length > 0)
    return { verdict: 'differs', summary: differsWords(comparison) };
  const { missingDays, later } = comparison;
  return missingDays > 0 || later > 0
    ? { verdict: 'partial', summary: partialWords(comparison) }
    : { verdict: 'agrees', summary: agreesWords(comparison) };
}

function differsWords({ differences }: Comparison): string {
  const count = (kind: SourceDifference['kind']): number =>
    differences.filter((one) => one.kind === kind).length;
  const parts = [
    count('statement') > 0 ? 'it is of another account, currency or period' : '',
    counted(count('balance'), 'balance differs', 'balances differ'),
    counted(count('differs'), 'entry is told otherwise', 'entries are told otherwise'),
    counted(count('only-here'), 'entry stands only here', 'entries stand only here'),
    counted(count('only-there'), 'entry stands only there', 'entries stand only there'),
  ].filter((part) => part !== '');
  return sentence(parts.join(', '));
}

function partialWords({ entries, missingDays, later }: Comparison): string {
  const parts = [
    counted(missingDays, 'day was never fetched here', 'days were never fetched here'),
    counted(later, 'entry one side could not know yet', 'entries one side could not know yet'),
  ].filter((part) => part !== '');
  const compared = Math.max(0, entries - later);
  return `What both hold agrees (${formatCount(compared)}), but ${parts.join(' and ')}. Sync the period, then compare again.`;
}

function agreesWords({ entries, hasBalances }: Comparison): string {
  const balances = hasBalances ? 'and both balances' : '; it tells no opening and closing balance';
  if (entries === 0)
    return hasBalances
      ? 'No entry on either side; both balances are the same.'
      : 'No entry on either side.';
  const all = entries === 1 ? 'The one entry' : `All ${formatCount(entries)} entries`;
  return hasBalances
    ? `${all} ${balances} are the same.`
    : `${all} agree${entries === 1 ? 's' : ''}${balances}.`;
}

const counted = (count: number, one: string, more: string): string =>
  count === 0 ? '' : `${formatCount(count)} ${count === 1 ? one : more}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

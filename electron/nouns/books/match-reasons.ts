import { dayCountText, dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { sumOf } from '../../engines/matching/field.ts';
import type { Likely, Match } from '../../engines/matching/line.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';

/** Why lines are a match, as a sentence; `reason`: why a person matched unequal sums. */
export function whyMatched(
  { rule, left, right, reference }: Match,
  currency: string,
  reason: string,
): string {
  if (rule === 'hand') return byHand(sumOf(left) - sumOf(right), currency, reason);
  if (rule === 'together')
    return left.length > 1
      ? `${left.length} lines of the books add up to it, tied to it by their references.`
      : `${right.length} entries at the bank add up to it, with reference ${reference}.`;
  if (rule === 'fee') {
    const less = (left[0]?.units ?? 0n) - (right[0]?.units ?? 0n);
    return `Same reference ${reference}; ${moneyOfUnits(less, currency).amount} ${currency} less at the bank: a fee.`;
  }
  if (rule === 'part')
    return `Same amount; of reference ${reference} the bank has a part, or two characters the other way round.`;
  const alike = left.length > 1 ? `${left.length} alike on both sides: same` : 'Same';
  return rule === 'exact'
    ? `${alike} amount, day and reference ${reference}.`
    : `${alike} amount and reference ${reference}, ${laterWords(left[0]?.day ?? 0, right[0]?.day ?? 0)}.`;
}

function byHand(apart: bigint, currency: string, reason: string): string {
  if (apart === 0n) return reason === '' ? 'Matched by hand.' : `Matched by hand: ${reason}`;
  const { amount } = moneyOfUnits(apart < 0n ? -apart : apart, currency);
  const by = `Matched by hand, apart by ${amount} ${currency}`;
  return reason === '' ? `${by}, without a reason.` : `${by}: ${reason}`;
}

const laterWords = (books: number, bank: number): string =>
  `${dayCountText(Math.abs(bank - books))} ${bank > books ? 'later' : 'earlier'} at the bank`;

const likeness = {
  reference: 'Similar reference',
  name: 'Same name',
  amount: 'Amount only',
} as const;

/** Why a line and an entry of the same amount are a likely pair, in a few words; a person decides. */
export function whyLikely(by: Likely['by'], books: IsoDate, bank: IsoDate): string {
  const [one, other] = [dayNumber(books), dayNumber(bank)];
  return `${likeness[by]}, ${one === other ? 'same day' : `${dayCountText(Math.abs(one - other))} apart`}`;
}

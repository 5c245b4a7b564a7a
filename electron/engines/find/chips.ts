import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { compactDay, monthName } from '../../../shared/calendar/day-labels.ts';
import type { Chip } from '../../../shared/ipc/accounts/chips.ts';
import { fromUnits } from '../../../shared/money/decimal.ts';
import { amountParts } from '../../../shared/money/format.ts';
import type { AmountRange } from './amounts.ts';
import type { AmountTerm, DaysTerm, Term } from './understand.ts';

/** The understood terms, as shown to the person who typed them. */
export const chipsOf = (terms: readonly Term[], today: IsoDate): Chip[] =>
  terms.map((term) => ({ ...chipTextOf(term, today), start: term.start, end: term.end }));

function chipTextOf(term: Term, today: IsoDate): Pick<Chip, 'label' | 'words'> {
  switch (term.kind) {
    case 'word':
      return { label: term.field ?? 'word', words: term.text };
    case 'amount':
      return {
        label: term.orText === null ? 'amount' : 'amount or text',
        words: amountWords(term),
      };
    case 'days':
      return { label: term.unit, words: daysWords(term, today) };
    case 'currency':
      return { label: 'currency', words: term.currency };
    case 'direction':
      return { label: 'money', words: term.direction === 'credit' ? 'in' : 'out' };
    case 'mark':
      return { label: 'entries', words: term.mark };
    case 'account':
      return { label: 'account', words: `··${term.digits}` };
  }
}

function amountWords({ ranges, currency }: AmountTerm): string {
  const words = ranges.map(rangeWords).join(' or ');
  return currency === null ? words : `${words} ${currency}`;
}

function rangeWords({ low, high }: AmountRange): string {
  if (low !== null && high !== null) return figure(low);
  if (low !== null) return isJustBeyond(low) ? `over ${figure(low - 1n)}` : `from ${figure(low)}`;
  const most = high ?? 0n;
  return isJustBeyond(most + 2n) ? `under ${figure(most + 1n)}` : `up to ${figure(most)}`;
}

/** Is it one unit of 10^-4 beyond a figure of two decimals? That is how `>` is stored. */
const isJustBeyond = (units: bigint): boolean => units % 100n === 1n;

/** Writes a figure with two decimals, as in most currencies, and without a currency, since any is meant. */
function figure(units: bigint): string {
  const { whole, minor } = amountParts({ amount: fromUnits(units, 2), currency: '' });
  return `${whole}${minor}`;
}

function daysWords({ from, to, unit }: DaysTerm, today: IsoDate): string {
  if (unit === 'month' && from !== null) return `${monthName(from)} ${from.slice(0, 4)}`;
  if (from === null) return to === null ? 'any' : `until ${compactDay(to, today)}`;
  if (to === null) return `since ${compactDay(from, today)}`;
  return from === to
    ? compactDay(from, today)
    : `${compactDay(from, today)} – ${compactDay(to, today)}`;
}

import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { isDecimal, toUnits } from '../../../shared/money/decimal.ts';
import { foldText, hasTerm } from '../store/search/search-text.ts';
import { endsSo } from './account-digits.ts';
import type { AmountRange } from './amounts.ts';
import type { Term } from './understand.ts';

/** The searchable facts of a record of any noun. */
export type Facts = {
  /** The texts that are searched for each word, also within words. */
  readonly texts: readonly (string | null | undefined)[];
  readonly payee?: string | null;
  readonly reference?: string;
  /** Amounts as decimal text. */
  readonly sums?: readonly {
    readonly amount?: string | null | undefined;
    readonly currency: string;
  }[];
  readonly day?: IsoDate | null;
  readonly accounts?: readonly string[];
  readonly direction?: 'credit' | 'debit';
};

export type RecordQuestion = { readonly terms: readonly Term[]; readonly limit: number };

/** Returns a test whether a record matches all terms. A record without a fact, such as a day, does not match a term about it. */
export function holdsAllOf(terms: readonly Term[]): (facts: Facts) => boolean {
  const tests = terms.map(testOf);
  return (facts) => tests.every((test) => test(facts));
}

/**
 * The names in a search, for nouns that have neither amount nor day. Empty where the search has no name.
 */
export const namesIn = (terms: readonly Term[]): string[] =>
  terms.flatMap((term) => {
    if (term.kind === 'word' && (term.field === null || term.field === 'payee')) return [term.text];
    return term.kind === 'amount' && term.orText !== null ? [term.orText] : [];
  });

function testOf(term: Term): (facts: Facts) => boolean {
  switch (term.kind) {
    case 'word':
      return textTest(term.text, term.field);
    case 'amount': {
      const orText = term.orText === null ? () => false : textTest(term.orText, null);
      return (facts) =>
        orText(facts) ||
        (facts.sums ?? []).some(
          ({ amount, currency }) =>
            (term.currency === null || term.currency === currency) && isWithin(amount, term.ranges),
        );
    }
    case 'currency':
      return ({ sums = [] }) => sums.some(({ currency }) => currency === term.currency);
    case 'days':
      return ({ day }) =>
        typeof day === 'string' &&
        (term.from === null || day >= term.from) &&
        (term.to === null || day <= term.to);
    case 'direction':
      return ({ direction }) => direction === term.direction;
    case 'account':
      return ({ accounts = [] }) => accounts.some((number) => endsSo(number, term.digits));
    case 'mark':
      return () => false;
  }
}

function textTest(text: string, field: string | null): (facts: Facts) => boolean {
  const words = foldText(text).split(/\s+/u).filter(Boolean);
  return ({ texts, payee, reference }) => {
    const among =
      field === null || field === 'text'
        ? texts
        : field === 'payee'
          ? [payee]
          : field === 'reference'
            ? [reference]
            : [];
    const folded = foldText(among.filter((one) => typeof one === 'string').join('\n'));
    return words.length > 0 && words.every((term) => hasTerm(folded, term));
  };
}

function isWithin(amount: string | null | undefined, ranges: readonly AmountRange[]): boolean {
  if (typeof amount !== 'string' || !isDecimal(amount)) return false;
  const units = toUnits(amount);
  const size = units < 0n ? -units : units;
  return ranges.some(
    ({ low, high }) => (low === null || size >= low) && (high === null || size <= high),
  );
}

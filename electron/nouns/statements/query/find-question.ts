import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import { endsSo } from '../../../engines/find/account-digits.ts';
import type { AmountRange } from '../../../engines/find/amounts.ts';
import type { AmountTerm, Term } from '../../../engines/find/understand.ts';
import { foldText } from '../../../engines/store/search/search-text.ts';
import { latestEntryDay } from '../entries/entry-keys.ts';
import type { Marking } from '../annotations/marks.ts';

/** A condition on an entry. An entry that meets all conditions is found; one that meets some is found in part. */
export type Condition =
  | { readonly kind: 'word'; readonly text: string; readonly columns: Columns }
  | {
      readonly kind: 'amount';
      /** The amount is in any of these ranges of magnitudes, in units of 10^-4. */
      readonly ranges: readonly AmountRange[];
      readonly currency: string | null;
    }
  /** The entry has any of these labels, tags or counterparties. */
  | { readonly kind: 'label'; readonly labels: readonly number[] };

/** The columns of the search index in which a word is searched. */
export type Columns = readonly ('narration' | 'reference' | 'extras')[];

/** The entries that are searched. */
export type Among = {
  /** By their ordinals; null for every account. */
  readonly accounts: readonly number[] | null;
  readonly from: number;
  readonly to: number;
  readonly directions: readonly (0 | 1)[];
  readonly currencies: readonly string[];
  /** By their numbers; null for every kind. */
  readonly kinds: readonly number[] | null;
  readonly isUnread: boolean;
  /** The entries with the mark, by account number and id; null if no mark is wanted. */
  readonly marked: readonly MarkedEntry[] | null;
};
export type MarkedEntry = { readonly accountNumber: string; readonly entryId: string };

export type EntryQuestion = {
  /** The possible readings of the typed text: a number is an amount, or a part of a reference. */
  readonly readings: readonly (readonly Condition[])[];
  readonly among: Among;
};

/** The data of the open copy that a text's meaning depends on. */
export type Known = {
  readonly accounts: readonly { readonly number: string; readonly ordinal: number }[];
  /** The kinds of entries, by the bank's names for them. */
  readonly kinds: readonly { readonly id: number; readonly name: string }[];
  /** The selected accounts; if missing, all. */
  readonly only?: readonly number[] | undefined;
  /** Returns the labels of the tag with this name, or of the counterparties whose names contain the word. */
  readonly labelled: (kind: 'tag' | 'counterparty', text: string) => readonly number[];
  /** Returns the entries that have a mark, or a note with these words. */
  readonly marked: (mark: Marking, words: string) => readonly MarkedEntry[];
};

const everywhere: Columns = ['narration', 'reference', 'extras'];
const columnsOf: Readonly<Record<string, Columns>> = {
  payee: ['narration', 'extras'],
  reference: ['reference'],
  text: ['narration'],
};

/** Both readings are tried for this many numbers and this many payees, since each doubles the number of readings. */
const dualReadingsMax = 2;

export function questionOf(terms: readonly Term[], known: Known): EntryQuestion {
  let readings: (readonly Condition[])[] = [[]];
  const dualReadings = { word: 0, amount: 0 };
  for (const term of terms) {
    const kind = term.kind === 'word' ? 'word' : 'amount';
    const alternatives = conditionsOf(term, {
      known,
      mayBeTwo: dualReadings[kind] < dualReadingsMax,
    });
    if (alternatives.length === 0) continue;
    if (alternatives.length > 1) dualReadings[kind] += 1;
    readings = readings.flatMap((reading) =>
      alternatives.map((condition) => [...reading, condition]),
    );
  }
  return { readings, among: amongOf(terms, known) };
}

/** Returns the possible conditions of a term; none if it only narrows. */
function conditionsOf(
  term: Term,
  { known, mayBeTwo }: { readonly known: Known; readonly mayBeTwo: boolean },
): Condition[] {
  if (term.kind === 'amount') {
    const amount = amountCondition(term);
    return term.orText !== null && mayBeTwo
      ? [amount, { kind: 'word', text: term.orText, columns: everywhere }]
      : [amount];
  }
  if (term.kind !== 'word' || term.field === 'type' || term.field === 'note') return [];
  if (term.field === 'tag') return [{ kind: 'label', labels: known.labelled('tag', term.text) }];
  const columns = (term.field === null ? undefined : columnsOf[term.field]) ?? everywhere;
  const condition: Condition = { kind: 'word', text: term.text, columns };
  if (term.field !== 'payee' || !mayBeTwo) return [condition];
  const labels = known.labelled('counterparty', term.text);
  return labels.length === 0 ? [condition] : [condition, { kind: 'label', labels }];
}

const amountCondition = ({ ranges, currency }: AmountTerm): Condition => ({
  kind: 'amount',
  ranges,
  currency,
});

function amongOf(terms: readonly Term[], known: Known): Among {
  let [from, to] = [0, latestEntryDay];
  const directions = new Set<0 | 1>();
  const currencies: string[] = [];
  const types: string[] = [];
  const digits: string[] = [];
  let marked: readonly MarkedEntry[] | null = null;
  const mark = (entries: readonly MarkedEntry[]): void => {
    marked = marked === null ? entries : both(marked, entries);
  };
  let isUnread = false;
  for (const term of terms)
    switch (term.kind) {
      case 'days':
        if (term.from !== null) from = Math.max(from, dayNumber(term.from));
        if (term.to !== null) to = Math.min(to, dayNumber(term.to));
        break;
      case 'direction':
        directions.add(term.direction === 'credit' ? 1 : 0);
        break;
      case 'currency':
        currencies.push(term.currency);
        break;
      case 'account':
        digits.push(term.digits);
        break;
      case 'mark':
        if (term.mark === 'unread') isUnread = true;
        else mark(known.marked(term.mark, ''));
        break;
      case 'word':
        if (term.field === 'type') types.push(foldText(term.text));
        if (term.field === 'note') mark(known.marked('noted', term.text));
        break;
      case 'amount':
        break;
    }
  return {
    accounts: accountsOf(digits, known),
    from,
    to,
    directions: directions.size === 1 ? [...directions] : [],
    currencies,
    kinds: kindsNamed(types, known),
    isUnread,
    marked,
  };
}

/** Returns the kinds whose names contain every one of these folded words; null if there are no words. */
const kindsNamed = (words: readonly string[], { kinds }: Known): readonly number[] | null =>
  words.length === 0
    ? null
    : kinds
        .filter(({ name }) => words.every((word) => foldText(name).includes(word)))
        .map(({ id }) => id);

const both = (one: readonly MarkedEntry[], other: readonly MarkedEntry[]): MarkedEntry[] => {
  const keyOf = ({ accountNumber, entryId }: MarkedEntry) =>
    JSON.stringify([accountNumber, entryId]);
  const known = new Set(other.map(keyOf));
  return one.filter((entry) => known.has(keyOf(entry)));
};

/** Returns the accounts whose numbers end with one of the digits, within the selected ones. */
function accountsOf(
  digits: readonly string[],
  { accounts, only }: Known,
): readonly number[] | null {
  if (digits.length === 0) return only ?? null;
  const named = accounts
    .filter(({ number }) => digits.some((end) => endsSo(number, end)))
    .map(({ ordinal }) => ordinal);
  return only === undefined ? named : named.filter((ordinal) => only.includes(ordinal));
}

import { understand, type AmountTerm, type Surroundings, type Term } from './understand.ts';

/** A payment as a person typed it; the payees resolve the name. */
export type PayCommand = {
  /** The words that name the payee. */
  readonly names: readonly Term[];
  readonly amount: AmountTerm & { readonly start: number; readonly end: number };
  /** An account by its last digits; null where none was named. */
  readonly account: string | null;
  readonly narration: string;
  /** True where the text has a verb such as `pay`; otherwise the payment is only offered. */
  readonly isExplicit: boolean;
};

const verb = /^\s*(?:pay|send)\s+/iu;
/** Matches `ref` and the text after it up to the end, or a field of that name. */
const reference = /\s(?:ref|reference)(?::|\s+)\s*(?:"([^"]*)"|(.+?))\s*$/iu;

type ReadCommand = {
  readonly isPay: boolean;
  /** The rest of the text, still to be understood. `start` is its offset. */
  readonly rest: string;
  readonly start: number;
  readonly narration: string;
};

/** Splits a payment command in words: `pay acme 12500 eur ref INV-77`. */
function readCommand(text: string): ReadCommand {
  const match = verb.exec(text);
  if (match === null) return { isPay: false, rest: text, start: 0, narration: '' };
  const start = match[0].length;
  const behind = text.slice(start);
  const named = reference.exec(behind);
  return {
    isPay: true,
    rest: named === null ? behind : behind.slice(0, named.index),
    start,
    narration: (named?.[1] ?? named?.[2] ?? '').trim(),
  };
}

/** Interprets a text: as a payment where it asks for one (then `terms` exclude the verb), else as a search. */
export function understandText(
  text: string,
  surroundings: Surroundings,
): { terms: Term[]; command: PayCommand | null } {
  const { isPay, rest, start, narration } = readCommand(text);
  const terms = understand(rest, surroundings).map((term) => ({
    ...term,
    start: term.start + start,
    end: term.end + start,
  }));
  const named = isPay ? terms.map((term) => nameIn(term, text)) : terms;
  const command = payCommandOf(named, { isExplicit: isPay, narration });
  if (command !== null || !isPay) return { terms, command };
  return { terms: understand(text, surroundings), command };
}

/** Turns days, directions and marks into words: a payment has none of these, so they are parts of a name, such as “May” or “In”. */
const nameIn = (term: Term, text: string): Term =>
  ['days', 'direction', 'mark'].includes(term.kind)
    ? {
        ...{ kind: 'word', text: text.slice(term.start, term.end), field: null },
        ...{ start: term.start, end: term.end },
      }
    : term;

/** Makes a payment from terms with one exact amount and a name. Null where either is missing. */
function payCommandOf(
  terms: readonly Term[],
  { isExplicit, narration }: { isExplicit: boolean; narration: string },
): PayCommand | null {
  const amounts = terms.filter((term) => term.kind === 'amount');
  const [amount] = amounts;
  const names = terms.filter((term) => term.kind === 'word');
  const [exact] = amount?.ranges ?? [];
  const isExact = exact !== undefined && exact.low === exact.high && amount?.ranges.length === 1;
  if (amount === undefined || amounts.length !== 1 || !isExact || names.length === 0) return null;
  const account = terms.find((term) => term.kind === 'account');
  const currencies = terms.filter((term) => term.kind === 'currency');
  const apart = currencies[0]?.currency ?? null;
  // Two currencies could both be meant.
  if (currencies.length > 1 || (apart !== null && amount.currency !== null)) return null;
  return {
    ...{ names, account: account?.digits ?? null, narration, isExplicit },
    amount: { ...amount, currency: amount.currency ?? apart },
  };
}

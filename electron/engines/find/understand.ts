import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { bareNumber, endsSo } from './account-digits.ts';
import { readAmountTyped, type AmountRange, type ReadAmount } from './amounts.ts';
import { readDays, type Days } from './dates.ts';
import { piecesOf, type Piece } from './pieces.ts';

/** Interprets the text of a search. This module knows no noun and no table. */

/** The position of a term in the text, so that the term can be removed; the end is excluded. */
type Placed = { readonly start: number; readonly end: number };

/** `unread`: not looked at; `flagged`, `noted`, `attached`: marked by a person, or with a file. */
export type Mark = 'unread' | 'flagged' | 'noted' | 'attached';

export type TextTerm = {
  readonly kind: 'word';
  readonly text: string;
  /** The field to search; null for any. */
  readonly field: string | null;
};
export type AmountTerm = {
  readonly kind: 'amount';
  /** Any of these ranges matches. */
  readonly ranges: readonly AmountRange[];
  readonly currency: string | null;
  /** The amount's text, where it may also be a part of a reference. */
  readonly orText: string | null;
};
export type DaysTerm = Days & { readonly kind: 'days' };
export type Term = Placed &
  (
    | TextTerm
    | AmountTerm
    | DaysTerm
    | { readonly kind: 'currency'; readonly currency: string }
    | { readonly kind: 'direction'; readonly direction: 'credit' | 'debit' }
    | { readonly kind: 'mark'; readonly mark: Mark }
    /** An account by the last digits of its number, or by all of it. */
    | { readonly kind: 'account'; readonly digits: string }
  );

/** The context that affects how a text is read. */
export type Surroundings = {
  readonly today: IsoDate;
  /** The numbers of the accounts, whose last digits name them. */
  readonly accountNumbers: readonly string[];
  /** The currencies of the accounts: three letters alone can only mean one of these. */
  readonly currencies: readonly string[];
};

/** Fields that may precede a word, by the names that a person may type. */
const fields: ReadonlyMap<string, string> = new Map([
  ['payee', 'payee'],
  ['to', 'payee'],
  ['from', 'payee'],
  ['name', 'payee'],
  ['ref', 'reference'],
  ['reference', 'reference'],
  ['type', 'type'],
  ['note', 'note'],
  ['tag', 'tag'],
  ['text', 'text'],
  ['narration', 'text'],
  ['account', 'account'],
  ['amount', 'amount'],
  ['date', 'date'],
  ['day', 'date'],
  ['is', 'is'],
]);

/** The fewest digits that identify an account: fewer would match too many. */
const accountDigitsMin = 3;

export function understand(text: string, surroundings: Surroundings): Term[] {
  const pieces = piecesOf(text).map((piece) => ownField(piece, text));
  const terms: Term[] = [];
  for (let at = 0; at < pieces.length;) {
    const { term, used } = readAt(pieces.slice(at), surroundings);
    terms.push(term);
    at += used;
  }
  return terms;
}

/** Resolves the field of a piece. A colon after a word that is no field belongs to the text, as in 10:30. */
function ownField(piece: Piece, text: string): Piece {
  if (piece.field === null) return piece;
  const field = fields.get(piece.field);
  return field === undefined
    ? {
        ...piece,
        field: null,
        text: piece.isQuoted ? piece.text : text.slice(piece.start, piece.end),
      }
    : { ...piece, field };
}

type Read = { readonly term: Term; readonly used: number };

function readAt(pieces: readonly Piece[], surroundings: Surroundings): Read {
  const [first] = pieces;
  if (first === undefined) throw new RangeError('there is nothing to read');
  const asText = (): Read => ({ term: placed([first], textOf(first)), used: 1 });
  if (first.isQuoted && first.field !== 'account') return asText();
  switch (first.field) {
    case null:
      return plain(pieces, surroundings) ?? asText();
    case 'date':
      return daysAt(pieces, surroundings) ?? asText();
    case 'amount':
      return amountAt(pieces) ?? asText();
    case 'is':
      return keywordAt(first) ?? asText();
    case 'account':
      return {
        term: placed([first], { kind: 'account', digits: bareNumber(first.text) }),
        used: 1,
      };
    default:
      return asText();
  }
}

const textOf = ({ text, field }: Piece): TextTerm => ({ kind: 'word', text, field });

function placed<T extends object>(pieces: readonly Piece[], term: T): T & Placed {
  return { ...term, start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 };
}

/** Reads pieces without a field, and tries the kinds of term in this order. */
function plain(pieces: readonly Piece[], surroundings: Surroundings): Read | null {
  const [first] = pieces;
  if (first === undefined) return null;
  return (
    keywordAt(first) ??
    daysAt(pieces, surroundings) ??
    accountAt(first, surroundings) ??
    amountAt(pieces) ??
    currencyAt(first, surroundings)
  );
}

const keywords: Readonly<
  Record<
    string,
    { kind: 'mark'; mark: Mark } | { kind: 'direction'; direction: 'credit' | 'debit' }
  >
> = {
  unread: { kind: 'mark', mark: 'unread' },
  flagged: { kind: 'mark', mark: 'flagged' },
  noted: { kind: 'mark', mark: 'noted' },
  attached: { kind: 'mark', mark: 'attached' },
  in: { kind: 'direction', direction: 'credit' },
  out: { kind: 'direction', direction: 'debit' },
};

function keywordAt(piece: Piece): Read | null {
  const name = piece.text.toLowerCase();
  const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
  return keyword === undefined ? null : { term: placed([piece], keyword), used: 1 };
}

/** The words of a date are adjacent, without fields and quotes. */
function daysAt(pieces: readonly Piece[], { today }: Surroundings): Read | null {
  const ends = pieces.findIndex(
    ({ field, isQuoted }, at) => at > 0 && (field !== null || isQuoted),
  );
  const words = pieces.slice(0, Math.min(4, ends < 0 ? 4 : ends)).map(({ text }) => text);
  const read = readDays(words, today);
  if (read === null) return null;
  return {
    term: placed(pieces.slice(0, read.used), { kind: 'days', ...read.days }),
    used: read.used,
  };
}

function accountAt(piece: Piece, { accountNumbers }: Surroundings): Read | null {
  const isMarked = piece.text.startsWith('··');
  const digits = bareNumber(piece.text);
  const isKnown =
    /\d$/.test(digits) &&
    digits.length >= accountDigitsMin &&
    /^[A-Z\d]+$/.test(digits) &&
    /^[A-Za-z\d·]+$/.test(piece.text) &&
    accountNumbers.some((number) => endsSo(number, digits));
  return isMarked || isKnown
    ? { term: placed([piece], { kind: 'account', digits }), used: 1 }
    : null;
}

/** Reads an amount. `>` may be a separate piece, and a currency may precede or follow the figures. */
function amountAt(pieces: readonly Piece[]): Read | null {
  const [first, second] = pieces;
  if (first === undefined) return null;
  const free = (piece: Piece | undefined): piece is Piece =>
    piece?.field === null && !piece.isQuoted;
  if (/^(?:[<>]=?|≥|≤)$/.test(first.text) && free(second)) {
    const joined = { ...second, text: `${first.text}${second.text}`, start: first.start };
    const read = amountAt([joined, ...pieces.slice(2)]);
    return read && { term: read.term, used: read.used + 1 };
  }
  const leading = currencyCode(first);
  if (leading !== null && free(second)) {
    const amount = readAmountTyped(second.text);
    if (amount?.currency === null)
      return { term: placed([first, second], amountOf(second, amount, leading)), used: 2 };
  }
  const amount = readAmountTyped(first.text);
  if (amount === null) return null;
  const behind = amount.currency === null && free(second) ? currencyCode(second) : null;
  if (behind !== null && second !== undefined)
    return { term: placed([first, second], amountOf(first, amount, behind)), used: 2 };
  return { term: placed([first], amountOf(first, amount, amount.currency)), used: 1 };
}

function amountOf(
  piece: Piece,
  { ranges, isBare }: ReadAmount,
  currency: string | null,
): AmountTerm {
  const orText = isBare && currency === null && piece.field === null ? piece.text : null;
  return { kind: 'amount', ranges, currency, orText };
}

function currencyCode({ text }: Piece): string | null {
  const code = text.toUpperCase();
  return /^[a-z]{3}$/i.test(text) && isCurrency(code) ? code : null;
}

function currencyAt(piece: Piece, { currencies }: Surroundings): Read | null {
  const code = currencyCode(piece);
  return code !== null && currencies.includes(code)
    ? { term: placed([piece], { kind: 'currency', currency: code }), used: 1 }
    : null;
}

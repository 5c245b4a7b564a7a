import { isCurrency } from '../money/currencies.ts';
import { bareCode } from './bare.ts';
import type { CodeBook } from './code-book.ts';
import { isAbaNumber } from './number-checks.ts';
import type { PastedKind } from './pasted-labels.ts';

const currencyWords: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  'us dollar': 'USD',
  'us dollars': 'USD',
  'pound sterling': 'GBP',
  'pounds sterling': 'GBP',
  naira: 'NGN',
};

/** The currency that a few words name; null when they name none, or more than one. */
export function currencyOf(text: string): string | null {
  const named = currencyWords[text.trim().toLowerCase()];
  if (named !== undefined) return named;
  const codes = new Set((text.toUpperCase().match(/\b[A-Z]{3}\b/g) ?? []).filter(isCurrency));
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : null;
}

/** In one piece, or in groups of four. */
const isIban = (text: string, code: string, book: CodeBook): boolean =>
  /^(\S+|(\S{4}[\s-])+\S{1,4})$/.test(text) &&
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(code) &&
  (code.match(/\d/g)?.length ?? 0) >= 8 &&
  book.usesIban(book.countryOf(code.slice(0, 2)) ?? '');

const longestShape = 120;

/** What a line without a label is, by its shape alone; null for plain words and for numbers that could be anything. */
export function labelByShape(text: string, book: CodeBook): PastedKind | null {
  if (text.length > longestShape) return null;
  const code = bareCode(text);
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text)) return 'email';
  if (isIban(text, code, book)) return 'account';
  if (/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) && book.isBic(text)) return 'code';
  if (/^\d{2}[- ]\d{2}[- ]\d{2}$/.test(text)) return 'code';
  if (/^\d{10}$/.test(text)) return 'account';
  if (isAbaNumber(text)) return 'code';
  if (/^\+\d[\d\s()./-]{6,}$/.test(text)) return 'phone';
  if (/^[A-Z]{3}$/.test(text) && isCurrency(text)) return 'currency';
  const isCode = /^[A-Z]{2,3}$/.test(text);
  return (isCode || text.length > 3) && book.countryOf(text) !== null ? 'country' : null;
}

const bankWords = /bank|banque|banco|banca|sparkasse|caixa|caisse/i;

export const namesABank = (text: string): boolean => bankWords.test(text);

/** True for words of a letter around the bank details: long, or beginning as no name does. */
export const isTalk = (text: string): boolean =>
  text.length > 80 ||
  /^(dear|hi|hello|hey|please|kindly|thanks|thank you|regards|best|kind|find|see|here|as |we |our |the following|note)\b/i.test(
    text,
  );

/** A post code with its city, either way round; null when a line is neither. */
export function placeOf(text: string): { postCode: string; city: string } | null {
  const front =
    /^([A-Z]{1,2}-)?(\d{4,6}(?:[ -]\d{3,4})?|\d{4} ?[A-Z]{2})[ ,]+(\p{L}[\p{L} .'’-]*)$/u.exec(
      text,
    );
  if (front) return { postCode: front[2] ?? '', city: front[3] ?? '' };
  const behind =
    /^(\p{L}[\p{L} .'’-]*?)[ ,]+(\d{4,6}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/u.exec(text);
  return behind ? { postCode: behind[2] ?? '', city: behind[1] ?? '' } : null;
}

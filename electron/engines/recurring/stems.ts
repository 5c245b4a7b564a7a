import type { Movement } from './movement.ts';

const months =
  'jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december|q1|q2|q3|q4';
const month = new RegExp(`^(${months})$`);

/** This many words identify a matter; later words identify the single occurrence. */
const wordsMax = 6;

/** The words of a text without numbers, months and references: `PAYROLL 2026-11 DUBLIN` and `payroll Dec Dublin` have the same. */
export const stemOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1 && !/\p{N}/u.test(part) && !month.test(part))
    .slice(0, wordsMax)
    .join(' ');

/** The groups that a movement may belong to: counterparty with words, counterparty, words. Empty where it has neither. */
export function stemsOf(
  units: bigint,
  texts: { readonly counterparty?: string | undefined; readonly narration: string },
): Pick<Movement, 'stems'>['stems'] {
  const sign = units < 0n ? '-' : '+';
  const who = stemOf(texts.counterparty ?? '');
  const words = stemOf(texts.narration);
  const found = [
    ...(who !== '' && words !== '' ? [`${sign}${who}|${words}`] : []),
    ...(who !== '' ? [`${sign}${who}|`] : []),
    ...(words !== '' ? [`${sign}|${words}`] : []),
  ];
  return found;
}

import type { Movement } from './movement.ts';

const months =
  'jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december|q1|q2|q3|q4';
const month = new RegExp(`^(${months})$`);

/** So many words tell a matter; what is behind them tells the one time. */
const wordsMax = 6;

/** The words of a text without numbers, months and references: `PAYROLL 2026-11 DUBLIN` and `payroll Dec Dublin` have the same. */
export const stemOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/\p{N}/u.test(word) && !month.test(word))
    .slice(0, wordsMax)
    .join(' ');

/** What a movement may be one of: that counterparty with those words, that counterparty, those words. Nothing where it says nothing. */
export function stemsOf(
  units: bigint,
  said: { readonly counterparty?: string | undefined; readonly narration: string },
): Pick<Movement, 'stems'>['stems'] {
  const way = units < 0n ? '-' : '+';
  const who = stemOf(said.counterparty ?? '');
  const words = stemOf(said.narration);
  const found = [
    ...(who !== '' && words !== '' ? [`${way}${who}|${words}`] : []),
    ...(who !== '' ? [`${way}${who}|`] : []),
    ...(words !== '' ? [`${way}|${words}`] : []),
  ];
  return found;
}

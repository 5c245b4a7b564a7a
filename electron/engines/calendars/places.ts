import { holidayCountries } from './holidays.ts';

/** TARGET, the payment system of the euro. It has its own days, which belong to no country. */
export const targetPlace = 'EUR';

/** Currencies whose first two letters are not the country whose banks settle them. */
const settledIn: Readonly<Record<string, string>> = {
  CNH: 'HK',
  GGP: 'GB',
  IMP: 'GB',
  JEP: 'GB',
};

let byLetters: ReadonlyMap<string, string> | undefined;

/**
 * The place whose days count for a country of two or three letters or for a currency: a country of two letters, or TARGET. A code
 * whose holidays are not known is returned unchanged.
 */
export function placeOf(code: string): string {
  const letters = code.trim().toUpperCase();
  if (letters === targetPlace || letters.length !== 3) return letters;
  const settled = settledIn[letters];
  if (settled !== undefined) return settled;
  byLetters ??= new Map([...holidayCountries()].map(([two, three]) => [three, two]));
  return byLetters.get(letters) ?? currencyCountry(letters);
}

/** A currency of ISO 4217 begins with its country. */
function currencyCountry(letters: string): string {
  const country = letters.slice(0, 2);
  return holidayCountries().has(country) ? country : letters;
}

import codes from 'i18n-iso-countries/codes.json';

const twoLetters = new Map(codes.map(([two = '', three = '']) => [three, two]));
const names = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country by its 3-letter code of ISO 3166; null for an unknown code. */
export function countryName(code: string): string | null {
  const two = twoLetters.get(code.trim().toUpperCase());
  return two === undefined ? null : (names.of(two) ?? null);
}

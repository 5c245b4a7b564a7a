import codes from 'i18n-iso-countries/codes.json';

/** `code` is the 3-letter code of ISO 3166, as the bank writes a country. */
export type Country = { readonly code: string; readonly two: string; readonly name: string };

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Every country, by its English name. */
const countries: readonly Country[] = codes
  .map(([two = '', code = '']) => ({ code, two, name: names.of(two) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** `Germany · DEU`; a code outside of ISO 3166 is shown alone. */
export function countryLine(code: string): string {
  const name = countries.find((country) => country.code === code)?.name;
  return name === undefined ? code : `${name} · ${code}`;
}

/** The countries that match the typed text: codes first, then names that begin with it, then words in them. */
export function findCountries(typed: string): readonly Country[] {
  const sought = flat(typed);
  if (sought === '') return countries;
  return countries
    .map((country) => ({ country, rank: rankOf(country, sought) }))
    .filter(({ rank }) => rank < unfound)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

const unfound = 4;

function rankOf({ code, two, name }: Country, sought: string): number {
  if (flat(code) === sought || flat(two) === sought) return 0;
  const flatName = flat(name);
  if (flatName.startsWith(sought)) return 1;
  if (flat(code).startsWith(sought)) return 2;
  return flatName.includes(` ${sought}`) ? 3 : unfound;
}

const flat = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();

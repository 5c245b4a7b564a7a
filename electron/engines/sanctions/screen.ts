import type { ListedEntry } from './lists/list.ts';
import { compareNames } from './names/compare-names.ts';
import { nameForm } from './names/name-forms.ts';
import type { NameIndex } from './names/name-index.ts';

/** The subject of a screening. */
export type ScreenedSubject = {
  /** All its names. */
  readonly names: readonly string[];
  /** A country as a list may write it, or by its code; null where it is not known. */
  readonly country: string | null;
  /** Four digits; null where it is not known. */
  readonly birthYear: string | null;
};

/** An entry of a list that may be the one that is screened. */
export type ListMatch = {
  readonly listKey: string;
  readonly entry: ListedEntry;
  /** The name that was screened, and the listed name it agrees with best. */
  readonly name: string;
  readonly listedName: string;
  readonly score: number;
  readonly reason: string;
};

/** The lowest score of a match, which a person then decides. */
export const matchScore = 80;

/** The most matches that are reported for one subject. */
const matchesMax = 25;

/** The cost of a weak alias, and that of a different country or birth year, which never clears a match. */
const weakAliasCost = 10;
const otherFactCost = 2;

export type CountryOf = (text: string) => string | null;

/** Returns the entries that a subject's names agree with, the best first, one match for each entry. */
export function screenSubject(
  index: NameIndex,
  { names, country, birthYear }: ScreenedSubject,
  {
    threshold = matchScore,
    countryOf = () => null,
  }: { threshold?: number; countryOf?: CountryOf } = {},
): ListMatch[] {
  const best = new Map<ListedEntry, ListMatch>();
  for (const name of new Set(names)) {
    const own = nameForm(name);
    if (own.joined === '') continue;
    for (const listed of index.candidates(own)) {
      const { entry, form, quality } = listed;
      const compared = compareNames(index, own, listed);
      const isWeak = quality === 'weak';
      const score = compared.score - (isWeak ? weakAliasCost : 0);
      if (score < threshold || score <= (best.get(entry.entry)?.score ?? 0)) continue;
      const reason = isWeak ? `${compared.reason}; a weak alias` : compared.reason;
      best.set(entry.entry, {
        ...entry,
        ...{ name, listedName: form.text, score, reason },
      });
    }
  }
  return [...best.values()]
    .map((match) =>
      withFacts(match, otherFacts(match.entry, { country, birthYear }, countryOf), threshold),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, matchesMax);
}

function withFacts(match: ListMatch, facts: readonly string[], threshold: number): ListMatch {
  if (facts.length === 0) return match;
  const score = Math.max(threshold, match.score - otherFactCost * facts.length);
  return { ...match, score, reason: [match.reason, ...facts].join('; ') };
}

/** The facts in which the list differs from the subject, in words. */
function otherFacts(
  { birthYears, countries }: ListedEntry,
  { country, birthYear }: Pick<ScreenedSubject, 'country' | 'birthYear'>,
  countryOf: CountryOf,
): string[] {
  const isOtherYear =
    birthYear !== null && birthYears.length > 0 && !birthYears.includes(birthYear);
  const own = country === null ? null : countryOf(country);
  const known = countries.flatMap((text) => countryOf(text) ?? []);
  const isOtherCountry = own !== null && known.length > 0 && !known.includes(own);
  return [
    ...(isOtherYear ? [`born ${birthYears.join(' or ')} by the list, ${birthYear} here`] : []),
    ...(isOtherCountry ? [`in ${countries.join(', ')} by the list`] : []),
  ];
}

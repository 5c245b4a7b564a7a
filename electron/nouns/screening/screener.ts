import { createTurns } from '../../engines/files/turns.ts';
import { nameForm } from '../../engines/sanctions/names/name-forms.ts';
import { NameIndex } from '../../engines/sanctions/names/name-index.ts';
import {
  screenSubject,
  type CountryOf,
  type ListMatch,
  type ScreenedSubject,
} from '../../engines/sanctions/screen.ts';
import type { Journal } from '../../engines/store/database.ts';
import { listedEntries } from './list-tables.ts';
import type { StoredMatch } from './result-tables.ts';
import { digest, namesOf } from './subjects.ts';

/** The stored lists in memory, ready to be searched. Loaded when the first name is screened. */
export class Screener {
  readonly #index: NameIndex;
  readonly #countryOf: CountryOf;

  private constructor(index: NameIndex, countryOf: CountryOf) {
    this.#index = index;
    this.#countryOf = countryOf;
  }

  /** Reads the lists in force, in turns. */
  static async of(journal: Journal, countryOf: CountryOf): Promise<Screener> {
    return new Screener(await NameIndex.of(listedEntries(journal), createTurns()), countryOf);
  }

  /** The matches of a subject, each with the digest under which it is decided. */
  screen(subject: ScreenedSubject): StoredMatch[] {
    return this.check(subject).map((match) => ({ ...match, matchId: matchIdOf(subject, match) }));
  }

  check(subject: ScreenedSubject, threshold?: number): ListMatch[] {
    const countryOf = this.#countryOf;
    return screenSubject(this.#index, subject, {
      countryOf,
      ...(threshold === undefined ? {} : { threshold }),
    });
  }
}

/**
 * Returns the digest under which a match is decided. It changes with the names of the party and with the entry: a decision holds only for
 * exactly these names and this entry. Capitals, accents and punctuation do not count.
 */
function matchIdOf(
  { names }: Pick<ScreenedSubject, 'names'>,
  { listKey, entry }: Pick<ListMatch, 'listKey' | 'entry'>,
): string {
  const own = [...new Set(namesOf(names).map((name) => nameForm(name).words.join(' ')))].toSorted();
  const { id, kind, birthYears } = entry;
  const listed = entry.names.map(({ text, quality }) => `${quality} ${text}`).toSorted();
  return digest([listKey, id, kind, ...birthYears, '', ...listed, '', ...own]).slice(0, 32);
}

import { isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';

/** The kind of a listed entry. */
export type ListedKind = 'person' | 'company' | 'vessel' | 'aircraft' | 'unknown';

/** weak: the publisher marks the alias as too common to identify anybody alone. */
export type NameQuality = 'primary' | 'strong' | 'weak';

export type ListedName = { readonly text: string; readonly quality: NameQuality };

/** One person, company or ship of a list. */
export type ListedEntry = {
  /** The publisher's own identifier. */
  readonly id: string;
  readonly kind: ListedKind;
  /** The primary name first. */
  readonly names: readonly ListedName[];
  /** The programme or regime, as the publisher writes it. */
  readonly programme: string;
  /** Nationalities and addresses, as the publisher writes them. */
  readonly countries: readonly string[];
  /** Four digits each. */
  readonly birthYears: readonly string[];
};

export type Publisher = 'OFAC' | 'EU' | 'UN' | 'UK';

/** A list, as read from its files. */
export type ListContent = {
  /** A newer edition replaces an older one with the same key. */
  readonly key: string;
  readonly publisher: Publisher;
  readonly title: string;
  /** The day on which the publisher made the file; null where the file does not state it. */
  readonly edition: IsoDate | null;
  readonly entries: readonly ListedEntry[];
  /** The parts of the list that these files lack. */
  readonly gaps: readonly string[];
};

/** Collects one entry while its file is read. */
export class EntryDraft {
  id = '';
  kind: ListedKind = 'unknown';
  readonly #names = new Map<string, NameQuality>();
  readonly #programmes = new Set<string>();
  readonly #countries = new Set<string>();
  readonly #years = new Set<string>();

  /** Adds a name. Only the first primary name stays primary; further ones become strong aliases. */
  addName(text: string, quality: NameQuality): void {
    const name = text.replace(/\s+/gu, ' ').trim();
    if (name === '') return;
    const hasPrimary = [...this.#names.values()].includes('primary');
    const own = quality === 'primary' && hasPrimary ? 'strong' : quality;
    const known = this.#names.get(name);
    if (known === undefined || rank[own] < rank[known]) this.#names.set(name, own);
  }

  addProgramme(text: string): void {
    if (text.trim() !== '') this.#programmes.add(text.trim());
  }

  addCountry(text: string): void {
    for (const part of text.split(/\(\d+\)/))
      if (part.trim() !== '') this.#countries.add(part.trim());
  }

  /** Adds every year in a date as the list writes it. */
  addBirth(text: string): void {
    for (const [, year] of text.matchAll(/(?<!\d)((?:1[89]|20)\d\d)(?!\d)/g))
      if (year !== undefined) this.#years.add(year);
  }

  /** Returns the entry; null where it has no name. */
  entry(): ListedEntry | null {
    const names = [...this.#names]
      .map(([text, quality]) => ({ text, quality }))
      .toSorted((a, b) => rank[a.quality] - rank[b.quality]);
    if (names.length === 0) return null;
    return {
      ...{ id: this.id, kind: this.kind, names },
      programme: [...this.#programmes].join(', '),
      countries: [...this.#countries],
      birthYears: [...this.#years].toSorted(),
    };
  }
}

const rank: Readonly<Record<NameQuality, number>> = { primary: 0, strong: 1, weak: 2 };

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A day as the lists write it: ISO, `19/01/2024`, `01/19/2024` where `month` comes first, or `19-Jan-2024`; null where it is none. */
export function listDay(text: string, first: 'day' | 'month'): IsoDate | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0];
  if (iso !== undefined) return isIsoDate(iso) ? iso : null;
  const named = /^(\d{1,2})[-/ ]([A-Za-z]{3})[a-z]*[-/ ](\d{4})/.exec(text.trim());
  if (named) {
    const month = months.indexOf((named[2] ?? '').toLowerCase()) + 1;
    return dayOf(named[3], String(month), named[1]);
  }
  const digits = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text.trim());
  if (!digits) return null;
  const [, one, two, year] = digits;
  return first === 'day' ? dayOf(year, two, one) : dayOf(year, one, two);
}

function dayOf(year = '', month = '', day = ''): IsoDate | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(text) ? text : null;
}

import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { attributeOf, type Attributes } from '../../files/xml-elements.ts';
import { EntryDraft, listDay, type ListedEntry } from './list.ts';
import type { PathReader } from './path-handler.ts';

const root = 'export';
const entryPath = `${root}/sanctionEntity`;

/** The kind by the EU's code or its one letter. */
export const euKind = (code: string): ListedEntry['kind'] => {
  const text = code.trim().toLowerCase();
  if (text === 'person' || text === 'p') return 'person';
  return text === 'enterprise' || text === 'e' ? 'company' : 'unknown';
};

/** Reads the consolidated financial sanctions list of the European Union, XML 1.1. */
export class EuXml implements PathReader {
  readonly entries: ListedEntry[] = [];
  edition: IsoDate | null = null;
  #draft = new EntryDraft();

  open(path: string, attributes: Attributes): void {
    const of = (name: string): string => attributeOf(attributes, name) ?? '';
    const draft = this.#draft;
    switch (path) {
      case root:
        this.edition = listDay(of('generationDate'), 'day');
        break;
      case entryPath:
        this.#draft = new EntryDraft();
        this.#draft.id = of('euReferenceNumber') || of('logicalId');
        break;
      case `${entryPath}/regulation`:
        draft.addProgramme(of('programme'));
        break;
      case `${entryPath}/subjectType`:
        draft.kind = euKind(of('code') || of('classificationCode'));
        break;
      case `${entryPath}/nameAlias`:
        draft.addName(
          of('wholeName') || [of('firstName'), of('middleName'), of('lastName')].join(' '),
          of('strong') === 'false' ? 'weak' : 'primary',
        );
        break;
      case `${entryPath}/citizenship`:
      case `${entryPath}/address`:
        draft.addCountry(knownCountry(of('countryDescription')) || of('countryIso2Code'));
        break;
      case `${entryPath}/birthdate`:
        draft.addBirth(`${of('birthdate')} ${of('year')}`);
        break;
    }
  }

  close(path: string): void {
    if (path !== entryPath) return;
    const entry = this.#draft.entry();
    if (entry) this.entries.push(entry);
  }
}

/** Empties the text UNKNOWN, which the EU writes for an unknown country. */
export const knownCountry = (text: string): string => (/^unknown$/i.test(text.trim()) ? '' : text);

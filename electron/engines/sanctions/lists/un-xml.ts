import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { attributeOf, type Attributes } from '../../files/xml-elements.ts';
import { EntryDraft, listDay, type ListedEntry } from './list.ts';
import type { PathReader } from './path-handler.ts';

const root = 'CONSOLIDATED_LIST';
const individual = `${root}/INDIVIDUALS/INDIVIDUAL`;
const entity = `${root}/ENTITIES/ENTITY`;

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** Reads the consolidated list of the Security Council of the United Nations. */
export class UnXml implements PathReader {
  readonly entries: ListedEntry[] = [];
  edition: IsoDate | null = null;
  #draft = new EntryDraft();
  #dataId = '';
  #parts: string[] = [];
  #quality = '';
  #alias = '';

  open(path: string, attributes: Attributes): void {
    if (path === root)
      this.edition = listDay(attributeOf(attributes, 'dateGenerated') ?? '', 'day');
    if (path === individual || path === entity) {
      this.#draft = new EntryDraft();
      this.#draft.kind = path === entity ? 'company' : 'person';
      this.#parts = [];
      this.#dataId = '';
    }
    if (path.endsWith('_ALIAS')) [this.#quality, this.#alias] = ['', ''];
  }

  close(path: string, text: string): void {
    const place = [individual, entity].find((one) => path.startsWith(one));
    if (place === undefined) return;
    const within = path.slice(place.length + 1);
    const draft = this.#draft;
    if (nameParts.includes(within)) this.#parts.push(text);
    else if (within === 'DATAID') this.#dataId = text;
    else if (within === 'REFERENCE_NUMBER') draft.id = text;
    else if (within === 'NAME_ORIGINAL_SCRIPT') draft.addName(text, 'strong');
    else if (within === 'UN_LIST_TYPE') draft.addProgramme(text);
    else if (/^NATIONALITY\/VALUE$|_ADDRESS\/COUNTRY$/.test(within)) draft.addCountry(text);
    else if (/_DATE_OF_BIRTH\/(DATE|YEAR|FROM_YEAR|TO_YEAR)$/.test(within)) draft.addBirth(text);
    else if (within.endsWith('_ALIAS/QUALITY')) this.#quality = text.toLowerCase();
    else if (within.endsWith('_ALIAS/ALIAS_NAME')) this.#alias = text;
    else if (/^[A-Z]+_ALIAS$/.test(within))
      draft.addName(this.#alias, this.#quality === 'low' ? 'weak' : 'strong');
    else if (within === '') this.#endEntry();
  }

  #endEntry(): void {
    const draft = this.#draft;
    draft.addName(this.#parts.join(' '), 'primary');
    if (draft.id === '') draft.id = this.#dataId;
    const entry = draft.entry();
    if (entry) this.entries.push(entry);
  }
}

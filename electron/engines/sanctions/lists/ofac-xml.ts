import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { EntryDraft, listDay, type ListedEntry, type ListedKind } from './list.ts';
import type { PathReader } from './path-handler.ts';

const kinds: Readonly<Record<string, ListedKind>> = {
  individual: 'person',
  entity: 'company',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

export const ofacKind = (text: string): ListedKind => kinds[text.trim().toLowerCase()] ?? 'unknown';

const root = 'sdnList';
const entryPath = `${root}/sdnEntry`;

/** Reads SDN.XML, and the consolidated list of the same shape. */
export class OfacXml implements PathReader {
  readonly entries: ListedEntry[] = [];
  edition: IsoDate | null = null;
  #draft = new EntryDraft();
  #first = '';
  #last = '';
  #alias = { first: '', last: '', category: '' };

  open(path: string): void {
    if (path === entryPath) {
      this.#draft = new EntryDraft();
      [this.#first, this.#last] = ['', ''];
    } else if (path === `${entryPath}/akaList/aka`)
      this.#alias = { first: '', last: '', category: '' };
  }

  close(path: string, text: string): void {
    if (path === `${root}/publshInformation/Publish_Date`) this.edition = listDay(text, 'month');
    if (!path.startsWith(entryPath)) return;
    this.#closeWithin(path.slice(entryPath.length + 1), text);
  }

  #closeWithin(path: string, text: string): void {
    const draft = this.#draft;
    switch (path) {
      case 'uid':
        draft.id = text;
        break;
      case 'firstName':
        this.#first = text;
        break;
      case 'lastName':
        this.#last = text;
        break;
      case 'sdnType':
        draft.kind = ofacKind(text);
        break;
      case 'programList/program':
        draft.addProgramme(text);
        break;
      case 'akaList/aka/firstName':
        this.#alias.first = text;
        break;
      case 'akaList/aka/lastName':
        this.#alias.last = text;
        break;
      case 'akaList/aka/category':
        this.#alias.category = text.toLowerCase();
        break;
      case 'akaList/aka':
        draft.addName(
          `${this.#alias.first} ${this.#alias.last}`,
          this.#alias.category === 'weak' ? 'weak' : 'strong',
        );
        break;
      case 'addressList/address/country':
      case 'nationalityList/nationality/country':
      case 'citizenshipList/citizenship/country':
        draft.addCountry(text);
        break;
      case 'dateOfBirthList/dateOfBirthItem/dateOfBirth':
        draft.addBirth(text);
        break;
      case '':
        this.#endEntry();
    }
  }

  #endEntry(): void {
    this.#draft.addName(`${this.#first} ${this.#last}`, 'primary');
    const entry = this.#draft.entry();
    if (entry) this.entries.push(entry);
  }
}

import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { EntryDraft, listDay, type ListedEntry } from './list.ts';
import type { PathReader } from './path-handler.ts';
import { namePartOrder, ukKind, ukName, ukQuality } from './uk-names.ts';

const designations = 'Designations';
const designation = `${designations}/Designation`;

/** Reads the UK Sanctions List of the Foreign, Commonwealth and Development Office. */
export class UkXml implements PathReader {
  readonly entries: ListedEntry[] = [];
  edition: IsoDate | null = null;
  #draft = new EntryDraft();
  #name: Record<string, string> = {};

  open(path: string): void {
    if (path === designation) this.#draft = new EntryDraft();
    if (path === `${designation}/Names/Name`) this.#name = {};
  }

  close(path: string, text: string): void {
    if (path === `${designations}/DateGenerated`) this.edition = listDay(text, 'day');
    if (!path.startsWith(designation)) return;
    const within = path.slice(designation.length + 1);
    const draft = this.#draft;
    if (within === 'UniqueID') draft.id = text;
    else if (within === 'IndividualEntityShip') draft.kind = ukKind(text);
    else if (within === 'RegimeName') draft.addProgramme(text);
    else if (within.startsWith('Names/Name/')) this.#name[within.slice(11)] = text;
    else if (within === 'Names/Name') this.#endName();
    else if (within === 'NonLatinNames/NonLatinName/NameNonLatinScript')
      draft.addName(text, 'strong');
    else if (/\/(AddressCountry|Nationality)$/.test(within)) draft.addCountry(text);
    else if (within.endsWith('/DOB')) draft.addBirth(text);
    else if (within === '') this.#endEntry();
  }

  #endName(): void {
    const name = this.#name;
    const parts = namePartOrder.map((part) => name[`Name${part}`] ?? '');
    const quality = ukQuality(name['NameType'] ?? '', name['AliasStrength'] ?? '');
    this.#draft.addName(ukName(parts), quality);
  }

  #endEntry(): void {
    const entry = this.#draft.entry();
    if (entry) this.entries.push(entry);
  }
}

const targets = 'ArrayOfFinancialSanctionsTarget';
const target = `${targets}/FinancialSanctionsTarget`;

/** Reads the consolidated list of the Office of Financial Sanctions Implementation: one element for each name of a group. */
export class OfsiXml implements PathReader {
  readonly #drafts = new Map<string, EntryDraft>();
  #target: Record<string, string> = {};
  #latest = '';

  /** The file states no day, so the day of its newest update is used. */
  get edition(): IsoDate | null {
    return this.#latest === '' ? null : this.#latest;
  }

  get entries(): ListedEntry[] {
    return [...this.#drafts.values()].flatMap((draft) => draft.entry() ?? []);
  }

  open(path: string): void {
    if (path === target) this.#target = {};
  }

  close(path: string, text: string): void {
    if (path === target) this.#endTarget();
    else if (path.startsWith(`${target}/`))
      this.#target[path.slice(target.length + 1).toLowerCase()] = text;
  }

  #endTarget(): void {
    const of = (name: string): string => this.#target[name] ?? '';
    const group = of('groupid');
    const draft = this.#drafts.get(group) ?? new EntryDraft();
    draft.id = group;
    draft.kind = ukKind(of('grouptypedescription'));
    const name = ukName(namePartOrder.map((part) => of(`name${part}`)));
    const type = of('aliastype') || of('aliastypename');
    draft.addName(name || of('fullname'), ukQuality(type, of('aliasquality')));
    draft.addName(of('namenonlatinscript'), 'strong');
    draft.addProgramme(of('regimename'));
    for (const country of ['country', 'individual_nationality', 'nationality'])
      draft.addCountry(of(country));
    for (const birth of ['individual_dateofbirth', 'dateofbirth']) draft.addBirth(of(birth));
    this.#drafts.set(group, draft);
    const updated = listDay(of('lastupdated') || of('datelisted'), 'day') ?? '';
    if (updated > this.#latest) this.#latest = updated;
  }
}

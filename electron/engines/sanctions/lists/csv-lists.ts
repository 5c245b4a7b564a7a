import { err, ok, type Result } from '../../../../shared/result.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { readCsvRecords } from '../../files/csv-records.ts';
import type { FileProblem } from '../../files/table.ts';
import type { Turns } from '../../files/turns.ts';
import { euKind, knownCountry } from './eu-xml.ts';
import { EntryDraft, listDay, type ListedEntry } from './list.ts';
import { ofacKind } from './ofac-xml.ts';
import { namePartOrder, ukKind, ukName, ukQuality } from './uk-names.ts';

/** The list of the EU has 113 columns. */
const listColumnsMax = 200;

/** Returns a row's cell by the name of its column; empty where there is no such column. */
type NamedRow = (column: string) => string;

type GroupedList = { readonly entries: ListedEntry[]; readonly edition: IsoDate | null };

/** Turns the rows of a list with headings into entries. */
type RowReader = {
  readonly separator: ',' | ';';
  /** A heading that identifies the heading row, in lower case. */
  readonly heading: string;
  /** The identifier of a row's entry. */
  readonly groupOf: (row: NamedRow) => string;
  readonly add: (draft: EntryDraft, row: NamedRow) => void;
  /** The day of the file, from a row before the headings or from its first row. */
  readonly editionIn: (preamble: string, firstRow: NamedRow | null) => IsoDate | null;
};

/** The most rows before the headings. */
const preambleRowsMax = 5;

async function readGrouped(
  text: string,
  reader: RowReader,
  turns: Turns,
): Promise<Result<GroupedList, FileProblem>> {
  const drafts = new Map<string, EntryDraft>();
  let columns: ReadonlyMap<string, number> | null = null;
  let preamble = '';
  let firstRow: NamedRow | null = null;
  let before = 0;
  const problem = await readCsvRecords(
    text,
    { ...{ separator: reader.separator, turns }, columnsMax: listColumnsMax, linesBefore: 0 },
    ({ cells }) => {
      if (columns === null) {
        const headings = cells.map((cell) => cell.replace('\uFEFF', '').trim().toLowerCase());
        if (headings.includes(reader.heading))
          columns = new Map(headings.map((heading, index) => [heading, index]));
        else preamble += ` ${cells.join(' ')}`;
        before += 1;
        return columns !== null || before < preambleRowsMax;
      }
      const own = columns;
      const row: NamedRow = (column) => (cells[own.get(column) ?? -1] ?? '').trim();
      firstRow ??= row;
      const group = reader.groupOf(row);
      if (group === '') return true;
      const draft = drafts.get(group) ?? new EntryDraft();
      draft.id = group;
      reader.add(draft, row);
      drafts.set(group, draft);
      return true;
    },
  );
  if (problem) return err(problem);
  const entries = [...drafts.values()].flatMap((draft) => draft.entry() ?? []);
  return ok({ entries, edition: reader.editionIn(preamble.trim(), firstRow) });
}

export const isEuCsv = (beginning: string): boolean =>
  /entity_logicalid/i.test(beginning) && /namealias_wholename/i.test(beginning);

const euRows: RowReader = {
  separator: ';',
  heading: 'namealias_wholename',
  groupOf: (row) => row('entity_eu_referencenumber') || row('entity_logicalid'),
  add: (draft, row) => {
    draft.kind = euKind(
      row('entity_subjecttype_classificationcode') || row('entity_subjecttype') || '',
    );
    draft.addProgramme(row('entity_regulation_programme'));
    const parts = ['firstname', 'middlename', 'lastname'].map((part) => row(`namealias_${part}`));
    draft.addName(row('namealias_wholename') || parts.join(' '), 'primary');
    for (const place of ['citizenship', 'address'])
      draft.addCountry(
        knownCountry(row(`${place}_countrydescription`)) || row(`${place}_countryiso2code`),
      );
    draft.addBirth(`${row('birthdate_birthdate')} ${row('birthdate_year')}`);
  },
  editionIn: (_preamble, row) => row && listDay(row('filegenerationdate'), 'day'),
};

/** Reads the EU's list as CSV 1.1: a row for each name, address and birth date of an entry. It does not mark weak aliases. */
export const readEuCsv = (text: string, turns: Turns) => readGrouped(text, euRows, turns);

export const isUkCsv = (beginning: string): boolean =>
  /(^|[,"\n])name 6[,"]/i.test(beginning) && /(group id|unique id)/i.test(beginning);

const ukRows: RowReader = {
  separator: ',',
  heading: 'name 6',
  groupOf: (row) => row('unique id') || row('group id') || row('ofsi group id'),
  add: (draft, row) => {
    draft.kind = ukKind(
      row('group type') || row('designation type') || row('individual/entity/ship'),
    );
    draft.addProgramme(row('regime name') || row('regime'));
    const name = ukName(namePartOrder.map((part) => row(`name ${String(part)}`)));
    const type = row('name type') || row('alias type');
    draft.addName(name, ukQuality(type, row('alias strength') || row('alias quality')));
    draft.addName(row('name non-latin script'), 'strong');
    for (const country of ['country', 'address country', 'nationality', 'nationality(/ies)'])
      draft.addCountry(row(country));
    draft.addBirth(`${row('dob')} ${row('d.o.b')}`);
  },
  editionIn: (preamble) => {
    const day = /\d{1,2}[-/](\d{1,2}|[A-Za-z]{3})[-/]\d{4}/.exec(preamble)?.[0];
    return day === undefined ? null : listDay(day, 'day');
  },
};

/** Reads OFSI's consolidated list or the UK Sanctions List as CSV: a row for each name. */
export const readUkCsv = (text: string, turns: Turns) => readGrouped(text, ukRows, turns);

/** The part of OFAC's list in a file without headings, recognized by its first row. */
export type OfacPart = 'names' | 'aliases' | 'addresses';

export function ofacPart(beginning: string): OfacPart | null {
  const [line = ''] = beginning.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!/^\d+,/.test(line) || !beginning.includes('-0-')) return null;
  if (/^\d+,\d+,"?(aka|fka|nka)"?,/.test(line)) return 'aliases';
  return /^\d+,\d+,/.test(line) ? 'addresses' : 'names';
}

const blank = (cell: string | undefined): string => {
  const text = (cell ?? '').trim();
  return text === '-0-' ? '' : text;
};

/** Individuals are written `SURNAME, Given names`. */
const personName = (text: string): string => {
  const [last = '', first = '', ...more] = text.split(',').map((part) => part.trim());
  return first === '' || more.length > 0 ? text : `${first} ${last}`;
};

/** Reads sdn.csv, with alt.csv and add.csv where they are given. */
export async function readOfacCsv(
  parts: Readonly<Partial<Record<OfacPart, string>>>,
  turns: Turns,
): Promise<Result<readonly ListedEntry[], FileProblem>> {
  const drafts = new Map<string, EntryDraft>();
  const reading = { separator: ',', turns, columnsMax: listColumnsMax, linesBefore: 0 } as const;
  const read = (text: string | undefined, take: (cells: readonly string[]) => void) =>
    readCsvRecords(text ?? '', reading, ({ cells }) => {
      take(cells);
      return true;
    });
  const problem =
    (await read(parts.names, (cells) => {
      const [id = '', name, type, programme] = cells;
      if (!/^\d+$/.test(id.trim())) return;
      const draft = new EntryDraft();
      draft.id = id.trim();
      draft.kind = blank(type) === '' ? 'company' : ofacKind(blank(type));
      const text = blank(name);
      draft.addName(draft.kind === 'person' ? personName(text) : text, 'primary');
      for (const one of blank(programme).split(/\]\s*\[/))
        draft.addProgramme(one.replace(/[[\]]/g, ''));
      addRemarks(draft, blank(cells[11]));
      drafts.set(draft.id, draft);
    })) ??
    (await read(parts.aliases, ([id = '', , , name]) => {
      const draft = drafts.get(id.trim());
      const text = blank(name);
      draft?.addName(draft.kind === 'person' ? personName(text) : text, 'strong');
    })) ??
    (await read(parts.addresses, ([id = '', , , , country]) => {
      drafts.get(id.trim())?.addCountry(blank(country));
    }));
  if (problem) return err(problem);
  return ok([...drafts.values()].flatMap((draft) => draft.entry() ?? []));
}

/** Reads the weak aliases, birth dates and nationalities in the remarks. */
function addRemarks(draft: EntryDraft, remarks: string): void {
  for (const [, alias = ''] of remarks.matchAll(/[afn]\.k\.a\. '([^']+)'/g))
    draft.addName(alias, 'weak');
  for (const [, born = ''] of remarks.matchAll(/DOB ([^;]+)/g)) draft.addBirth(born);
  for (const [, country = ''] of remarks.matchAll(/(?:nationality|citizen) ([^;.]+)/g))
    draft.addCountry(country);
}

import { ok, type Result } from '../../../shared/result.ts';
import { notAWorkbook } from './file-kind.ts';
import { refuse, type FileProblem, type Table } from './table.ts';
import type { Turns } from './turns.ts';
import { dateStylesOf } from './xlsx-dates.ts';
import { sheetRows } from './xlsx-sheet.ts';
import { sharedStrings } from './xlsx-strings.ts';
import { attributeOf, readXml, type Attributes } from './xml-elements.ts';
import {
  contentBytesMax,
  directoryBytesMax,
  readZipDirectory,
  unpackPart,
} from './zip-directory.ts';

type SheetName = { readonly name: string; readonly relation: string; readonly isHidden: boolean };

const workbookPart = 'xl/workbook.xml';

/** Reads the sheet whose name matches `named`, else the first visible one. Other sheets are ignored. */
export async function readXlsx(
  bytes: Uint8Array,
  {
    rowsMax,
    turns,
    named,
  }: { readonly rowsMax: number; readonly turns: Turns; readonly named: RegExp },
): Promise<Result<Table, FileProblem>> {
  const directory = await readZipDirectory(bytes);
  if (!directory.ok) return directory;
  const parts = directory.value;
  const wrong = notAWorkbook(parts);
  if (wrong) return { ok: false, error: wrong };
  const part = (name: string, bytesMax: number) => unpackPart(parts, name, bytesMax);
  const [workbook, relations, strings, styles] = await Promise.all([
    part(workbookPart, directoryBytesMax),
    part('xl/_rels/workbook.xml.rels', directoryBytesMax),
    part('xl/sharedStrings.xml', contentBytesMax),
    part('xl/styles.xml', contentBytesMax),
  ]);
  if (!workbook.ok) return workbook;
  if (!relations.ok) return relations;
  if (!strings.ok) return strings;
  if (!styles.ok) return styles;
  const books = await elementsOf(workbook.value, 'workbookPr', turns);
  const sheets = sheetsOf(await elementsOf(workbook.value, 'sheet', turns));
  const chosen = sheets.find(({ name }) => named.test(name.trim())) ?? shownFirst(sheets);
  const targets = targetsOf(await elementsOf(relations.value, 'Relationship', turns));
  const [target, another] = (chosen && targets.get(chosen.relation)) ?? [];
  const isClear = another === undefined && books.length < 2;
  if (!chosen || target === undefined || !isClear || !parts.has(target))
    return refuse('file.unreadable', 'the workbook has no sheet that can be read.');
  const [sheet, texts] = [
    await part(target, contentBytesMax),
    await sharedStrings(strings.value, turns),
  ];
  if (!sheet.ok) return sheet;
  if (texts === null) return refuse('file.unreadable', 'its texts are no proper XML.');
  const rows = await sheetRows(sheet.value, {
    strings: texts,
    rowsMax,
    turns,
    dates: await dateStylesOf(styles.value, turns),
    epoch: isTrue(attributeOf(books[0] ?? {}, 'date1904')) ? 1904 : 1900,
  });
  if (!rows.ok) return rows;
  return ok({ rows: rows.value, notes: notesOf(sheets, chosen) });
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

const shownFirst = (sheets: readonly SheetName[]): SheetName | undefined =>
  sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];

const notesOf = (sheets: readonly SheetName[], chosen: SheetName): string[] =>
  sheets.length > 1 ? [`Read from the sheet “${chosen.name}”; the others were not looked at.`] : [];

function sheetsOf(elements: readonly Attributes[]): SheetName[] {
  return elements.map((attributes) => ({
    name: attributeOf(attributes, 'name') ?? '',
    relation: relationOf(attributes),
    isHidden: /hidden/i.test(attributeOf(attributes, 'state') ?? ''),
  }));
}

/** The namespaces of the transitional and of the strict kind of workbook. */
const relationNamespaces = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
];

const relationOf = (attributes: Attributes): string =>
  relationNamespaces
    .map((namespace) => attributeOf(attributes, `{${namespace}}id`))
    .find((id) => id !== undefined) ?? '';

/** Maps a relation to its parts: exactly one in a workbook that a program wrote. */
function targetsOf(elements: readonly Attributes[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const attributes of elements) {
    const target = attributeOf(attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    const id = attributeOf(attributes, 'Id') ?? '';
    targets.set(id, [...(targets.get(id) ?? []), path]);
  }
  return targets;
}

/** The attributes of every element of that name. */
async function elementsOf(xml: string, wanted: string, turns: Turns): Promise<Attributes[]> {
  const found: Attributes[] = [];
  const open = (name: string, attributes: Attributes): void => {
    if (name === wanted) found.push(attributes);
  };
  await readXml(xml, { open }, turns);
  return found;
}

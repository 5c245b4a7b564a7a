import { ok, type Result } from '../../shared/result.ts';
import { notAWorkbook } from './file-kind.ts';
import { refuse, type FileProblem, type Table } from './table.ts';
import type { Turns } from './turns.ts';
import { sheetRows } from './xlsx-sheet.ts';
import { sharedStrings } from './xlsx-strings.ts';
import { attributeOf, xmlTokens } from './xml-tokens.ts';
import {
  contentBytesMax,
  directoryBytesMax,
  readZipDirectory,
  unpackPart,
} from './zip-directory.ts';

type SheetName = { readonly name: string; readonly relation: string; readonly isHidden: boolean };

const workbookPart = 'xl/workbook.xml';

/** Reads the sheet called Payments, else the first one that is shown. Other sheets are not looked at. */
export async function readXlsx(
  bytes: Uint8Array,
  rowsMax: number,
  turns: Turns,
): Promise<Result<Table, FileProblem>> {
  const directory = readZipDirectory(bytes);
  if (!directory.ok) return directory;
  const parts = directory.value;
  const wrong = notAWorkbook(parts);
  if (wrong) return { ok: false, error: wrong };
  const part = (name: string, bytesMax: number) => unpackPart(bytes, parts, name, bytesMax);
  const [workbook, relations, strings] = await Promise.all([
    part(workbookPart, directoryBytesMax),
    part('xl/_rels/workbook.xml.rels', directoryBytesMax),
    part('xl/sharedStrings.xml', contentBytesMax),
  ]);
  if (!workbook.ok) return workbook;
  if (!relations.ok) return relations;
  if (!strings.ok) return strings;
  const sheets = sheetsOf(workbook.value);
  const chosen = sheets.find(({ name }) => /^payments$/i.test(name.trim())) ?? shownFirst(sheets);
  const target = chosen && targetsOf(relations.value).get(chosen.relation);
  if (!chosen || target === undefined || !parts.has(target))
    return refuse('file.unreadable', 'the workbook has no sheet that can be read.');
  const [sheet, texts] = [
    await part(target, contentBytesMax),
    await sharedStrings(strings.value, turns),
  ];
  if (!sheet.ok) return sheet;
  if (texts === null) return refuse('file.unreadable', 'its texts are no proper XML.');
  const rows = await sheetRows(sheet.value, { strings: texts, rowsMax, turns });
  if (!rows.ok) return rows;
  return ok({ rows: rows.value, notes: notesOf(sheets, chosen) });
}

const shownFirst = (sheets: readonly SheetName[]): SheetName | undefined =>
  sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];

const notesOf = (sheets: readonly SheetName[], chosen: SheetName): string[] =>
  sheets.length > 1 ? [`Read from the sheet “${chosen.name}”; the others were not looked at.`] : [];

function sheetsOf(xml: string): SheetName[] {
  return elementsOf(xml, 'sheet').map((attributes) => ({
    name: attributeOf(attributes, 'name') ?? '',
    relation: attributeOf(attributes, 'id') ?? '',
    isHidden: /hidden/i.test(attributeOf(attributes, 'state') ?? ''),
  }));
}

/** Relation -> part. */
function targetsOf(xml: string): ReadonlyMap<string, string> {
  return new Map(
    elementsOf(xml, 'Relationship').map((attributes) => {
      const target = attributeOf(attributes, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      return [attributeOf(attributes, 'Id') ?? '', path] as const;
    }),
  );
}

/** The attributes of every element of that name. */
function elementsOf(xml: string, name: string): string[] {
  const found: string[] = [];
  for (const token of xmlTokens(xml))
    if (token?.kind === 'open' && token.name === name) found.push(token.attributes);
  return found;
}

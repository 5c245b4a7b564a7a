import { err, ok, type Result } from '../../../../shared/result.ts';
import { csvText } from '../../files/csv-records.ts';
import { kindOf } from '../../files/file-kind.ts';
import { refuse, type FileProblem } from '../../files/table.ts';
import type { Turns } from '../../files/turns.ts';
import { parseXml } from '../../files/xml-elements.ts';
import { xmlText } from '../../files/xml-text.ts';
import { isEuCsv, isUkCsv, ofacPart, readEuCsv, readOfacCsv, readUkCsv } from './csv-lists.ts';
import { EuXml } from './eu-xml.ts';
import type { ListContent } from './list.ts';
import { OfacXml } from './ofac-xml.ts';
import { outermostElement, pathHandler, type PathReader } from './path-handler.ts';
import { OfsiXml, UkXml } from './uk-xml.ts';
import { UnXml } from './un-xml.ts';

export type ListFile = { readonly name: string; readonly bytes: Uint8Array };

type Heading = Pick<ListContent, 'key' | 'publisher' | 'title'>;

const eu: Heading = {
  ...{ key: 'eu', publisher: 'EU' },
  title: 'EU consolidated financial sanctions list',
};
const un: Heading = {
  ...{ key: 'un', publisher: 'UN' },
  title: 'UN Security Council consolidated list',
};
const uk: Heading = { key: 'uk', publisher: 'UK', title: 'UK Sanctions List' };
const ofsi: Heading = { key: 'uk-ofsi', publisher: 'UK', title: 'OFSI consolidated list' };

/** OFAC's two lists have one shape, so the file name tells which it is. */
const ofac = (fileName: string): Heading =>
  /cons/i.test(fileName)
    ? { key: 'ofac-consolidated', publisher: 'OFAC', title: 'OFAC consolidated non-SDN list' }
    : { key: 'ofac-sdn', publisher: 'OFAC', title: 'OFAC SDN list' };

type XmlList = PathReader & Pick<ListContent, 'edition' | 'entries'>;

const xmlLists: Readonly<
  Record<string, readonly [heading: (fileName: string) => Heading, open: () => XmlList]>
> = {
  sdnList: [ofac, () => new OfacXml()],
  export: [() => eu, () => new EuXml()],
  CONSOLIDATED_LIST: [() => un, () => new UnXml()],
  Designations: [() => uk, () => new UkXml()],
  ArrayOfFinancialSanctionsTarget: [() => ofsi, () => new OfsiXml()],
};

/** The accepted lists, for messages about other files. */
const acceptedLists =
  'Lists are read as OFAC’s SDN.XML or sdn.csv with alt.csv, the EU’s and the UN’s consolidated lists, and the UK Sanctions List or OFSI’s, as XML or CSV.';

/** The number of first bytes by which a list is recognised. */
const beginningBytes = 8_000;

/** Reads the files of one list: one file, or OFAC's CSV files together. Fails for an unknown, damaged or empty list. */
export async function readList(
  files: readonly ListFile[],
  turns: Turns,
): Promise<Result<ListContent, FileProblem>> {
  const [file, ...others] = files;
  if (!file) return refuse('input.invalid', 'no file was named.');
  const kind = kindOf(file.bytes);
  if (!kind.ok) return err({ ...kind.error, message: `${kind.error.message} ${acceptedLists}` });
  if (kind.value === 'zip')
    return refuse('file.type-unsupported', `it is an archive: unpack it first. ${acceptedLists}`);
  const read = await (kind.value === 'xml' && others.length === 0
    ? readXmlList(file, turns)
    : readCsvList(files, turns));
  if (!read.ok || read.value.entries.length > 0) return read;
  return refuse('input.invalid', 'it holds no names: it is empty, or it was cut off.');
}

async function readXmlList(
  { name, bytes }: ListFile,
  turns: Turns,
): Promise<Result<ListContent, FileProblem>> {
  const text = xmlText(bytes);
  if (!text.ok) return text;
  const known = xmlLists[outermostElement(text.value)];
  if (!known)
    return refuse('file.type-unsupported', `it is no list that is known. ${acceptedLists}`);
  const [heading, open] = known;
  const list = open();
  const fault = await parseXml(text.value, pathHandler(list), turns);
  if (fault?.kind === 'cut')
    return refuse('file.unreadable', 'it was cut off: load it down again.');
  if (fault)
    return refuse(
      'file.unreadable',
      `line ${String(fault.line)} is no proper XML: ${fault.words}.`,
    );
  const { edition, entries } = list;
  return ok({ ...heading(name), edition, entries, gaps: [] });
}

async function readCsvList(
  files: readonly ListFile[],
  turns: Turns,
): Promise<Result<ListContent, FileProblem>> {
  const texts = new Map<string, string>();
  for (const { name, bytes } of files) {
    const text = csvText(bytes);
    if (!text.ok) return text;
    texts.set(name, text.value.text.replace(/^\uFEFF/, ''));
  }
  const [[name, text] = ['', '']] = texts;
  const beginning = text.slice(0, beginningBytes);
  if (files.length === 1 && isEuCsv(beginning)) {
    const read = await readEuCsv(text, turns);
    const gaps = ['This file does not say which aliases are weak: all count as strong.'];
    return read.ok ? ok({ ...eu, ...read.value, gaps }) : read;
  }
  if (files.length === 1 && isUkCsv(beginning)) {
    const read = await readUkCsv(text, turns);
    const isOfsi = /(^|[,"])group id/i.test(beginning) && !/unique id/i.test(beginning);
    return read.ok ? ok({ ...(isOfsi ? ofsi : uk), ...read.value, gaps: [] }) : read;
  }
  return readOfac(texts, name, turns);
}

async function readOfac(
  texts: ReadonlyMap<string, string>,
  name: string,
  turns: Turns,
): Promise<Result<ListContent, FileProblem>> {
  const parts: Partial<Record<'names' | 'aliases' | 'addresses', string>> = {};
  for (const [file, text] of texts) {
    const part = ofacPart(text.slice(0, beginningBytes));
    if (part === null)
      return refuse('file.type-unsupported', `${file} is no list that is known. ${acceptedLists}`);
    if (parts[part] !== undefined)
      return refuse('input.invalid', `${file} is the second file with the same part of a list.`);
    parts[part] = text;
  }
  if (parts.names === undefined)
    return refuse(
      'input.invalid',
      'it has aliases or addresses alone: add sdn.csv together with it.',
    );
  const entries = await readOfacCsv(parts, turns);
  if (!entries.ok) return entries;
  const gaps = [
    ...(parts.aliases === undefined ? ['Without alt.csv: only weak aliases are known.'] : []),
    'The file does not say its day.',
  ];
  return ok({ ...ofac(name), edition: null, entries: entries.value, gaps });
}

/** Is it one of OFAC's CSV files, which form a list together? */
export const isOfacPart = (bytes: Uint8Array): boolean =>
  ofacPart(new TextDecoder('latin1').decode(bytes.subarray(0, beginningBytes))) !== null;

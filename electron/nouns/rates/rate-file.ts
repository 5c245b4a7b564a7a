import { isIsoDate, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { namedColumns, namesOf } from '../../engines/columns/headings.ts';
import { readCsv } from '../../engines/files/csv-table.ts';
import { kindOf, notAWorkbook, withAcceptedTypes } from '../../engines/files/file-kind.ts';
import type { FileProblem, FileRow, Table } from '../../engines/files/table.ts';
import { createTurns } from '../../engines/files/turns.ts';
import { readXlsx } from '../../engines/files/xlsx-table.ts';
import { openArchive } from '../../engines/files/zip-archive.ts';
import { readZipDirectory } from '../../engines/files/zip-directory.ts';
import { readCentralBankXml } from './central-bank-xml.ts';
import type { StoredRate, Pair } from './tables.ts';

export type GivenRates = { readonly rates: readonly StoredRate[]; readonly at: IsoDate };

/** The European Central Bank’s history has some 7,000 days. */
const rowsMax = 20_000;
const acceptedTypes =
  'Rates are read from CSV, XLSX, the European Central Bank’s XML, and a ZIP with one of these in it.';

/**
 * Reads the rates of a file. The European Central Bank's, CSV or XML, are each per euro. Another file has columns `currency`, `rate`,
 * `date` and perhaps `base`: one unit of the currency in the reporting one, or of the base in the currency. A cell that cannot be read
 * refuses the whole file, with its line.
 */
export async function readRates(
  bytes: Uint8Array,
  { fileName, reporting }: { fileName: string; reporting: string | null },
): Promise<Result<GivenRates, string>> {
  const read = await pairsIn(bytes, reporting);
  if (!read.ok) return read;
  const at = read.value
    .map((one) => one.at)
    .toSorted()
    .at(-1);
  if (at === undefined) return err('there is no rate in it.');
  const rates = read.value.map((one) => ({ ...one, source: 'file' as const, name: fileName }));
  return ok({ rates, at });
}

async function pairsIn(
  bytes: Uint8Array,
  reporting: string | null,
): Promise<Result<Pair[], string>> {
  const kind = withAcceptedTypes(kindOf(bytes), acceptedTypes);
  if (!kind.ok) return err(kind.error.message);
  if (kind.value === 'xml') return readCentralBankXml(bytes);
  if (kind.value === 'zip') return pairsInZip(bytes, reporting);
  return pairsInTable(await readCsv(bytes, rowsMax, createTurns(), knownIn), reporting);
}

/** Reads a workbook, or the archive in which the central bank publishes its CSV. */
async function pairsInZip(
  bytes: Uint8Array,
  reporting: string | null,
): Promise<Result<Pair[], string>> {
  const parts = await readZipDirectory(bytes);
  if (parts.ok && notAWorkbook(parts.value) === null)
    return pairsInTable(
      await readXlsx(bytes, { rowsMax, turns: createTurns(), named: /^rates$/i }),
      reporting,
    );
  const { files, refused } = await openArchive('The archive', bytes, archiveLimits);
  const [only, another] = files;
  if (refused[0]) return err(`${refused[0].name} ${refused[0].reason}`);
  if (!only || another)
    return err(`it holds several files: give the one with the rates. ${acceptedTypes}`);
  const inside = kindOf(only.bytes);
  if (inside.ok && inside.value === 'zip')
    return err(`${only.name} is an archive within an archive: unpack it first.`);
  const read = await pairsIn(only.bytes, reporting);
  return read.ok ? read : err(`in ${only.name}, ${read.error}`);
}

const archiveLimits = { fileBytesMax: 1_000_000, bytesMax: 2_000_000, filesMax: 10 };

function pairsInTable(
  table: Result<Table, FileProblem>,
  reporting: string | null,
): Result<Pair[], string> {
  if (!table.ok) return err(table.error.message);
  if (table.value.rows.length > rowsMax)
    return err(`it has more than ${rowsMax.toLocaleString('en')} lines: give the newest of them.`);
  const [head, ...rows] = table.value.rows;
  const headings = head?.cells.map(({ text }) => text.trim()) ?? [];
  return headings[0]?.toLowerCase() === 'date' && headings.some(isCurrency)
    ? centralBankRates(headings, rows)
    : columnRates(headings, { rows, reporting });
}

const rateFields = ['currency', 'rate', 'date', 'base'] as const;
type RateField = (typeof rateFields)[number];

const rateNames = namesOf<RateField>({
  currency: ['currency'],
  rate: ['rate'],
  date: ['day', 'valueDay'],
  base: ['baseCurrency'],
});

const knownIn = (cells: readonly string[]): number =>
  cells.filter((text) => rateNames.fieldsOf(text).length > 0 || isCurrency(text.trim())).length;

/** Reads `Date, USD, JPY, …` and `20 November 2026, 1.0850, …`. Of several days the newest counts, in any order. */
function centralBankRates(
  headings: readonly string[],
  rows: readonly FileRow[],
): Result<Pair[], string> {
  const days = new Map<IsoDate, FileRow>();
  for (const row of rows) {
    const unusable = problemIn(row, 0, 'date');
    if (unusable !== null) return err(unusable);
    const written = row.cells[0]?.text.trim() ?? '';
    const day = dayOf(written);
    if (day === null) return err(`line ${String(row.line)} has no day: “${written}”.`);
    if (days.has(day)) return err(`line ${String(row.line)} has the day ${day} again.`);
    days.set(day, row);
  }
  const at = [...days.keys()].sort().at(-1);
  const newest = at === undefined ? undefined : days.get(at);
  if (at === undefined || newest === undefined) return ok([]);
  const texts = newest.cells.map(({ text }) => trimmed(text.trim()));
  const pairs: Pair[] = [];
  for (const [index, counter] of headings.entries()) {
    const rate = texts[index] ?? '';
    if (!isCurrency(counter)) continue;
    const unusable = problemIn(newest, index, 'rate');
    if (unusable !== null) return err(unusable);
    if (/^(?:N\/A)?$/i.test(rate)) continue;
    if (!isRate(rate)) return err(`line ${String(newest.line)} has no rate: “${rate}”.`);
    pairs.push({ base: 'EUR', counter, rate, at });
  }
  return ok(pairs);
}

function columnRates(
  headings: readonly string[],
  { rows, reporting }: { rows: readonly FileRow[]; reporting: string | null },
): Result<Pair[], string> {
  const valuesAt = (at: number): string[] => rows.map(({ cells }) => cells[at]?.text.trim() ?? '');
  const columns = namedColumns(headings, rateNames, (field, at) =>
    valuesAt(at).every((text) => text === '' || (dayOf(text) !== null) === (field === 'date')),
  );
  const missing = (['currency', 'rate', 'date'] as const).filter(
    (name) => columns[name] === undefined,
  );
  if (missing.length > 0)
    return err(
      `it has no column “${missing.join('”, no column “')}”, and is not the European Central Bank’s.`,
    );
  if (reporting === null && columns.base === undefined)
    return err('it has no column “base”. Choose the currency of the total first.');
  const pairs: Pair[] = [];
  for (const row of rows) {
    const { line, cells } = row;
    const [unusable] = rateFields.flatMap((name) => problemIn(row, columns[name], name) ?? []);
    if (unusable !== undefined) return err(unusable);
    const textIn = (name: RateField): string => cells[columns[name] ?? -1]?.text.trim() ?? '';
    const currency = textIn('currency').toUpperCase();
    const base = textIn('base').toUpperCase();
    const rate = trimmed(pointed(textIn('rate')));
    const at = dayOf(textIn('date'));
    if (!isCurrency(currency) || (base !== '' && !isCurrency(base)))
      return err(`line ${String(line)} names no currency that is known here.`);
    if (!isRate(rate)) return err(`line ${String(line)} has no rate: “${textIn('rate')}”.`);
    if (at === null) return err(`line ${String(line)} has no day: “${textIn('date')}”.`);
    const counter = base === '' ? reporting : currency;
    if (counter === null) return err(`line ${String(line)} has no base.`);
    const pair = { base: base === '' ? currency : base, counter, rate, at };
    if (pairs.some((earlier) => isOtherwise(earlier, pair)))
      return err(
        `line ${String(line)} has another rate of ${currency} for ${at} than a line above.`,
      );
    pairs.push(pair);
  }
  return ok(pairs);
}

/** Says in a sentence why the text of a cell cannot be used, such as a formula; null where it can. */
function problemIn(
  { line, cells }: FileRow,
  column: number | undefined,
  name: RateField,
): string | null {
  const problem = cells[column ?? -1]?.problem;
  return problem === undefined ? null : `the ${name} of line ${String(line)} ${problem}.`;
}

const isOtherwise = (earlier: Pair, { base, counter, at, rate }: Pair): boolean =>
  earlier.base === base &&
  earlier.counter === counter &&
  earlier.at === at &&
  earlier.rate !== rate;

/** Reads a comma as the decimal point where it cannot separate thousands. A rate of `1,085` may be either, and is refused. */
const pointed = (text: string): string =>
  /^(0,\d+|\d+,(\d{1,2}|\d{4,}))$/.test(text) ? text.replace(',', '.') : text;

/** Removes zeros after the twelfth decimal place. */
const trimmed = (text: string): string => text.replace(/(\.\d{12})0+$/, '$1');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-11-20`, `20.11.2026`, or `20 November 2026` as the central bank writes it; nothing else, as 04/05 is two days. */
function dayOf(text: string): IsoDate | null {
  const [, first, second, last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (first !== undefined && second !== undefined && last !== undefined)
    return dayOf(`${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`);
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const iso =
    year === '' ? text : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(iso) ? iso : null;
}

import { isIsoDate, type IsoDate } from '../../shared/calendar.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { isRate } from '../../shared/money/rate.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { readCsv } from '../files/csv-table.ts';
import type { FileRow } from '../files/table.ts';
import { createTurns } from '../files/turns.ts';
import type { KeptRate } from './tables.ts';

export type GivenRates = { readonly rates: readonly KeptRate[]; readonly at: IsoDate };

const rowsMax = 1_000;

/**
 * The rates of a file. The European Central Bank's has `Date` and then a column a currency, each per euro; another has columns
 * `currency`, `rate`, `date` and perhaps `base`: one unit of the currency in the reporting one, or of the base in the currency. A row
 * that cannot be read refuses the whole file, with its line.
 */
export async function readRates(
  bytes: Uint8Array,
  { fileName, reporting }: { fileName: string; reporting: string },
): Promise<Result<GivenRates, string>> {
  const table = await readCsv(bytes, rowsMax, createTurns(), knownIn);
  if (!table.ok) return err(table.error.message);
  const [head, ...rows] = table.value.rows;
  const headings = head?.cells.map(({ text }) => text.trim()) ?? [];
  const read =
    headings[0]?.toLowerCase() === 'date' && headings.slice(1).some(isCurrency)
      ? centralBankRates(headings, rows)
      : columnRates(headings, { rows, reporting });
  if (!read.ok) return read;
  const at = read.value
    .map((one) => one.at)
    .toSorted()
    .at(-1);
  if (at === undefined) return err('there is no rate in it.');
  const rates = read.value.map((one) => ({ ...one, source: 'file' as const, name: fileName }));
  return ok({ rates, at });
}

type Pair = Pick<KeptRate, 'base' | 'counter' | 'rate' | 'at'>;

const known = ['currency', 'rate', 'date', 'base'];
const knownIn = (cells: readonly string[]): number =>
  cells.filter((text) => known.includes(text.trim().toLowerCase()) || isCurrency(text.trim()))
    .length;

/** `Date, USD, JPY, …` and `20 November 2026, 1.0850, …`; of the history the newest line, which is the first. */
function centralBankRates(
  headings: readonly string[],
  [newest]: readonly FileRow[],
): Result<Pair[], string> {
  const texts = newest?.cells.map(({ text }) => text.trim()) ?? [];
  const at = dayOf(texts[0] ?? '');
  if (at === null) return err(`“${texts[0] ?? ''}” is not a day.`);
  const pairs = headings.flatMap((counter, index) => {
    const rate = texts[index] ?? '';
    return index > 0 && isCurrency(counter) && isRate(trimmed(rate))
      ? [{ base: 'EUR', counter, rate: trimmed(rate), at }]
      : [];
  });
  return ok(pairs);
}

function columnRates(
  headings: readonly string[],
  { rows, reporting }: { rows: readonly FileRow[]; reporting: string },
): Result<Pair[], string> {
  const columns = headings.map((heading) => heading.toLowerCase());
  const missing = ['currency', 'rate', 'date'].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return err(
      `it has no column “${missing.join('”, no column “')}”, and is not the European Central Bank’s.`,
    );
  const pairs: Pair[] = [];
  for (const { line, cells } of rows) {
    const textIn = (name: string): string => cells[columns.indexOf(name)]?.text.trim() ?? '';
    const currency = textIn('currency').toUpperCase();
    const base = textIn('base').toUpperCase();
    const rate = trimmed(textIn('rate'));
    const at = dayOf(textIn('date'));
    if (!isCurrency(currency) || (base !== '' && !isCurrency(base)))
      return err(`line ${String(line)} names no currency that is known here.`);
    if (!isRate(rate)) return err(`line ${String(line)} has no rate: “${textIn('rate')}”.`);
    if (at === null) return err(`line ${String(line)} has no day: “${textIn('date')}”.`);
    pairs.push(
      base === ''
        ? { base: currency, counter: reporting, rate, at }
        : { base, counter: currency, rate, at },
    );
  }
  return ok(pairs);
}

/** Zeros behind the twelfth place say nothing. */
const trimmed = (text: string): string => text.replace(/(\.\d{12})0+$/, '$1');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-11-20`, or `20 November 2026` as the central bank writes it; nothing else, as 04/05 is two days. */
function dayOf(text: string): IsoDate | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const iso =
    year === '' ? text : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(iso) ? iso : null;
}

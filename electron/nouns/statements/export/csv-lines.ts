import { isCurrency, shownDigits } from '../../../../shared/money/currencies.ts';
import { accountKeyAt, ordinalOf } from '../../accounts/ordinals.ts';
import { disarmed, quoted } from '../../../engines/formats/csv-file.ts';
import {
  atOneMoment,
  prepared,
  row,
  rows,
  type AnyDatabase,
} from '../../../engines/store/database.ts';
import { directionOf } from '../entries/entry-rows.ts';
import type { TextBatch } from './export-format.ts';
import {
  batchQuery,
  exportColumns,
  exportedMeanings,
  figureOf,
  type ExportRow,
} from './export-rows.ts';
import { meaningsAt } from '../entries/meanings.ts';
import { labelledNameSql, orderedPayeeSql } from '../counterparty/own-orders.ts';
import type { BatchQuestion } from '../query/filters.ts';

/**
 * Builds CSV lines of plain entries, as nearly all are, in the database itself: a batch leaves it as one byte sequence, and no cell
 * becomes a JavaScript value.
 */

/** Returns a cell of text that a bank or a payer wrote. Amounts, dates and codes are already checked and need no disarming. */
export const othersCell = (text: string): string => quoted(disarmed(text));

/** Formats any entry as a line without its account, its meanings and the line end. A missing value is an empty cell. */
export function csvLine(row: ExportRow): string {
  const [id, at, direction, amount, currency, type, narration, reference, balance, digits] = row;
  return `${othersCell(id)},${quoted(at)},"${directionOf(direction)}","${figureOf(amount, currency, digits)}",${quoted(currency)},${othersCell(type)},${othersCell(narration)},${othersCell(reference)},"${figureOf(balance, currency, digits)}"`;
}

/** Formats an entry at a bank whose file maps no field: its counterparty comes from an own order or a label. */
const plainLine = (row: ExportRow): string =>
  `${csvLine(row)},${othersCell(exportedMeanings(row, unmapped).counterparty ?? '')}`;

const unmapped = meaningsAt({});

type StoredBatch = {
  readonly entries: number;
  readonly lines: number;
  readonly last: number | null;
  readonly text: Uint8Array | null;
};

/** Returns the lines of a view's next entries, each with its line end. */
export const csvBatch = (database: AnyDatabase, question: BatchQuestion): TextBatch =>
  atOneMoment(database, () => {
    registerCsvLine(database);
    const account = ordinalOf(database, question.accountNumber);
    const { from, order, params } = batchQuery(account, question);
    const currency = ownCurrency(database, account);
    const types = rows<EntryType>(database, 'SELECT id, name FROM transaction_type ORDER BY id');
    const sql = `SELECT count(*) AS entries, count(line) AS lines, max(key) AS last,
        CAST(group_concat(line, '') AS BLOB) AS text
      FROM (SELECT e.key AS key, @account || ${lineSql(currency, types, hasNames(database))} || char(13, 10) AS line
        FROM ${from} ORDER BY ${order} LIMIT ?)`;
    const cells = types.map(({ id, name }) => [`type${String(id)}`, othersCell(name)]);
    const batch = prepared(database, sql).get(...params, question.limit, {
      currency,
      account: `${othersCell(question.accountNumber)},`,
      ...Object.fromEntries(cells),
    }) as StoredBatch;
    // A null value makes the whole line null. No entry may be lost that way.
    if (batch.lines !== batch.entries) throw new Error('an entry could not be written as a line');
    return {
      text: batch.text ?? new Uint8Array(),
      entries: batch.entries,
      nextKey: batch.entries < question.limit ? null : batch.last,
    };
  });

/** Are there any own orders or labels? Without them, a million entries are written without looking at either. */
const hasNames = (database: AnyDatabase): boolean =>
  row(database, 'SELECT 1 FROM own_order UNION ALL SELECT 1 FROM entry_label LIMIT 1') !== null;

const isUnnamedSql = `${labelledNameSql} IS NULL AND ${orderedPayeeSql} IS NULL`;

type EntryType = { readonly id: number; readonly name: string };

/** Returns the account's currency, in which nearly all of its entries are; null if it is unknown. */
function ownCurrency(database: AnyDatabase, account: number): string | null {
  const currency = accountKeyAt(database, account)?.currency;
  return currency && isCurrency(currency) ? currency : null;
}

/** Registers the function that formats any line, once per connection. */
function registerCsvLine({ connection }: AnyDatabase): void {
  if (registered.has(connection)) return;
  const options = { deterministic: true, directOnly: true, varargs: true };
  connection.function('csv_line', options, (...values) =>
    plainLine(values as unknown as ExportRow),
  );
  registered.add(connection);
}

const registered = new WeakSet<AnyDatabase['connection']>();

/** SQL: the line of an entry. Plain entries are formatted in SQL, all others by `csv_line`. */
function lineSql(currency: string | null, types: readonly EntryType[], hasNames: boolean): string {
  const otherwise = `csv_line(${exportColumns})`;
  if (currency === null || types.length === 0) return otherwise;
  const digits = shownDigits(currency);
  const ofType = types.map(({ id }) => `WHEN ${String(id)} THEN @type${String(id)}`).join(' ');
  const cells = [
    `e.id`,
    `e.at`,
    `iif(e.direction = 1, 'credit', 'debit')`,
    figureSql('e.amount_e4', digits),
    `@currency || '",' || CASE e.type ${ofType} END || ',"' || e.narration`,
    `e.reference`,
    figureSql('e.balance_e4', digits),
  ];
  const plain = hasNames ? `${isPlainSql(digits)} AND ${isUnnamedSql}` : isPlainSql(digits);
  return `iif(${plain}, '"' || ${cells.join(` || '","' || `)} || '",""', ${otherwise})`;
}

/** SQL: is the entry in the account's currency, with no more decimals than that has, and with texts that need no escaping? */
const isPlainSql = (digits: number): string =>
  [
    `e.currency = @currency`,
    ...['e.amount_e4', 'e.balance_e4'].map((column) => isPlainFigureSql(column, digits)),
    ...['e.id', 'e.narration', 'e.reference'].map(isHarmlessSql),
    `instr(e.id || e.at || e.narration || e.reference, '"') = 0`,
  ].join(' AND ');

/** SQL: is the figure at least 1 in magnitude, so that integer division keeps its minus, and within the currency's decimals? */
const isPlainFigureSql = (column: string, digits: number): string =>
  `${column} % ${String(10 ** (4 - digits))} = 0 AND ${column} NOT BETWEEN -9999 AND 9999`;

const figureSql = (column: string, digits: number): string =>
  digits === 0
    ? `(${column} / 10000)`
    : `(${column} / 10000) || '.' || substr(${column}, -4, ${String(digits)})`;

/**
 * SQL: does the text begin with a letter or a digit, or is it empty? It then begins with no blank and no character that makes a cell a
 * formula. Compares bytes. {@link csvLine} formats texts outside these ranges.
 */
const isHarmlessSql = (column: string): string =>
  `(${harmless.map(([first, beyond]) => `${column} >= '${first}' AND ${column} < '${beyond}' OR `).join('')}${column} = '')`;

/** Ranges without their end: Latin letters; digits; letters from Latin to Thai; kana, Han and Hangul. */
const harmless = [
  ['A', '{'],
  ['0', ':'],
  ['À', 'က'],
  ['ぁ', '豈'],
] as const;

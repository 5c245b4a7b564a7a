import type { DayOrder } from '../../../../shared/ipc/review/books.ts';
import { limits } from '../../../../shared/limits.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits } from '../../../../shared/money/decimal.ts';
import type { Decimals } from '../../../../shared/ipc/changes/payment-files.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { currencyIn } from '../../../engines/columns/headings.ts';
import {
  againstShape,
  columnNamed,
  columnsProblem,
  decidedDecimals,
  guessedColumns,
  unknownColumns,
} from '../../../engines/columns/match.ts';
import type { SavedMatch } from '../../../engines/columns/match.ts';
import { cellAt, sampleRows, outlineOf, type Outline } from '../../../engines/columns/outline.ts';
import { refuse, type Cell, type FileProblem, type FileRow } from '../../../engines/files/table.ts';
import { currencyOf, signedCell, signOf, unitsIn } from './amounts.ts';
import { dayIn, dayOrderOf } from './days.ts';
import {
  columnsByHeading,
  columnsByValues,
  knownHeadings,
  ledgerFieldOf,
  ledgerFields,
  ledgerFinding,
  noColumn,
  wantingColumn,
  type LedgerColumns,
  type LedgerField,
} from './ledger-columns.ts';
import type {
  LedgerReading,
  ReadingOptions,
  TableReading,
  ParsedLedger,
  ParsedLine,
} from './ledger.ts';
import { tooManyLines } from './reach.ts';

/** Rows that are looked through for a heading, and headings that one has at least. */
const titleRowsMax = 30;
const headingsMin = 3;

/** Reads the rows of a table as lines of a ledger, by known headings, a person's choices, or those saved for its shape. */
export function linesOfTable(
  rows: readonly FileRow[],
  reading: LedgerReading,
): Result<ParsedLedger & { readonly reading: TableReading }, FileProblem> {
  const outline = ledgerOutline(rows);
  const body = rows.slice(outline.first);
  if (body.length === 0) return refuse('file.empty', 'there is no line under its heading.');
  const found = columnsOf(body, outline, reading);
  if (!found.ok) return found;
  const { columns, decimals: chosen, note, dayOrder, reversed } = found.value;
  const amounts = amountColumns(columns).flatMap((at) => body.map((row) => signedAt(row, at)));
  const decimals = decidedDecimals(amounts, chosen);
  if (!decimals.ok) return decimals;
  const days = body.map((row) => textAt(row, columns.day));
  const order = dayOrderOf(days, reading.period, dayOrder);
  if (!order.ok) return order;
  const lines = linesIn(body, {
    ...{ columns, reversed, order: order.value, usual: reading.currency },
    headed: headedCurrency(columns, outline),
    decimals: decimals.value ?? 'point',
  });
  if (!lines.ok) return lines;
  const { shape, headings } = outline;
  return ok({
    lines: lines.value.lines,
    notes: [...note, ...lines.value.notes],
    reading: {
      ...{ shape, headings, columns, reversed },
      ...{ decimals: decimals.value, dayOrder: order.value },
    },
  });
}

/** Describes a table whose columns a person may have to match: the guessed meaning of each column, and the first rows. */
export function seenTable(rows: readonly FileRow[]) {
  const outline = ledgerOutline(rows);
  return {
    ...outline,
    columns: guessedColumns(rows.slice(outline.first), outline, {
      fieldOf: ledgerFieldOf,
      findingOf: ledgerFinding,
    }),
    firstLines: rows
      .slice(Math.max(0, outline.first - 1), outline.first + shownRows)
      .map(({ line, cells }) => ({ line, cells: cells.map(({ text }) => text) })),
  };
}

const shownRows = 6;

function ledgerOutline(rows: readonly FileRow[]): Outline {
  const heading = rows
    .slice(0, titleRowsMax)
    .findIndex(({ cells }) => knownHeadings(cells.map(({ text }) => text)) >= headingsMin);
  return outlineOf(rows, heading < 0 ? undefined : heading + 1);
}

type Columns = {
  readonly columns: LedgerColumns;
  readonly decimals: Decimals | null;
  readonly dayOrder: DayOrder | undefined;
  readonly reversed: boolean;
  readonly note: readonly string[];
};

/** A person's choices for this file, then those saved for its shape, then its headings. */
function columnsOf(
  body: readonly FileRow[],
  outline: Outline,
  { options, savedFor }: LedgerReading,
): Result<Columns, FileProblem> {
  const own = chosenColumns(options.columns, outline);
  if (!own.ok) return own;
  const cellsAt = valuesOf(body);
  const named =
    outline.hasHeading && options.isWhole !== true
      ? columnsByHeading(outline.headings, cellsAt)
      : {};
  const columns = withoutClaimed({ ...named, ...own.value }, own.value);
  const { decimals, dayOrder, reversed = false } = options;
  const isOfFile = options.isWhole === true || Object.keys(options.columns).length > 0;
  const saved = isOfFile ? null : savedFor(outline.shape);
  if (saved) {
    const known = savedColumns(body, outline, saved);
    if (!known.ok) return known;
    const { dayOrder: before, reversed: wasReversed } = saved.reading;
    return ok({
      columns: known.value,
      decimals: decimals ?? saved.decimals,
      dayOrder: dayOrder ?? (before as DayOrder | undefined),
      reversed: options.reversed ?? wasReversed === 'yes',
      note: [saved.words],
    });
  }
  const wanting = wantingColumn(columns);
  if (wanting === null) return ok({ columns, decimals, dayOrder, reversed, note: [] });
  const found =
    options.isWhole === true ? null : columnsByValues(columns, outline.headings, cellsAt);
  return found !== null && wantingColumn(found) === null
    ? ok({
        ...{ columns: found, decimals, dayOrder, reversed },
        note: [byValuesWords(outline, columns, found)],
      })
    : unknownColumns(`${wanting} ${seenWords(body, outline)}`);
}

/** The values by which a column is recognised. */
const valuesOf =
  (body: readonly FileRow[]) =>
  (at: number): Cell[] =>
    body
      .slice(0, sampleRows)
      .map((row) => cellAt(row, at))
      .filter(({ text }) => text.trim() !== '');

const byValuesWords = (
  { headings }: Outline,
  before: LedgerColumns,
  found: LedgerColumns,
): string => {
  const read = Object.entries(found)
    .filter(([field]) => !(field in before))
    .map(
      ([field, at]) =>
        `“${headings[at] ?? ''}” as ${ledgerFields[field as LedgerField].toLowerCase()}`,
    );
  return `By its values it is read with ${read.join(', ')}.`;
};

function savedColumns(
  body: readonly FileRow[],
  { headings }: Outline,
  saved: SavedMatch,
): Result<LedgerColumns, FileProblem> {
  const columns = saved.columns as LedgerColumns;
  const problem = columnsProblem(saved.columns, {
    known: new Set(Object.keys(ledgerFields)),
    width: headings.length,
    record: 'line of a ledger',
  });
  const amounts = amountColumns(columns).flatMap((at) => body.map((row) => signedAt(row, at)));
  const against = problem ?? againstShape(amounts, saved);
  return against === null ? ok(columns) : unknownColumns(against);
}

function chosenColumns(
  chosen: ReadingOptions['columns'],
  { headings }: Outline,
): Result<LedgerColumns, FileProblem> {
  const columns: Partial<Record<LedgerField, number>> = {};
  for (const [field, name] of Object.entries(chosen)) {
    const at = typeof name === 'number' ? ok(name) : columnNamed(headings, name);
    if (!at.ok) return unknownColumns(at.error);
    columns[field as LedgerField] = at.value;
  }
  const problem = columnsProblem(columns, {
    known: new Set(Object.keys(ledgerFields)),
    width: headings.length,
    record: 'line of a ledger',
  });
  return problem === null ? ok(columns) : unknownColumns(problem);
}

/** Removes the other meanings of a column that a person gave a meaning. */
function withoutClaimed(columns: LedgerColumns, own: LedgerColumns): LedgerColumns {
  const claimed = Object.values(own);
  const isOwn = (field: string): boolean => field in own;
  return Object.fromEntries(
    Object.entries(columns).filter(([field, at]) => isOwn(field) || !claimed.includes(at)),
  );
}

function seenWords(body: readonly FileRow[], outline: Outline): string {
  const seen = guessedColumns(body, outline, {
    fieldOf: ledgerFieldOf,
    findingOf: ledgerFinding,
  }).map(
    ({ heading, description, guess }) =>
      `“${heading}” (${guess === null ? description : `${description}: ${guess}?`})`,
  );
  return `Its columns are ${seen.join(', ')}. Say what they mean: ${Object.keys(ledgerFields).join(', ')}.`;
}

/** A currency in the heading of every amount is that of all lines. */
function headedCurrency(columns: LedgerColumns, { headings, hasHeading }: Outline): string {
  const named = new Set(
    amountColumns(columns).map((at) => currencyIn(headings[at ?? noColumn] ?? '')),
  );
  const [only = ''] = named;
  return hasHeading && named.size === 1 ? only : '';
}

/** The column of a cell in its row; undefined is an empty cell. */
type At = number | undefined;

const amountColumns = ({ amount, debit, credit }: LedgerColumns): At[] =>
  amount === undefined ? [debit, credit] : [amount];

const cellIn = (row: FileRow, at: At): Cell => cellAt(row, at ?? noColumn);

const textAt = (row: FileRow, at: At): string => cellIn(row, at).text.trim();

const signedAt = (row: FileRow, at: At) => signedCell(cellIn(row, at));

type RowReading = {
  readonly columns: LedgerColumns;
  readonly decimals: Decimals;
  readonly order: DayOrder;
  readonly reversed: boolean;
  /** The currency of a line without one. */
  readonly usual: string;
  /** The currency that the headings of its amounts name; empty where they name none. */
  readonly headed: string;
};

/** Why a row is no line of the books. */
const leftOut = {
  day: ['has no day', 'have no day'],
  amount: ['has no amount', 'have no amount'],
  sum: ['is a sum or a balance by its words', 'are sums or balances by their words'],
} as const;

type LeftOut = Readonly<Record<keyof typeof leftOut, number[]>>;

/** Lines without a day or an amount, and totals and balances, are left out by name; an amount that cannot be read refuses the file. */
function linesIn(
  body: readonly FileRow[],
  reading: RowReading,
): Result<{ lines: ParsedLine[]; notes: string[] }, FileProblem> {
  const lines: ParsedLine[] = [];
  const without: LeftOut = { day: [], amount: [], sum: [] };
  for (const row of body) {
    const parsed = lineIn(row, reading);
    if (parsed === null)
      return refuse('input.invalid', `the amount on line ${row.line} cannot be read exactly.`);
    if (typeof parsed === 'string') without[parsed].push(row.line);
    else lines.push(parsed);
  }
  if (lines.length === 0) return unknownColumns('none of its lines has a day that can be read.');
  return lines.length > limits.ledgerLinesMax
    ? tooManyLines()
    : ok({ lines, notes: leftOutNotes(without) });
}

/** Null where its amount cannot be read. */
function lineIn(row: FileRow, reading: RowReading): ParsedLine | keyof LeftOut | null {
  const { columns, order, usual, headed, reversed } = reading;
  const day = dayIn(textAt(row, columns.day), order);
  if (day === null) return 'day';
  if (isSum(row, columns)) return 'sum';
  if (amountColumns(columns).every((at) => isEmpty(row, at))) return 'amount';
  const units = unitsOf(row, reading);
  if (units === null) return null;
  const beside = amountColumns(columns).map((at) => currencyOf(cellIn(row, at)));
  const currency =
    textAt(row, columns.currency).toUpperCase() || (beside.find((code) => code !== '') ?? headed);
  return {
    ...{ line: row.line, day, currency, account: textAt(row, columns.account) },
    amount: fromUnits(reversed ? -units : units, shownDigits(currency === '' ? usual : currency)),
    references: [textAt(row, columns.reference), textAt(row, columns.document)].filter(
      (text) => text !== '',
    ),
    text: [textAt(row, columns.name), textAt(row, columns.text)].join(' ').trim(),
  };
}

const isEmpty = (row: FileRow, at: At): boolean => {
  const { text, problem } = cellIn(row, at);
  return text.trim() === '' && problem === undefined;
};

/** Words of programs for a sum or a balance, followed by nothing but a day or an amount. */
const sumWords =
  /^(?:(?:grand |sub-?)?totals?|totaal|totale|sum|solde(?: (?:initial|final|pr[eé]c[eé]dent|d[eé]but|fin))?|(?:begin|eind)saldo|saldo (?:iniziale|finale|inicial|final|anterior)|(?:opening|closing|final|ending|beginning) balance|balance(?: (?:b\/?f|c\/?f|brought forward|carried forward))?|(?:zwischen|gesamt)?summe|gesamt|(?:anfangs|end|schluss|er[öo]ffnungs)?(?:saldo|bestand)|saldo ?vortrag|übertrag|vortrag)\b[\s\d.,:/()'’-]*$/iu;

/** Whether a row is a sum: by its words, and only without a reference, as a payment may be called anything. */
const isSum = (row: FileRow, { reference, document, name, text }: LedgerColumns): boolean =>
  textAt(row, reference) === '' &&
  textAt(row, document) === '' &&
  sumWords.test(`${textAt(row, name)} ${textAt(row, text)}`.trim());

const namedMax = 5;

const leftOutNotes = (without: LeftOut): string[] =>
  Object.entries(without).flatMap(([why, numbers]) => {
    const [one, many] = leftOut[why as keyof LeftOut];
    if (numbers.length === 0) return [];
    if (numbers.length === 1) return [`Line ${numbers.join()} ${one} and was left out.`];
    const more = numbers.length > namedMax ? ` and ${numbers.length - namedMax} more` : '';
    return [`Lines ${numbers.slice(0, namedMax).join(', ')}${more} ${many} and were left out.`];
  });

/** Returns the effect on the account: in an own ledger, debits are money in. */
function unitsOf(row: FileRow, { columns, decimals }: RowReading): bigint | null {
  const at = (column: At): bigint | null => unitsIn(signedAt(row, column), decimals);
  if (columns.amount === undefined) {
    const [debit, credit] = [at(columns.debit), at(columns.credit)];
    return debit === null || credit === null ? null : debit - credit;
  }
  const amount = at(columns.amount);
  if (amount === null || columns.side === undefined) return amount;
  const sign = signOf(textAt(row, columns.side));
  return sign === null ? null : sign * amount;
}

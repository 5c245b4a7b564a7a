import { shownDigits } from '../../shared/money/currencies.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import type { Decimals } from '../../shared/ipc/payment-files.ts';
import { ok, type Result } from '../../shared/result.ts';
import {
  againstShape,
  columnNamed,
  columnsProblem,
  decidedDecimals,
  guessedColumns,
  unknownColumns,
} from '../columns/match.ts';
import { cellAt, outlineOf, type Outline } from '../columns/outline.ts';
import { refuse, type FileProblem, type FileRow } from '../files/table.ts';
import { signedCell, signOf, unitsIn } from './amounts.ts';
import { dayIn, dayOrderOf, type DayOrder } from './days.ts';
import {
  knownHeadings,
  ledgerFieldOf,
  ledgerFields,
  ledgerFinding,
  wantingColumn,
  type LedgerColumns,
  type LedgerField,
} from './ledger-columns.ts';
import type { Ledger, LedgerLine, LedgerReading } from './ledger.ts';
import { withinReach } from './reach.ts';

/** A ledger out of a table, and how its columns were read, to be remembered. */
export type TableLedger = Ledger & {
  readonly shape: string;
  readonly headings: readonly string[];
  readonly columns: LedgerColumns;
  readonly decimals: Decimals | null;
};

/** Rows that are looked through for a heading, and headings that one has at least. */
const titleRowsMax = 30;
const headingsMin = 3;

/** Reads the rows of a table as lines of a ledger, by headings that are known, a person's word, or what was said of its shape before. */
export function linesOfTable(
  rows: readonly FileRow[],
  reading: LedgerReading,
): Result<TableLedger, FileProblem> {
  const heading = rows
    .slice(0, titleRowsMax)
    .findIndex(({ cells }) => knownHeadings(cells.map(({ text }) => text)) >= headingsMin);
  const outline = outlineOf(rows, heading < 0 ? undefined : heading + 1);
  const body = rows.slice(outline.first);
  if (body.length === 0) return refuse('file.empty', 'there is no line under its heading.');
  const found = columnsOf(body, outline, reading);
  if (!found.ok) return found;
  const { columns, decimals: said, note } = found.value;
  const amounts = amountColumns(columns).flatMap((at) => body.map((row) => signedAt(row, at)));
  const decimals = decidedDecimals(amounts, said);
  if (!decimals.ok) return decimals;
  const days = body.map((row) => textAt(row, columns.day)).filter((text) => text !== '');
  const order = dayOrderOf(days, reading.period, reading.said.dayOrder);
  if (!order.ok) return order;
  const lines = linesIn(body, {
    ...{ columns, order: order.value, usual: reading.currency },
    decimals: decimals.value ?? 'point',
  });
  if (!lines.ok) return lines;
  const ledger = withinReach(lines.value.lines, reading);
  return ok({
    lines: ledger.lines,
    notes: [...note, ...lines.value.notes, ...ledger.notes],
    ...{ shape: outline.shape, headings: outline.headings, columns, decimals: decimals.value },
  });
}

type Columns = {
  readonly columns: LedgerColumns;
  readonly decimals: Decimals | null;
  readonly note: readonly string[];
};

function columnsOf(
  body: readonly FileRow[],
  outline: Outline,
  { said, savedFor }: LedgerReading,
): Result<Columns, FileProblem> {
  const own = saidColumns(said.columns, outline);
  if (!own.ok) return own;
  const named = { ...(outline.hasHeading ? namedColumns(outline) : {}), ...own.value };
  const columns = withoutTaken(named, own.value);
  if (wantingColumn(columns) === null) return ok({ columns, decimals: said.decimals, note: [] });
  const saved = savedFor(outline.shape);
  if (saved) {
    const problem = columnsProblem(saved.columns, {
      known: new Set(Object.keys(ledgerFields)),
      width: outline.headings.length,
      record: 'line of a ledger',
    });
    const before = saved.columns as LedgerColumns;
    const amounts = amountColumns(before).flatMap((at) => body.map((row) => signedAt(row, at)));
    const against = problem ?? againstShape(amounts, saved);
    if (against !== null) return unknownColumns(against);
    return ok({ columns: before, decimals: saved.decimals, note: [saved.words] });
  }
  return unknownColumns(`${wantingColumn(columns) ?? ''} ${seenWords(body, outline)}`);
}

function saidColumns(
  said: Readonly<Partial<Record<LedgerField, string>>>,
  { headings }: Outline,
): Result<LedgerColumns, FileProblem> {
  const columns: Partial<Record<LedgerField, number>> = {};
  for (const [field, name] of Object.entries(said)) {
    const at = columnNamed(headings, name);
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

/** Of two headings that mean the same, the first counts. */
function namedColumns({ headings }: Outline): LedgerColumns {
  const columns: Partial<Record<LedgerField, number>> = {};
  for (const [at, heading] of headings.entries()) {
    const field = ledgerFieldOf(heading);
    if (field !== undefined) columns[field] ??= at;
  }
  return columns;
}

/** A column that a person gave a meaning has no other. */
function withoutTaken(columns: LedgerColumns, own: LedgerColumns): LedgerColumns {
  const taken = Object.values(own);
  const isOwn = (field: string): boolean => field in own;
  return Object.fromEntries(
    Object.entries(columns).filter(([field, at]) => isOwn(field) || !taken.includes(at)),
  );
}

function seenWords(body: readonly FileRow[], outline: Outline): string {
  const seen = guessedColumns(body, outline, {
    fieldOf: ledgerFieldOf,
    findingOf: ledgerFinding,
  }).map(
    ({ heading, says, guess }) => `“${heading}” (${guess === null ? says : `${says}: ${guess}?`})`,
  );
  return `Its columns are ${seen.join(', ')}. Say what they mean: ${Object.keys(ledgerFields).join(', ')}.`;
}

const amountColumns = ({ amount, debit, credit }: LedgerColumns): number[] =>
  (amount === undefined ? [debit, credit] : [amount]).filter((at) => at !== undefined);

const textAt = (row: FileRow, at: number | undefined): string =>
  at === undefined ? '' : cellAt(row, at).text.trim();

const signedAt = (row: FileRow, at: number) => signedCell(cellAt(row, at));

type RowReading = {
  readonly columns: LedgerColumns;
  readonly decimals: Decimals;
  readonly order: DayOrder;
  /** The currency of a line that tells none. */
  readonly usual: string;
};

type Told = LedgerLine & { readonly currency: string };

/** Lines without a day, such as totals and balances, are left out by name; an amount that cannot be read refuses the file. */
function linesIn(
  body: readonly FileRow[],
  reading: RowReading,
): Result<{ lines: Told[]; notes: string[] }, FileProblem> {
  const { columns, order, usual } = reading;
  const lines: Told[] = [];
  const without: FileRow[] = [];
  for (const row of body) {
    const day = dayIn(textAt(row, columns.day), order);
    if (day === null) {
      without.push(row);
      continue;
    }
    const units = unitsOf(row, reading);
    if (units === null)
      return refuse('input.invalid', `the amount on line ${row.line} cannot be read exactly.`);
    const currency = textAt(row, columns.currency).toUpperCase();
    lines.push({
      ...{ line: row.line, day, currency: currency === '' ? usual : currency },
      amount: fromUnits(units, shownDigits(currency === '' ? usual : currency)),
      references: [textAt(row, columns.reference), textAt(row, columns.document)].filter(
        (text) => text !== '',
      ),
      text: [textAt(row, columns.name), textAt(row, columns.text)].join(' ').trim(),
    });
  }
  if (lines.length === 0) return unknownColumns('none of its lines has a day that can be read.');
  return ok({ lines, notes: without.length === 0 ? [] : [withoutDayWords(without)] });
}

const namedMax = 5;

const withoutDayWords = (rows: readonly FileRow[]): string => {
  const named = rows.slice(0, namedMax).map(({ line }) => line);
  const more = rows.length > namedMax ? ` and ${rows.length - namedMax} more` : '';
  return rows.length === 1
    ? `Line ${named.join()} has no day and was left out.`
    : `Lines ${named.join(', ')}${more} have no day and were left out.`;
};

/** What it does to the account: in an own ledger its debits come in. */
function unitsOf(row: FileRow, { columns, decimals }: RowReading): bigint | null {
  const at = (column: number | undefined): bigint | null =>
    column === undefined ? 0n : unitsIn(signedAt(row, column), decimals);
  if (columns.amount === undefined) {
    const [debit, credit] = [at(columns.debit), at(columns.credit)];
    return debit === null || credit === null ? null : debit - credit;
  }
  const amount = at(columns.amount);
  if (amount === null || columns.side === undefined) return amount;
  const sign = signOf(textAt(row, columns.side));
  return sign === null ? null : sign * amount;
}

import { asSent } from '../../../../shared/bank/extras.ts';
import {
  dateOfDayNumber,
  dayNumber,
  dayOf,
  isTimestamp,
  type Timestamp,
} from '../../../../shared/calendar/calendar.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isCurrency } from '../../../../shared/money/currencies.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { problemOf } from '../../../engines/bank/mapping/bank-text.ts';
import type { DirectionLabels } from '../chain/direction-labels.ts';
import type { UnreadableEntry, IncomingEntry } from '../entries/incoming.ts';
import { parseEntry } from '../entries/plain-entry.ts';

/** An entry of a page as read, or unreadable with the reason. */
export type ReadEntry =
  | { readonly ok: true; readonly entry: IncomingEntry }
  | { readonly ok: false; readonly unreadable: UnreadableEntry };

/** The requested days, both ends included, as day numbers. */
export type Days = { readonly from: number; readonly to: number };

/** The bank's conventions as known while a page is read. */
export type ParseOptions = {
  readonly days: Days;
  readonly labels: DirectionLabels;
  /** A figure of the statement whose separators may mean thousands or decimals; null if there is none. */
  readonly strangeFigure: string | null;
};

/**
 * Reads one entry of a page. An entry that cannot be stored exactly (an amount with a significant fifth decimal, a day that does not
 * exist or lies outside the requested days, an unknown direction label) is unreadable as a whole; the reason names the field.
 * Nothing is rounded. A currency is stored as received.
 */
export function readEntry(raw: unknown, ordinal: number, options: ParseOptions): ReadEntry {
  const { days, labels } = options;
  const parsed = parseEntry(raw);
  if (!parsed.success)
    return {
      ok: false,
      unreadable: unreadableEntry(raw, parsed.error.issues.map(plainIssue), days),
    };
  const { id, amount, balance, currency, transactionDate, direction: label } = parsed.data;
  const direction = labels.meaningOf(label);
  const day = dayWithin(transactionDate, days);
  const figures = figureIssues(raw, options);
  if (direction === null || day === null || figures.length > 0) {
    const issues = [
      ...figures,
      ...(direction === null ? [unknownLabel(label)] : []),
      ...(day === null ? [dayOutside(transactionDate, days)] : []),
    ];
    return { ok: false, unreadable: unreadableEntry(raw, issues, days) };
  }
  return {
    ok: true,
    entry: {
      id,
      amountE4: toUnits(amount),
      currency,
      direction,
      transactionType: parsed.data.transactionType,
      at: transactionDate,
      day,
      narration: parsed.data.narration,
      customReference: parsed.data.customReference,
      balanceE4: toUnits(balance),
      ordinal,
      extras: parsed.data.extras,
      digits: isCurrency(currency) ? undefined : digitsOf(amount, balance),
    },
  };
}

/**
 * Returns the UTC day, clamped to the requested range if it is at most one day outside: a bank may count days in another time zone.
 * Null for any other day.
 */
function dayWithin(at: Timestamp, { from, to }: Days): number | null {
  const day = dayNumber(dayOf(at));
  return day < from - 1 || day > to + 1 ? null : Math.min(Math.max(day, from), to);
}

/** Counts the decimals that the bank wrote: the only source for a currency whose minor unit is not in the table. */
const digitsOf = (...figures: readonly string[]): number =>
  Math.max(...figures.map((figure) => figure.split('.')[1]?.length ?? 0));

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

const noIssues: readonly Issue[] = [];

const plainIssue = (issue: Parameters<typeof problemOf>[0]): Issue => ({
  path: issue.path,
  message: problemOf(issue),
});

const unknownLabel = (label: string): Issue => ({
  path: ['direction'],
  message: `“${label.slice(0, 40)}” is no known word for debit or credit, and the balances do not show what it means; the bank file can define it at values.direction`,
});

/** Returns the entry's own JSON text, with its extra fields in their original places. */
export const ownText = (raw: unknown): string => JSON.stringify(asSent(raw));

const dayOutside = (at: Timestamp, { from, to }: Days): Issue => ({
  path: ['transactionDate'],
  message: `${at} lies outside the days that were asked for, ${dateOfDayNumber(from)} to ${dateOfDayNumber(to)}`,
});

/** A point is a decimal point, as in JSON, unless another figure of the statement contradicts it. */
function figureIssues(raw: unknown, { strangeFigure }: ParseOptions): readonly Issue[] {
  if (strangeFigure === null) return noIssues;
  const { amount, balance } = raw as { amount?: unknown; balance?: unknown };
  return Object.entries({ amount, balance })
    .filter(([, figure]) => typeof figure === 'string')
    .map(([field, figure]) => ({
      path: [field],
      message: `“${String(figure)}” is written as text, and “${strangeFigure.slice(0, 40)}” in the same statement is no plain figure: what separates thousands and decimals is unclear`,
    }));
}

function unreadableEntry(raw: unknown, issues: readonly Issue[], days: Days): UnreadableEntry {
  const fields = (raw ?? {}) as { id?: unknown; transactionDate?: unknown };
  const entryId = fields.id instanceof JsonNumber ? fields.id.source : fields.id;
  const at = fields.transactionDate;
  return {
    entryId: typeof entryId === 'string' ? entryId.toWellFormed() : '',
    day: typeof at === 'string' && isTimestamp(at) ? dayWithin(at, days) : null,
    reason: issues
      .map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`)
      .join('; '),
    text: ownText(raw),
  };
}

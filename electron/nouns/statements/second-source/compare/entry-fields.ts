import type { StatementEntry } from '../../../../../shared/bank/statements.ts';
import {
  dayOf,
  isIsoDate,
  isTimestamp,
  type Timestamp,
} from '../../../../../shared/calendar/calendar.ts';
import type { SourceDifference } from '../../../../../shared/ipc/accounts/second-sources.ts';
import { toUnits } from '../../../../../shared/money/decimal.ts';
import { unitsOf } from '../formats/figures.ts';
import type { SourceEntry } from '../formats/source.ts';

type Fields = SourceDifference['fields'];

/** Returns the fields of one entry that differ. Fields that the second source lacks are not compared. */
export function differingFields(here: StatementEntry, there: SourceEntry): Fields {
  return [
    ...differs('amount', here.amount, there.amount, sameMagnitude),
    ...differs('direction', here.direction, there.direction, isSame),
    ...differs('currency', here.currency, there.currency, sameText),
    ...differs('date', here.transactionDate, there.date, sameMoment),
    ...differs('narration', here.narration, there.narration, sameText),
    ...differs('custom reference', here.customReference, there.reference, sameText),
    ...differs('type', here.transactionType, there.type, sameText),
    ...differs('balance', here.balance, there.balance, sameFigure),
  ];
}

type Same = (here: string, there: string) => boolean;

const differs = (field: string, here: string, there: string | undefined, same: Same): Fields =>
  there === undefined || same(here, there) ? [] : [{ field, here, there }];

const isSame: Same = (here, there) => here === there;

/** Compares magnitudes: banks write outgoing amounts with or without a minus, and the direction is compared separately. */
const sameMagnitude: Same = (here, there) => {
  const units = unitsOf(there);
  return units !== null && magnitude(units) === magnitude(toUnits(here));
};

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

export const sameFigure: Same = (here, there) => unitsOf(there) === toUnits(here);

/** Ignores folded blanks, and an apostrophe in front that stops a spreadsheet from running the text. */
const sameText: Same = (here, there) => tidy(here) === tidy(there);

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A day without a time is the same if the instant falls on that day in any time zone. */
const sameMoment: Same = (here, there) => {
  if (isTimestamp(there)) return Date.parse(there) === Date.parse(here);
  const at = Date.parse(here);
  const from = dayOfMs(at - 12 * hourMs);
  const to = dayOfMs(at + 14 * hourMs);
  return daysIn(there).some((day) => day >= from && day <= to);
};

const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the day of a source's entry by UTC; null if it has none or an ambiguous one. */
export function reportedDay({ date }: SourceEntry): string | null {
  if (date === undefined) return null;
  if (isTimestamp(date)) return dayOf(date);
  const days = daysIn(date);
  return days.length === 1 ? (days[0] ?? null) : null;
}

/** Returns the days that a date can mean: 04/05/2026 is in April or in May. */
function daysIn(text: string): string[] {
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?=$|[T\s])/.exec(text.trim());
  if (iso) return [`${iso[1]}-${iso[2]}-${iso[3]}`].filter(isIsoDate);
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?=$|\s)/.exec(text.trim()) ?? [];
  const two = (part: string): string => part.padStart(2, '0');
  const days = [`${year}-${two(second)}-${two(first)}`, `${year}-${two(first)}-${two(second)}`];
  return [...new Set(days)].filter(isIsoDate);
}

/** Was the entry booked after the day was last received? A day without a time may mean later on that day. */
export function isLaterThan({ date }: SourceEntry, receivedAt: Timestamp): boolean {
  if (date === undefined) return false;
  if (isTimestamp(date)) return Date.parse(date) > Date.parse(receivedAt);
  return daysIn(date).some((day) => Date.parse(day) + dayMs > Date.parse(receivedAt));
}

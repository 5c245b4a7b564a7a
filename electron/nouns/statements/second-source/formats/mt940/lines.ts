import { shownDigits } from '../../../../../../shared/money/currencies.ts';
import { fromUnits } from '../../../../../../shared/money/decimal.ts';
import { unitsOf } from '../figures.ts';
import type { SourceEntry } from '../source.ts';
import { twoReadings } from './amount.ts';
import type { Balances } from './balances.ts';
import type { Field } from './fields.ts';
import { readLine, shownText, type LineReading } from './line.ts';

type Head = Omit<Balances, 'notes'>;

type Lines = {
  readonly entries: readonly SourceEntry[];
  /** The number of lines left out. */
  readonly unread: number;
  readonly notes: readonly string[];
};

type ReadLine = Exclude<LineReading, { reason: string }>;
type Line = { readonly at: number; readonly field: Field; readonly reading: LineReading };

/** Reads the lines of a statement. Notes name the lines left out, and the amount that is missing between its balances. */
export function linesIn(fields: readonly Field[], head: Head): Lines {
  const days = { first: head.opening?.date, last: head.closing?.date };
  const lines = fields.flatMap((field, at): Line[] =>
    field.tag === '61' ? [{ at, field, reading: readLine(field.value, head.currency, days) }] : [],
  );
  const proven = withoutDoubt(lines, head);
  const left = proven.flatMap(({ field, reading }) =>
    'reason' in reading ? [`“${shownText(field.value)}” (${reading.reason})`] : [],
  );
  return {
    entries: proven.flatMap(({ at, reading }) =>
      'reason' in reading ? [] : [entryOf(reading, head.currency, detailsBehind(fields, at))],
    ),
    unread: left.length,
    notes: [...leftOutNotes(left), ...missingNotes(missingIn(proven, head), head)],
  };
}

/** Rejects ambiguous amounts: those that the statement's balances must prove and do not, and those that they disprove. */
function withoutDoubt(lines: readonly Line[], head: Head): Line[] {
  const missing = missingIn(lines, head);
  const isWhole = lines.every(({ reading }) => !('reason' in reading));
  const isProven = isWhole && missing === 0n;
  const isHundredth = isWhole && missing !== 0n && missingIn(lines.map(inHundredths), head) === 0n;
  return lines.map((line) => {
    const { reading } = line;
    if ('reason' in reading) return line;
    const isDoubtful =
      (reading.doubt === 'balances' && !isProven) || (reading.doubt === 'hundredth' && isHundredth);
    return isDoubtful ? { ...line, reading: twoReadings(reading.written) } : line;
  });
}

function inHundredths(line: Line): Line {
  const { reading } = line;
  if ('reason' in reading || reading.doubt !== 'hundredth') return line;
  const amount = reading.amount.padStart(3, '0').replace(/(\d\d)$/, '.$1');
  return { ...line, reading: { ...reading, amount } };
}

/** Returns the closing balance minus the opening balance and the lines; null if a balance is missing. */
function missingIn(lines: readonly Line[], { opening, closing }: Head): bigint | null {
  const from = opening && unitsOf(opening.amount);
  const to = closing && unitsOf(closing.amount);
  if (from === undefined || from === null || to === undefined || to === null) return null;
  const moved = lines.reduce((sum, { reading }) => {
    if ('reason' in reading) return sum;
    const units = unitsOf(reading.amount) ?? 0n;
    return reading.isOut ? sum - units : sum + units;
  }, 0n);
  return to - from - moved;
}

const namedMax = 3;

const leftOutNotes = (left: readonly string[]): string[] => {
  if (left.length === 0) return [];
  const more = left.length - namedMax;
  const named = `${left.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
  return [
    left.length === 1
      ? `One line of it cannot be read and is left out: ${named}.`
      : `${String(left.length)} lines of it cannot be read and are left out: ${named}.`,
  ];
};

function missingNotes(missing: bigint | null, { currency = '' }: Head): string[] {
  if (missing === null || missing === 0n) return [];
  const amount = fromUnits(missing < 0n ? -missing : missing, shownDigits(currency));
  return [
    `Its lines do not lead from its opening to its closing balance: a ${missing < 0n ? 'debit' : 'credit'} of ${amount} ${currency} is missing.`,
  ];
}

/** Returns the details of field 86 after a line, without codes such as `?20`. */
function detailsBehind(fields: readonly Field[], at: number): string {
  const next = fields[at + 1];
  return next?.tag === '86' ? next.value.replace(/\n/g, '').replace(/\?\d{2}/g, ' ') : '';
}

const entryOf = (line: ReadLine, currency: string | undefined, details: string): SourceEntry => ({
  id: line.bankReference,
  amount: line.amount,
  direction: line.isOut ? 'debit' : 'credit',
  date: line.day,
  ...(currency === undefined ? {} : { currency }),
  words: [...line.references, details].filter((text) => text !== ''),
});

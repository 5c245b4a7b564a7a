import { addDays } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits, toUnits } from '../../../../shared/money/decimal.ts';
import { formatCount } from '../../../../shared/money/format.ts';
import type { Err } from '../../../../shared/result.ts';
import { refuse, type FileProblem } from '../../../engines/files/table.ts';
import type { Ledger, LedgerReading, ParsedLine } from './ledger.ts';

/** Leaves out lines in other currencies and lines too far from the period, with a note of how many. */
export function withinReach(
  parsed: readonly ParsedLine[],
  { period, currency, days }: Pick<LedgerReading, 'period' | 'currency' | 'days'>,
): Ledger {
  const ofCurrency = parsed.filter(
    (line) => currency === '' || [currency, ''].includes(line.currency),
  );
  const [from, to] = period ? [addDays(period.from, -days), addDays(period.to, days)] : [];
  const near = ofCurrency.filter(
    ({ day }) => from === undefined || to === undefined || (day >= from && day <= to),
  );
  const others = parsed.length - ofCurrency.length;
  const far = ofCurrency.length - near.length;
  return {
    lines: near.map(({ currency: own, account: _account, ...line }) => ({
      ...line,
      amount: fromUnits(toUnits(line.amount), shownDigits(own === '' ? currency : own)),
    })),
    notes: [
      ...(others === 0 ? [] : [`${linesText(others)} in another currency: left out.`]),
      ...(far === 0 ? [] : [`${linesText(far)} more than ${days} days from the period: left out.`]),
    ],
  };
}

const linesText = (count: number): string => (count === 1 ? '1 line is' : `${count} lines are`);

/** Refuses a file of any format that has more lines than are matched at once. */
export const tooManyLines = (): Err<FileProblem> =>
  refuse(
    'file.too-large',
    `it has more than ${formatCount(limits.ledgerLinesMax)} lines: save fewer days in one file.`,
  );

/** The refusal of a period with more entries than are matched at once. */
export const tooManyEntries = (): string =>
  `There are more than ${formatCount(limits.booksEntriesMax)} entries in these days: match fewer days at a time.`;

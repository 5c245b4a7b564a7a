import {
  addDays,
  isIsoDate,
  type IsoDate,
  type Period,
} from '../../../../shared/calendar/calendar.ts';
import type { DayOrder } from '../../../../shared/ipc/review/books.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { unknownColumns } from '../../../engines/columns/match.ts';
import type { FileProblem } from '../../../engines/files/table.ts';

const orders = ['day-first', 'month-first'] as const satisfies readonly DayOrder[];

/** Parses a day; `order` decides where the day and the month may be exchanged. Null where the text is no day. */
export function dayIn(text: string, order: DayOrder): IsoDate | null {
  const typed = text.trim().replace(/[T ].*/, '');
  const iso = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})$/.exec(typed);
  if (iso) return existing(iso[1], iso[2], iso[3]);
  const parts = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})$/.exec(typed);
  if (!parts) return null;
  const [, first, second, year = ''] = parts;
  const whole = year.length === 2 ? `20${year}` : year;
  // With dots the day comes first in every country.
  return order === 'day-first' || typed.includes('.')
    ? existing(whole, second, first)
    : existing(whole, first, second);
}

function existing(year = '', month = '', day = ''): IsoDate | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(text) ? text : null;
}

/**
 * Decides the order of day and month for a whole column: the order that reads more of its texts, or that puts most of them near the period
 * while the other does not. Fails with `file.columns-unknown` where neither decides.
 */
export function dayOrderOf(
  texts: readonly string[],
  period: Period | null,
  chosen: DayOrder | undefined,
): Result<DayOrder, FileProblem> {
  if (chosen) return ok(chosen);
  const reads = (order: DayOrder): number =>
    texts.filter((text) => dayIn(text, order) !== null).length;
  const [dayFirst, monthFirst] = [reads('day-first'), reads('month-first')];
  if (texts.every((text) => dayIn(text, 'day-first') === dayIn(text, 'month-first')))
    return ok('day-first');
  const readsOnly = (order: DayOrder, other: DayOrder): boolean =>
    texts.some((text) => dayIn(text, order) !== null && dayIn(text, other) === null);
  if (readsOnly('day-first', 'month-first') && readsOnly('month-first', 'day-first'))
    return unknownColumns(
      'some of its days can be read only with the day first, others only with the month first: say which. Lines that cannot be read so are left out.',
      'days',
    );
  if (dayFirst > monthFirst) return ok('day-first');
  if (monthFirst > dayFirst) return ok('month-first');
  if (period === null) return unknownColumns(undecided, 'days');
  const near = { from: addDays(period.from, -7), to: addDays(period.to, 7) };
  const [one, other] = orders.map(
    (order) =>
      texts.filter((text) => {
        const day = dayIn(text, order);
        return day !== null && day >= near.from && day <= near.to;
      }).length,
  ) as [number, number];
  if (one > other * 4) return ok('day-first');
  if (other > one * 4) return ok('month-first');
  return unknownColumns(undecided, 'days');
}

const undecided = 'its days may be read with the day or the month first: say which.';

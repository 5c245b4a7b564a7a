import { addDays, dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { monthName } from '../../../shared/calendar/day-labels.ts';
import type {
  CloseCondition,
  CloseKind,
  CloseLine,
  ClosePeriod,
} from '../../../shared/ipc/review/closes.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { dayText, instantText } from '../../ui/text/dates.ts';

export const conditionWords: Readonly<Record<CloseCondition, string>> = {
  proven: 'Checked',
  read: 'Read',
  unknown: 'No unknown',
  exceptions: 'No exception',
  'second-source': 'Second source',
  books: 'With the books',
};

export const kindOf = (period: ClosePeriod): CloseKind =>
  period.length === 10 ? 'day' : period.length === 7 ? 'month' : 'year';

/** `20 Nov`, `Nov 2026`, `2026`. */
export function shortPeriod(period: ClosePeriod): string {
  const kind = kindOf(period);
  if (kind === 'day') return dayText(period);
  return kind === 'year' ? period : `${monthName(`${period}-01`)} ${period.slice(0, 4)}`;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

/** `Friday 20 Nov 2026`, with the days before it that are closed together with it; of a month that is not over, the days that are. */
export function longPeriod(
  { period, from, to }: Record<'period' | 'from' | 'to', string>,
  today = '9999',
): string {
  if (kindOf(period) !== 'day')
    return today.startsWith(period)
      ? `${shortPeriod(period)}, ${daysText(from, to)}`
      : shortPeriod(period);
  const day = `${weekday.format(dayNumber(period) * 86_400_000)} ${dayText(period, '')}`;
  return from === to ? day : `${day}, with ${daysText(from, addDays(to, -1))}`;
}

export const daysText = (from: IsoDate, to: IsoDate): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;

/** The state of a line of the strip, and its late entries. */
export function lineWords({ state, closedAt, late, acknowledged, period }: CloseLine): {
  readonly state: string;
  readonly late: string;
} {
  const at =
    closedAt === null
      ? ''
      : closedAt.slice(0, 10) === period
        ? closedAt.slice(11, 16)
        : instantText(closedAt);
  const words = { open: 'open', reopened: 'reopened', within: 'with a later day' };
  return {
    state: state === 'closed' ? `closed ${at}` : words[state],
    late: [
      late > 0 && `${formatCount(late)} late`,
      acknowledged > 0 && `${formatCount(acknowledged)} late, taken`,
    ]
      .filter(Boolean)
      .join('; '),
  };
}

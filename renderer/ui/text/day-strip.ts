import type { CoverageDay, DayState } from '../../../shared/ipc/accounts/statements.ts';
import { monthName } from '../../../shared/calendar/day-labels.ts';
import { dayText } from './dates.ts';

/** One cell of the strip: a day, or some days where the period is long. The worst day gives the colour. */
export type StripCell = {
  readonly from: string;
  readonly to: string;
  readonly state: DayState;
  readonly words: string;
  /** The month's name, in its first cell. */
  readonly month: string | null;
};

const cellsMax = 186;
const severity: readonly DayState[] = ['proven', 'missing', 'unproven', 'broken'];
const stateWords: Record<DayState, string> = {
  proven: 'proven',
  missing: 'not fetched',
  unproven: 'fetched, not checked',
  broken: 'balances differ',
};

/** Days, oldest first, as at most 186 cells. */
export function stripCells(days: readonly CoverageDay[]): StripCell[] {
  const size = Math.max(1, Math.ceil(days.length / cellsMax));
  const groups = Array.from({ length: Math.ceil(days.length / size) }, (_, group) =>
    days.slice(group * size, (group + 1) * size),
  );
  return groups.flatMap((group, index) => cellOf(group, groups[index - 1]) ?? []);
}

function cellOf(days: readonly CoverageDay[], before?: readonly CoverageDay[]): StripCell | null {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  const state = worstOf(days);
  const isMonthStart = before?.[0]?.date.slice(0, 7) !== first.date.slice(0, 7);
  const span =
    first === last ? dayText(first.date) : `${dayText(first.date)} to ${dayText(last.date)}`;
  const entries = days.reduce((sum, day) => sum + day.entries, 0);
  return {
    from: first.date,
    to: last.date,
    state,
    words: `${span}: ${stateWords[state]}${state === 'missing' ? '' : `, ${countWords(entries)}`}`,
    month: isMonthStart ? monthName(first.date) : null,
  };
}

const worstOf = (days: readonly CoverageDay[]): DayState =>
  days.reduce<DayState>(
    (worst, { state }) => (severity.indexOf(state) > severity.indexOf(worst) ? state : worst),
    'proven',
  );

const countWords = (entries: number): string =>
  entries === 1 ? '1 entry' : `${String(entries)} entries`;

import { addDays, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import { periodWords } from '../../../ui/text/period-labels.ts';

type Preset = {
  readonly label: string;
  /** The key that chooses the period while the list is open. */
  readonly key?: string;
  readonly from?: IsoDate;
  readonly to?: IsoDate;
};

/** The periods offered by name, counted from today; both ends included. */
export const presetsAt = (today: IsoDate): readonly Preset[] => [
  { label: 'Last month', key: 'l', ...lastMonth(today) },
  { label: 'Last 30 days', from: addDays(today, -29), to: today },
  { label: 'Last 90 days', from: addDays(today, -89), to: today },
  { label: 'This month', from: `${today.slice(0, 8)}01`, to: today },
  { label: 'All' },
];

function lastMonth(today: IsoDate): Pick<Preset, 'from' | 'to'> {
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** The filter in words, for a person who is about to export it. */
export function filterWords(filter: StatementFilter): string {
  return [
    periodWords(filter),
    filter.direction && `${filter.direction}s only`,
    filter.transactionType,
    filter.search && `“${filter.search}”`,
  ]
    .filter(Boolean)
    .join(' · ');
}

import { todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { DueCalendarDay, DueView } from '../../../shared/ipc/changes/due-payments.ts';
import type { DayRunView } from '../../../shared/ipc/changes/day-runs.ts';
import type { Journal } from '../../engines/store/database.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { fundsLater } from '../../engines/submissions/funds/funds.ts';
import { accountPlans, planOf } from '../../nouns/accounts/plans.ts';
import { listAccounts } from '../../nouns/accounts/tables.ts';
import { calendarDays, dueAccounts, laterThan } from '../../nouns/due-payments/calendar.ts';
import { dayRunsSince, openDayRuns } from '../../nouns/due-payments/day-runs/tables.ts';
import { daysDiffer, dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { dueApprovalsIn } from '../approvals/due/unapproved.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { openArrivals } from './due-arrival.ts';
import { runView } from './day-runs/run-view.ts';
import { dueRows } from './due-rows.ts';
import type { WorkingDays } from '../../nouns/due-payments/working-days.ts';

/** The number of days in the calendar. */
const calendarLength = 10;

/** The due, overdue and next payments, with the balances that they leave. Reads this machine only. */
export function dueView({ changes, copy }: BankDesk, workingDays: WorkingDays): DueView {
  const { journal, reader } = copy;
  const days = dueDaysAt(changes.clock);
  const { team } = copy;
  const now = () => timestampNow(changes.clock);
  const rows = dueRows({
    ...{ journal, days, arrivesOn: openArrivals(changes) },
    approvalsOf: dueApprovalsIn({ team, reader, now }),
  });
  const today = todayAt(changes.clock.now());
  const cached = listAccounts(reader);
  const plans = accountPlans(journal);
  const fundsAt = fundsLater(changes);
  const accounts = cached.map(({ accountNumber, accountName, currency }) => ({
    ...{ accountNumber, accountName, currency },
    available: fundsAt(accountNumber, currency).after,
    floor: planOf(plans, { accountNumber, currency }).floor,
  }));
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const closedOn = (day: IsoDate): DueCalendarDay['closed'] =>
    currencies.flatMap((currency) => {
      const { reason } = workingDays(day, { currency });
      return reason === null ? [] : [{ currency, reason }];
    });
  const isOpen = (day: IsoDate): boolean =>
    currencies.length === 0
      ? workingDays(day, { currency: '' }).reason === null
      : closedOn(day).length < currencies.length;
  const calendar = calendarDays(today, calendarLength, isOpen);
  return {
    ...{ today, rows },
    calendar: calendar.map((day) => ({ day, closed: closedOn(day) })),
    accounts: dueAccounts(accounts, rows, calendar),
    later: laterThan(rows, calendar),
    runs: runsToShow(journal, today),
    clocks: daysDiffer(days),
  };
}

/** The runs that are still open, and those of today that ended. */
const runsToShow = (journal: Journal, today: IsoDate): DayRunView[] =>
  [
    ...openDayRuns(journal).filter(({ day }) => day < today),
    ...dayRunsSince(journal, today).filter(({ day, endedAt }) => day === today || endedAt === null),
  ].map(runView);

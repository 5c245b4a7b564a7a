import { addDays, latest, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type {
  DueAccount,
  DueCell,
  DuePaymentRow,
} from '../../../shared/ipc/changes/due-payments.ts';
import { add, compare, money, negate, type Money } from '../../../shared/money/money.ts';

/** Is it a day on which any bank of the accounts works? */
type IsOpen = (day: IsoDate) => boolean;

/** How many days ahead the calendar looks at most. */
const daysAheadMax = 60;

/** Today and the next working days, `count` in all. */
export function calendarDays(today: IsoDate, count: number, isOpen: IsOpen): IsoDate[] {
  const days = [today];
  for (let ahead = 1; days.length < count && ahead <= daysAheadMax; ahead += 1) {
    const day = addDays(today, ahead);
    if (isOpen(day)) days.push(day);
  }
  return days;
}

type Account = Omit<DueAccount, 'cells'>;

/**
 * Returns what is due from each account on each day, and the balance left after everything due until then. Overdue payments count on the
 * first day; payments due between two days of the calendar count on the later one. A needed amount counts in no sum.
 */
export const dueAccounts = (
  accounts: readonly Account[],
  rows: readonly DuePaymentRow[],
  days: readonly IsoDate[],
): DueAccount[] =>
  accounts.flatMap((account) => {
    const own = rows.filter(
      ({ accountNumber, currency }) =>
        accountNumber === account.accountNumber && currency === account.currency,
    );
    return own.length === 0 ? [] : [{ ...account, cells: cellsOf(account, own, days) }];
  });

function cellsOf(
  { currency, available, floor }: Account,
  rows: readonly DuePaymentRow[],
  days: readonly IsoDate[],
): (DueCell | null)[] {
  let left: Money | null = available;
  return days.map((day, at) => {
    const before = days[at - 1];
    const due = rows.filter((row) => row.day <= day && (before === undefined || row.day > before));
    if (due.length === 0) return null;
    const amounts = due.flatMap((row) => row.amount ?? []);
    const amount = amounts.reduce(add, money('0', currency));
    left = left && add(left, negate(amount));
    return {
      ...{ day, count: due.length, amount, left, unknown: due.length - amounts.length },
      isUnderFloor: left !== null && floor !== null && compare(left, floor) < 0,
    };
  });
}

/** How many payments are due after the last day of the calendar. */
export const laterThan = (rows: readonly DuePaymentRow[], days: readonly IsoDate[]): number => {
  const last = days.reduce<IsoDate>((newest, day) => latest(newest, day), '');
  return rows.filter(({ day }) => day > last).length;
};

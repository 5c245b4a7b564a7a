import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { brokenDays, type BrokenDays } from '../../accounts/days.ts';
import { counted, exceptionId, type Finding, type Source } from './exception.ts';

/** Fetched days whose balances do not follow, one finding per account. */
export const redDays: Source = ({ reader }) => brokenDays(reader).map(findingOf);

function findingOf({ accountNumber, accountName, ...days }: BrokenDays): Finding {
  const { count, first, last, setAside } = days;
  const difference = setAside === null ? days.difference : null;
  const what = accountName === '' ? accountNumber : accountName;
  const apart =
    setAside !== null
      ? `; ${setAside === '' ? 'an entry without id' : `entry ${setAside.slice(0, 60)}`} was set aside there`
      : difference === null
        ? ''
        : `; its balance is off by ${formatMoney(difference)} there`;
  return {
    exceptionId: exceptionId('red-day', accountNumber),
    kind: 'red-day',
    title: `${counted(count, 'day')} of ${what} ${count === 1 ? 'does' : 'do'} not hold`,
    detail: `The first of them is ${fullDay(first)}${apart}.`,
    status: null,
    amount: difference,
    since: first,
    next: 'Open the statement',
    place: { view: 'statements', accountNumber, from: first, to: last },
    submissionId: null,
  };
}

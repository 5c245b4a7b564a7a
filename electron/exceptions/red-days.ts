import { toUnits } from '../../shared/money/decimal.ts';
import { formatMoney } from '../../shared/money/format.ts';
import type { Money } from '../../shared/money/money.ts';
import { brokenDays, type BrokenDays } from './troubled-records.ts';
import { counted, exceptionId, type Finding, type Source } from './exception.ts';

/** Fetched days whose balances do not follow, one finding per account. */
export const redDays: Source = ({ reader }) => brokenDays(reader).map(findingOf);

const isZero = ({ amount }: Money): boolean => toUnits(amount) === 0n;

function findingOf({ accountNumber, accountName, ...days }: BrokenDays): Finding {
  const { count, first, last } = days;
  // An entry that was set aside breaks a day whose balances follow.
  const difference = days.difference && isZero(days.difference) ? null : days.difference;
  const what = accountName === '' ? accountNumber : accountName;
  const apart =
    difference === null ? '' : `; its balance is off by ${formatMoney(difference)} there`;
  return {
    exceptionId: exceptionId('red-day', accountNumber),
    kind: 'red-day',
    title: `${counted(count, 'day')} of ${what} ${count === 1 ? 'does' : 'do'} not hold`,
    detail: `The first of them is ${first}${apart}.`,
    status: null,
    amount: difference,
    since: `${first}T00:00:00.000Z`,
    next: 'Open the statement',
    place: { view: 'statements', accountNumber, from: first, to: last },
    submissionId: null,
  };
}

import { addDays } from '../../../../shared/calendar/calendar.ts';
import type { Position, PositionAccount } from '../../../../shared/ipc/accounts/accounts.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { dayText, instantText } from '../../../ui/text/dates.ts';

/** `6 accounts in 5 currencies`, and how many of the currencies are not known here. */
export function positionWords({ accountCount, currencies }: Position): string {
  const accounts = accountCount === 1 ? '1 account' : `${String(accountCount)} accounts`;
  const codes = currencies.length === 1 ? '1 currency' : `${String(currencies.length)} currencies`;
  const strange = currencies.filter(({ isKnown }) => !isKnown).length;
  return `${accounts} in ${codes}${strange === 0 ? '' : `, ${String(strange)} not known here`}`;
}

/** The day since which the change is counted. */
export const sinceWords = (day: Position['day']): string =>
  day === null ? '' : `since ${dayText(addDays(day, -1))}`;

/** What the shown time refers to: all balances, or the oldest of them. */
export function balancesWords({ asOf, currencies }: Position): string {
  const times = currencies
    .flatMap(({ accounts }) => accounts)
    .map(({ availableAsOf, statementAsOf }) => availableAsOf ?? statementAsOf)
    .flatMap((at) => (at === null ? [] : [instantText(at)]));
  const isOne = asOf !== null && times.every((time) => time === instantText(asOf));
  return isOne ? 'balances as of' : 'oldest balance as of';
}

/** The available balance, where the bank reports it. */
export const availableWords = ({
  available,
  availableAsOf,
}: PositionAccount): string | undefined =>
  available === null
    ? undefined
    : `${formatMoney(available)} available by the bank${availableAsOf === null ? '' : `, ${instantText(availableAsOf)}`}`;

/** The heading above the accounts of a currency. */
export const currencyWords = ({ currency, isKnown }: Position['currencies'][number]): string =>
  isKnown
    ? currency
    : currency === ''
      ? 'No currency from the bank'
      : `${currency} · currency not known here`;

import { addDays } from '../../../../shared/calendar/calendar.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { isOver, sumOf, totalOf } from './amounts.ts';
import { requestedTotal, type Candidate, type Case } from './case.ts';
import type { Condition, Rules } from '../contents.ts';
import { documentOperation } from '../document.ts';
import { isNewPayee } from './known-payees.ts';
import { subjectTotal } from './line-totals.ts';
import { localTime, startOfDay } from './local-time.ts';
import { takesMoney, type Order } from '../order.ts';
import type { Subject } from '../state.ts';

const daysText = (days: number): string => (days === 1 ? 'a day' : `${String(days)} days`);

/** A condition in words. */
export function conditionText(when: Condition): string {
  const { over, sumOver, outside } = when;
  const parts = [
    ...(when.operations ?? []),
    ...(when.accounts ?? []).map((account) => `account ${account}`),
    ...(when.currencies ?? []),
    ...(when.countries ?? []).map((country) => `payees in ${country}`),
    ...(over ? [`more than ${formatMoney(over)}`] : []),
    ...(when.newPayee ? ['a new payee'] : []),
    ...(sumOver
      ? [`more than ${formatMoney(sumOver)} in ${daysText(sumOver.days)} per ${sumOver.per}`]
      : []),
    ...(outside ? [`a time outside ${outside.from} to ${outside.to}`] : []),
    ...(when.linesOver === undefined ? [] : [`more than ${String(when.linesOver)} lines`]),
  ];
  return parts.length === 0 ? 'everything' : parts.join(', ');
}

/** Does a rule fit a payment? */
export function fits(case_: Case, when: Condition): boolean {
  const { candidate, premise, rules } = case_;
  const { order } = candidate;
  const { operations, accounts, currencies, countries, over, newPayee, sumOver, outside } = when;
  const total = requestedTotal(candidate);
  const isUnread = order.isUnread === true;
  return (
    (operations === undefined || isUnread || operations.includes(order.operation)) &&
    (accounts === undefined || isUnread || accounts.includes(order.account)) &&
    (currencies === undefined || isOneOf(currencies, order)) &&
    (countries === undefined || isUnread || countries.includes(premise.country)) &&
    (over === undefined || isOver(total, over, rules, ownCurrencies(rules, when, 'over'))) &&
    (newPayee === undefined || isNewPayee(case_)) &&
    (sumOver === undefined || isSumOver(case_, when, sumOver)) &&
    (outside === undefined || isOutside(case_, outside)) &&
    (when.linesOver === undefined || (candidate.request?.lines.length ?? 1) > when.linesOver)
  );
}

const isOneOf = (currencies: readonly string[], { money }: Order): boolean =>
  money === 'unknown' || (money !== null && currencies.includes(money.currency));

/** The currencies with a bound of their own in an otherwise equal rule. */
function ownCurrencies(
  { rules }: Rules,
  when: Condition,
  bound: 'over' | 'sumOver',
): ReadonlySet<string> {
  const currencies = rules.flatMap(({ when: other }) =>
    other[bound] && withoutBound(other, bound) === withoutBound(when, bound)
      ? [other[bound].currency]
      : [],
  );
  return new Set(currencies);
}

/** A condition as text, without the amount and the currency of its bound. */
const withoutBound = (when: Condition, bound: 'over' | 'sumOver'): string =>
  JSON.stringify({ ...when, [bound]: { ...when[bound], amount: '', currency: '' } });

type Sum = NonNullable<Condition['sumOver']>;

const subjectOf = (
  per: Sum['per'],
  { order, maker }: Pick<Candidate, 'order' | 'maker'>,
): Subject => (per === 'maker' ? { per, of: maker } : { per, of: order[per] });

/** The name of the sum on which a rule depends, as the server knows it. */
export const tallyOf = ({ sumOver }: Condition, candidate: Candidate): string[] =>
  sumOver === undefined ? [] : [`${sumOver.per}:${subjectOf(sumOver.per, candidate).of}`];

/**
 * The tally of the request itself. Each price under a limit, and each sending of a document, has a new reference, so only this tally stops
 * two desks from using the request at once.
 */
export const tallyOfLimit = ({ request }: Candidate): string[] =>
  request?.operation === 'lockRate' || request?.operation === documentOperation
    ? [`limit:${request.digest}`]
    : [];

/** Is the sum of the last days up to today, with the whole request, over the bound? */
function isSumOver({ state, rules, candidate, now }: Case, when: Condition, sum: Sum): boolean {
  const subject = subjectOf(sum.per, candidate);
  const today = localTime(now, rules.zone).day;
  const since = startOfDay(addDays(today, 1 - sum.days), rules.zone);
  const before = state.claims.sumSince(subject, since, candidate.request?.digest ?? null);
  const { request, order } = candidate;
  const own =
    request === null
      ? totalOf(takesMoney(order) ? [order] : [])
      : subjectTotal(request.lines, subject);
  return isOver(sumOf([before, own]), sum, rules, ownCurrencies(rules, when, 'sumOver'));
}

function isOutside(
  { now, rules }: Case,
  { from, to, days }: NonNullable<Condition['outside']>,
): boolean {
  const { clock, weekday } = localTime(now, rules.zone);
  const isWithin = from <= to ? from <= clock && clock < to : clock >= from || clock < to;
  return !isWithin || !days.includes(weekday);
}

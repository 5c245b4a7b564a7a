import { addDays } from '../../../../shared/calendar/calendar.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { beyondBy, isBeyond, type BoundSide } from '../../accounts/bounds.ts';
import { lastDayWithin } from '../../accounts/days.ts';
import { accountPlans, planOf } from '../../accounts/plans.ts';
import { accountByNumber, type CachedAccount } from '../../accounts/tables.ts';
import {
  exceptionId,
  timeBefore,
  type ExceptionParts,
  type Finding,
  type Source,
} from './exception.ts';

/** Finds accounts whose balance, booked or after what is in flight, is outside the bounds that a person set. */
export const crossedBounds: Source = (parts) => {
  const plans = accountPlans(parts.journal);
  return [...plans.keys()].flatMap((accountNumber) => {
    const account = accountByNumber(parts.reader, accountNumber);
    if (account === null) return [];
    const { floor, ceiling } = planOf(plans, account);
    if (floor === null && ceiling === null) return [];
    const { booked } = account;
    const after = parts.afterInFlight(account);
    return [
      crossing(parts, account, { side: 'floor', bound: floor, booked, after }),
      crossing(parts, account, { side: 'ceiling', bound: ceiling, booked, after }),
    ].filter((finding) => finding !== null);
  });
};

type BoundQuery = {
  readonly side: BoundSide;
  readonly bound: Money | null;
  readonly booked: Money | null;
  readonly after: Money | null;
};

const sides = {
  floor: { kind: 'under-floor', preposition: 'under' },
  ceiling: { kind: 'over-ceiling', preposition: 'over' },
} as const;

function crossing(
  parts: ExceptionParts,
  account: CachedAccount,
  { side, bound, booked, after }: BoundQuery,
): Finding | null {
  const by = beyondBy(side, bound, { booked, after });
  if (bound === null || by === null) return null;
  const { kind, preposition } = sides[side];
  const { accountNumber, accountName } = account;
  const isBooked = isBeyond(side, booked, bound);
  const since = sinceOf(parts, account, { side, bound, isBooked });
  const balances = [
    booked && isBooked ? `booked is ${formatMoney(booked)}` : '',
    after && isBeyond(side, after, bound)
      ? `available after what is in flight is ${formatMoney(after)}`
      : '',
  ].filter(Boolean);
  return {
    exceptionId: exceptionId(kind, accountNumber, `${bound.amount}/${since.slice(0, 10)}`),
    kind,
    title: `${accountName === '' ? accountNumber : accountName} is ${formatMoney(by)} ${preposition} its ${side}`,
    detail: `The ${side} is ${formatMoney(bound)}; ${balances.join(', ')}.`,
    status: null,
    amount: by,
    since,
    next: 'Open the account',
    place: { view: 'position', accountNumber },
    submissionId: null,
  };
}

/** Returns since when the bound is crossed: a booked balance since the last day within it, any other since its last report. */
function sinceOf(
  { reader, clock }: ExceptionParts,
  { accountNumber, statementAsOf, availableAsOf }: CachedAccount,
  { side, bound, isBooked }: { side: BoundSide; bound: Money; isBooked: boolean },
): string {
  const within = isBooked ? lastDayWithin(reader, accountNumber, { side, bound }) : null;
  if (within !== null) return addDays(within, 1);
  return availableAsOf ?? statementAsOf ?? timeBefore(clock, 0);
}

import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  earliest,
  latest,
  todayAt,
  type IsoDate,
  type Period,
} from '../../../shared/calendar/calendar.ts';
import type { DayFlow, Position, PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import type { Proof } from '../../../shared/ipc/accounts/statements.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { add, negate, sumByCurrency, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { crossedBound } from '../accounts/bounds.ts';
import { accountPlans, planOf } from '../accounts/plans.ts';
import { accountByNumber, listAccounts, type CachedAccount } from '../accounts/tables.ts';
import { dayFlow } from './aggregates/day-flow.ts';
import { recentDays, type RecentDay } from '../accounts/days.ts';
import { balanceLine, unreadCount } from './position.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { coveredRange, firstBreak } from './proof/coverage.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { fundsIn, fundsOf } from '../../engines/submissions/funds/funds.ts';
import { notCached, type OpenBank } from '../../engines/submissions/open-bank.ts';

/** How many days the balance line and the proof of the start screen go back. */
const lineDays = 90;

export const positionHandlers = (
  desk: () => OpenBank,
): Pick<
  Handlers,
  'accounts.position' | 'accounts.inFlight' | 'accounts.funds' | 'accounts.get'
> => ({
  'accounts.position': () => {
    const { copy, clock } = desk();
    return ok(positionOf(copy, todayAt(clock.now())));
  },
  'accounts.inFlight': () => {
    const { changes, copy } = desk();
    const accounts = listAccounts(copy.reader);
    const fundsAt = fundsIn(changes);
    const funds = accounts.map(({ accountNumber, currency }) => ({
      accountNumber,
      ...fundsAt(accountNumber, currency),
    }));
    const rows = funds.flatMap(({ accountNumber, inFlight, after }) =>
      inFlight === null ? [] : [{ accountNumber, inFlight, after }],
    );
    const leaving = sumByCurrency(rows.map(({ inFlight }) => inFlight.amount));
    const currencies = leaving.map((amount) => {
      const group = accounts.filter(({ currency }) => currency === amount.currency);
      return { amount, after: add(totalOf(group, amount.currency), negate(amount)) };
    });
    const plans = accountPlans(copy.journal);
    const crossed = accounts.flatMap((account) => {
      const { accountNumber, booked } = account;
      const after = funds.find((one) => one.accountNumber === accountNumber)?.after ?? null;
      return crossedBound(accountNumber, planOf(plans, account), { booked, after }) ?? [];
    });
    return ok({ rows, currencies, crossed });
  },
  'accounts.funds': ({ accountNumber, currency }) =>
    ok(fundsOf(desk().changes, accountNumber, currency)),
  'accounts.get': ({ accountNumber }) => {
    const account = accountByNumber(desk().copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    const { accountId, accountName, currency, fundingDetails, asOf } = account;
    const { accountType, status, entityId, clientId, available, extras } = account;
    return ok({
      accountNumber,
      accountId,
      entityId,
      clientId,
      accountName,
      accountType,
      status,
      currency,
      available,
      fundingDetails,
      asOf,
      extras,
    });
  },
});

/** Returns every account as last received, by currency. */
export function positionOf(
  { reader, journal }: Pick<OpenBank['copy'], 'reader' | 'journal'>,
  today: IsoDate,
): Position {
  const plans = accountPlans(journal);
  const accounts = listAccounts(reader).map((account) => ({
    ...positionAccount(reader, account, today),
    plan: planOf(plans, account),
  }));
  const currencies = [...new Set(accounts.map((account) => account.currency))];
  const day = newestDayOf(accounts);
  return {
    day,
    currencies: currencies.map((currency) => {
      const group = accounts.filter((account) => account.currency === currency);
      const isKnown = isCurrency(currency);
      const booked = bookedOf(group);
      const total = totalOf(group, currency);
      return { currency, isKnown, total, booked, day: flowOf(group, day), accounts: group };
    }),
    accountCount: accounts.length,
    asOf: accounts
      .map((account) => account.availableAsOf ?? account.statementAsOf)
      .reduce(
        (oldest, at) => (oldest === null || at === null ? (oldest ?? at) : earliest(oldest, at)),
        null,
      ),
  };
}

function totalOf(
  accounts: readonly Pick<PositionAccount, 'available' | 'booked'>[],
  currency: string,
): Money {
  const balances = accounts.flatMap(({ available, booked }) => available ?? booked ?? []);
  return sumByCurrency(balances)[0] ?? { amount: '0', currency };
}

/** Sums the booked balances; null if one of the accounts has none. */
function bookedOf(accounts: readonly PositionAccount[]): Money | null {
  const balances = accounts.flatMap(({ booked }) => booked ?? []);
  return balances.length === accounts.length ? (sumByCurrency(balances)[0] ?? null) : null;
}

const newestDayOf = (accounts: readonly PositionAccount[]): IsoDate | null =>
  accounts
    .flatMap(({ day }) => day?.date ?? [])
    .reduce<IsoDate | null>(
      (newest, date) => (newest === null ? date : latest(newest, date)),
      null,
    );

/** Sums what came in and went out on a day; null unless the day was fetched for every account. */
function flowOf(accounts: readonly PositionAccount[], date: IsoDate | null): DayFlow | null {
  const flows = accounts.flatMap(({ day }) => day ?? []).filter((flow) => flow.date === date);
  const [into] = sumByCurrency(flows.map((flow) => flow.in));
  const [out] = sumByCurrency(flows.map((flow) => flow.out));
  if (date === null || !into || !out || flows.length < accounts.length) return null;
  const entries = flows.reduce((sum, flow) => sum + flow.entries, 0);
  return { date, in: into, out, net: add(into, negate(out)), entries };
}

function positionAccount(
  reader: CacheReader,
  account: CachedAccount,
  today: IsoDate,
): Omit<PositionAccount, 'plan'> {
  const { fundingDetails, asOf, clientId, entityId, ...shown } = account;
  const { accountNumber, currency } = account;
  const covered = coveredRange(reader, accountNumber);
  const period = covered && {
    from: latest(covered.from, addDays(today, -lineDays)),
    to: covered.to,
  };
  const span = period ? dayNumber(period.to) - dayNumber(period.from) + 1 : 0;
  const days = recentDays(reader, accountNumber, Math.max(lineDays, span));
  return {
    ...shown,
    proof: period ? recentProof(reader, accountNumber, { ...period, days }) : nothingFetched,
    day: dayOf(reader, account, days[0]),
    line: balanceLine(days.slice(0, lineDays), currency),
    unread: unreadCount(reader, accountNumber),
  };
}

function dayOf(
  reader: CacheReader,
  { accountNumber, currency }: CachedAccount,
  newest: RecentDay | undefined,
): DayFlow | null {
  if (newest === undefined || currency === '') return null;
  return dayFlow(reader, { accountNumber, currency, day: newest[0] });
}

/**
 * Combines the verdicts of the last days as sync stored them. The statement view proves the whole period again from the entries.
 * `days`: newest first, including those of the period.
 */
function recentProof(
  reader: CacheReader,
  accountNumber: string,
  { from, to, days }: Period & { readonly days: readonly RecentDay[] },
): Proof {
  const first = dayNumber(from);
  const ofPeriod = days.filter(([day]) => day >= first);
  const missingDays = dayNumber(to) - first + 1 - ofPeriod.length;
  const gap = firstGap(ofPeriod, { from, to });
  const isBroken = ofPeriod.some(([, state]) => state === 'broken');
  const hasBreak = ofPeriod.some(([, , , , brokenEntryId]) => brokenEntryId !== null);
  const brokenAt = hasBreak ? firstBreak(reader, accountNumber, from, to) : null;
  return {
    state: isBroken ? 'broken' : gap ? 'partial' : 'proven',
    ok: gap === null,
    openingBalance: null,
    closingBalance: null,
    entries: ofPeriod.reduce((sum, [, , entries]) => sum + entries, 0),
    provenTo: gap === null ? to : gap === from ? null : addDays(gap, -1),
    brokenAt,
    missingDays,
    reason: reasonOf(gap, missingDays, isBroken ? { at: brokenAt } : null),
  };
}

/** Returns the first day that is not proven, fetched or not. */
function firstGap(days: readonly RecentDay[], { from, to }: Period): IsoDate | null {
  const last = dayNumber(to);
  let day = dayNumber(from);
  for (const [proven, state] of days.toReversed())
    if (state === 'proven' && proven === day) day += 1;
  return day > last ? null : dateOfDayNumber(day);
}

const nothingFetched: Proof = {
  state: 'none',
  ok: false,
  openingBalance: null,
  closingBalance: null,
  entries: 0,
  provenTo: null,
  brokenAt: null,
  missingDays: 0,
  reason: 'Nothing was fetched yet.',
};

function reasonOf(
  first: IsoDate | null,
  missingDays: number,
  broken: { readonly at: Proof['brokenAt'] } | null,
): string | null {
  if (first === null) return null;
  if (broken?.at?.setAside !== undefined)
    return `Entry ${broken.at.entryId} of ${broken.at.date} was set aside: ${broken.at.setAside}.`;
  if (broken) return 'A balance does not follow from the one before.';
  if (missingDays > 0) return `${missingDays} days were never fetched, the first is ${first}.`;
  return `The pages of ${first} moved while they were read.`;
}

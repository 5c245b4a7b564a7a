import {
  addDays,
  dayNumber,
  daysOf,
  earliest,
  latest,
  todayAt,
  type IsoDate,
} from '../../shared/calendar.ts';
import type { Position, PositionAccount } from '../../shared/ipc/accounts.ts';
import type { Proof } from '../../shared/ipc/statements.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { sumByCurrency, type Money } from '../../shared/money/money.ts';
import { ok } from '../../shared/result.ts';
import { accountByNumber, listAccounts, type CachedAccount } from '../accounts/tables.ts';
import { balanceLine, unreadCount } from './position.ts';
import type { CacheReader } from '../store/database.ts';
import { coveredDays, type CoveredDay } from '../accounts/days.ts';
import { coveredRange, firstBreak } from './coverage.ts';
import type { Handlers } from '../ipc/router.ts';
import { notCached, type OpenBank } from '../submissions/open-bank.ts';

/** The line and the proof of the start screen look this far back. */
const lineDays = 90;

export const positionHandlers = (
  desk: () => OpenBank,
): Pick<Handlers, 'accounts.position' | 'accounts.get'> => ({
  'accounts.position': () => {
    const { copy, clock } = desk();
    return ok(positionOf(copy.reader, todayAt(clock.now())));
  },
  'accounts.get': ({ accountNumber }) => {
    const account = accountByNumber(desk().copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    const { accountId, accountName, currency, fundingDetails, asOf } = account;
    const { accountType, status, entityId, clientId, available, also } = account;
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
      also,
    });
  },
});

function positionOf(reader: CacheReader, today: IsoDate): Position {
  const accounts = listAccounts(reader).map((account) => positionAccount(reader, account, today));
  const told = [...new Set(accounts.map((account) => account.currency))].sort();
  const currencies = [...told.filter(isCurrency), ...told.filter((code) => !isCurrency(code))];
  return {
    currencies: currencies.map((currency) => {
      const group = accounts.filter((account) => account.currency === currency);
      const isKnown = isCurrency(currency);
      return { currency, isKnown, total: totalOf(group, currency), accounts: group };
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

function totalOf(accounts: readonly PositionAccount[], currency: string): Money {
  const balances = accounts.flatMap(({ available, booked }) => available ?? booked ?? []);
  return sumByCurrency(balances)[0] ?? { amount: '0', currency };
}

function positionAccount(
  reader: CacheReader,
  account: CachedAccount,
  today: IsoDate,
): PositionAccount {
  const { fundingDetails, asOf, clientId, entityId, ...shown } = account;
  return {
    ...shown,
    proof: recentProof(reader, account.accountNumber, today),
    line: balanceLine(reader, account.accountNumber, lineDays),
    unread: unreadCount(reader, account.accountNumber),
  };
}

/** The verdicts of the last days as sync gave them; the statement view proves the whole anew from the entries. */
function recentProof(reader: CacheReader, accountNumber: string, today: IsoDate): Proof {
  const covered = coveredRange(reader, accountNumber);
  if (!covered) return nothingFetched;
  const from = latest(covered.from, addDays(today, -lineDays));
  const days = coveredDays(reader, accountNumber, {
    from: dayNumber(from),
    to: dayNumber(covered.to),
  });
  const missingDays = dayNumber(covered.to) - dayNumber(from) + 1 - days.length;
  const gap = firstGap(days, from, covered.to);
  const isBroken = days.some(({ state }) => state === 'broken');
  const brokenAt = firstBreak(reader, accountNumber, from, covered.to);
  return {
    state: isBroken ? 'broken' : gap ? 'partial' : 'proven',
    ok: gap === null,
    openingBalance: null,
    closingBalance: null,
    entries: days.reduce((sum, day) => sum + day.entries, 0),
    provenTo: gap === null ? covered.to : gap === from ? null : addDays(gap, -1),
    brokenAt,
    missingDays,
    reason: reasonOf(gap, missingDays, isBroken ? { at: brokenAt } : null),
  };
}

/** The first day that is not proven, whether it was fetched or not. */
function firstGap(days: readonly CoveredDay[], from: IsoDate, to: IsoDate): IsoDate | null {
  const proven = new Set(days.filter(({ state }) => state === 'proven').map(({ date }) => date));
  return daysOf({ from, to }).find((date) => !proven.has(date)) ?? null;
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

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { OutlookLine } from '../../../shared/ipc/accounts/outlook.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { accountByNumber } from '../accounts/tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { fundsOf } from '../../engines/submissions/funds/funds.ts';
import { notCached, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { daysAhead, type UnitsLine } from './lines.ts';
import type { OutlookReads } from './reads.ts';

type Open = OpenBank & {
  readonly profile: { readonly folder: { readonly profileId: string } };
  readonly copy: OpenBank['copy'] & { readonly questions: Questions<OutlookReads> };
};

type Routes = Extract<keyof Handlers, `outlook.${string}`>;

export const outlookHandlers = (desk: () => Open): Pick<Handlers, Routes> => ({
  'outlook.arriving': async () => {
    const { arriving } = await import('./arriving.ts');
    return ok(await arriving(desk()));
  },
  'outlook.proposals': async () => {
    const { balanceProposals } = await import('./targets/balance-proposals.ts');
    return ok(await balanceProposals(desk()));
  },
  'outlook.ahead': async ({ accountNumber }) => {
    const parts = desk();
    const account = accountByNumber(parts.copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    const { currency } = account;
    const today = todayAt(parts.clock.now());
    const {
      balance,
      asOf: balanceAsOf,
      inFlight,
    } = fundsOf(parts.changes, accountNumber, currency);
    const { accountAhead } = await import('./account-ahead.ts');
    const of = { accountNumber, currency, inFlight, today };
    const signal = newestOf(parts.copy, 'outlook');
    const { lines, history, isShort, unpriced } = await accountAhead(parts, of, signal);
    return ok({
      ...{ accountNumber, currency, balance, history, isShort },
      ...{ unpriced, balanceAsOf },
      period: { from: today, to: addDays(today, daysAhead) },
      lines: withBalances(lines, balance, currency),
    });
  },
});

function withBalances(
  lines: readonly UnitsLine[],
  balance: Money | null,
  currency: string,
): OutlookLine[] {
  let after = balance === null ? null : toUnits(balance.amount);
  return lines.map(({ units, ...line }) => {
    if (after !== null) after += units;
    return {
      ...line,
      amount: moneyOfUnits(units, currency),
      balance: after === null ? null : moneyOfUnits(after, currency),
    };
  });
}

import { addDays, dayNumber, todayAt } from '../../../shared/calendar/calendar.ts';
import type { OutlookLine } from '../../../shared/ipc/accounts/outlook.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { accountByNumber } from '../accounts/tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { fundsOf } from '../../engines/submissions/funds/funds.ts';
import { notCached, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { calendarSourcesOf } from '../payments/arrival/cut-offs.ts';
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
  'outlook.ahead': async ({ accountNumber }) => {
    const { changes, clock, copy, profile } = desk();
    const account = accountByNumber(copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    const { currency } = account;
    const date = todayAt(clock.now());
    const of = { accountNumber, currency, today: dayNumber(date) };
    const { balance, asOf: balanceAsOf, inFlight } = fundsOf(changes, accountNumber, currency);
    const { closedDays } = await import('./closed-days.ts');
    const closed = closedDays(currency, of.today, calendarSourcesOf(profile.bankFile));
    const { begunAhead } = await import('./begun.ts');
    const begun = begunAhead({ ...copy, profileId: profile.folder.profileId }, of);
    const { knownLines } = await import('./known-lines.ts');
    const known = await knownLines(copy, { ...of, inFlight, closed }, changes.bank.statusWords);
    const question = {
      ...{ ...of, closed, known: [...known, ...begun.lines] },
      places: meaningsBy(profile.bankFile).places,
      statusWords: changes.bank.statusWords,
    };
    const signal = newestOf(copy, 'outlook');
    const { lines, history, isShort } = await copy.questions.ask('outlook', [question], {
      signal,
      urgency: 'soon',
    });
    return ok({
      ...{ accountNumber, currency, balance, history, isShort },
      unpriced: begun.unpriced,
      balanceAsOf,
      period: { from: date, to: addDays(date, daysAhead) },
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

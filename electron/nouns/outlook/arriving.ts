import { dateOfDayNumber, dayNumber, todayAt } from '../../../shared/calendar/calendar.ts';
import type {
  Arriving,
  ArrivingLine,
  ArrivingReceivable,
} from '../../../shared/ipc/accounts/outlook.ts';
import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import { money, moneyOfUnits, sumByCurrency } from '../../../shared/money/money.ts';
import { accountByNumber, listAccounts, type CachedAccount } from '../accounts/tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { sentLately } from '../../engines/submissions/funds/debits.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { dueReceivables, overdueMax, type DueReceivable } from './due.ts';
import type { OutlookReads } from './reads.ts';
import type { SentTrade } from './trades.ts';

type Parts = {
  readonly changes: Pick<OpenBank['changes'], 'journal' | 'bank' | 'clock'>;
  readonly clock: OpenBank['clock'];
  readonly copy: Pick<OpenBank['copy'], 'journal' | 'reader'> & {
    readonly questions: Questions<OutlookReads>;
  };
};

/** The amounts in transit to each account, and those to no account of ours. */
export async function arriving({
  changes,
  clock,
  copy,
}: Parts): Promise<RouteOutput<'outlook.arriving'>> {
  const today = dayNumber(todayAt(clock.now()));
  const { statusWords } = changes.bank;
  const question = { today, statusWords, sent: sentTrades(changes) };
  const trades = await copy.questions.ask('arrivingTrades', [question], { urgency: 'soon' });
  const due = await dueReceivables(copy, {
    ...{ from: today - overdueMax, to: today, words: statusWords },
  });
  const lines = [...trades, ...due.map((one) => receivableLine(copy.reader, one))].toSorted(
    (a, b) => placeOf(a).localeCompare(placeOf(b), 'en'),
  );
  return byAccount(lines, listAccounts(copy.reader));
}

/** Sort key: by time, then by id. */
const placeOf = (line: ArrivingLine): string =>
  line.kind === 'trade'
    ? `${line.dealtAt ?? ''} ${line.tradeId ?? line.sent?.reference ?? ''}`
    : `${line.due} ${line.id}`;

/** Trades sent with a known price. A trade that a script sent without one is listed from the bank's record alone. */
export const sentTrades = (changes: Parts['changes']): SentTrade[] =>
  sentLately(changes, 'lockRate').flatMap(({ payload, about, state, createdAt, ...sent }) => {
    const order = inputIn('lockRate', { operation: sent.operation, payload });
    if (order === null || !about.quote) return [];
    const { submissionId, operation, reference, recordId } = sent;
    const { buy: amount, sell: sold } = about.quote;
    return [
      {
        ...{ accountNumber: order.body.buyAccountNumber, amount, sold, dealtAt: createdAt },
        sent: { submissionId, operation, reference, recordId },
        isOpen: state !== 'accepted',
      },
    ];
  });

/** Uses the currency of the bank's record, else that of the account. */
function receivableLine(
  reader: CacheReader,
  { id, record, day, units, paid, mayBe }: DueReceivable,
): ArrivingReceivable {
  const { accountNumber, payerName } = record;
  const currency = record.currency || (accountByNumber(reader, accountNumber)?.currency ?? '');
  const left = currency === '' ? null : units;
  return {
    ...{ kind: 'receivable', id, accountNumber, payerName, due: dateOfDayNumber(day) },
    amount: left === null ? null : moneyOfUnits(left, currency),
    paid:
      left !== null && paid > 0n
        ? { part: moneyOfUnits(paid, currency), whole: moneyOfUnits(left + paid, currency) }
        : null,
    mayBePaid: mayBe?.reason ?? null,
  };
}

function byAccount(
  lines: readonly ArrivingLine[],
  accounts: readonly CachedAccount[],
): RouteOutput<'outlook.arriving'> {
  const groups = Map.groupBy(lines, ({ accountNumber, amount }) =>
    accounts.find(
      (account) =>
        account.accountNumber === accountNumber &&
        (amount === null || amount.currency === account.currency),
    ),
  );
  const rows = [...groups].flatMap(([account, own]): Arriving[] => {
    if (account === undefined) return [];
    const { accountNumber, currency } = account;
    const [sum] = sumByCurrency(own.flatMap(({ amount }) => amount ?? []));
    return [{ accountNumber, amount: sum ?? money('0', currency), lines: own }];
  });
  return { rows, elsewhere: groups.get(undefined) ?? [] };
}

import {
  dateOfDayNumber,
  dayNumber,
  earliest,
  todayAt,
  type IsoDate,
} from '../../../../shared/calendar/calendar.ts';
import type { BalanceProposal, CrossedPlan } from '../../../../shared/ipc/accounts/outlook.ts';
import type { RouteOutput } from '../../../../shared/ipc/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { isCurrency } from '../../../../shared/money/currencies.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { readAmount } from '../../../../shared/money/entered.ts';
import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { newestOf } from '../../../engines/store/threads/newest-question.ts';
import { inFlightSince, sentLately } from '../../../engines/submissions/funds/debits.ts';
import { fundsIn } from '../../../engines/submissions/funds/funds.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { inputIn } from '../../../engines/submissions/sent.ts';
import { accountPlans, planOf } from '../../accounts/plans.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { begunPayments } from '../../drafts/begun-payments.ts';
import { scheduledPayments } from '../../due-payments/tables.ts';
import { linesToSend } from '../../payments/file/tables/line-tables.ts';
import { listPaymentFiles } from '../../payments/file/tables/file-tables.ts';
import { findRate, type FoundRate } from '../../rates/find-rate.ts';
import { listRates } from '../../rates/tables.ts';
import { accountAhead, type OutlookParts } from '../account-ahead.ts';
import { sentTrades } from '../arriving.ts';
import { daysAhead } from '../lines.ts';
import type { OwnTransfers } from './own-transfers.ts';
import { proposeMoves, type PlannedAccount, type Proposed } from './propose.ts';

const staleAfterMs = 24 * 3_600_000;
/** The newest payment files that are read, and the payments that are read for each account of a file. */
const filesMax = 20;
const linesMax = 500;

type Planned = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly plan: Readonly<Record<'floor' | 'ceiling' | 'target', bigint | null>>;
};

type Answer = RouteOutput<'outlook.proposals'>;

/**
 * Returns moves between own accounts that restore people's plans, and the plans that no move restores. Counts all known movements of the
 * days ahead, and what is on its way between own accounts. Makes no request, sends nothing and prices nothing.
 */
export async function balanceProposals(parts: OutlookParts): Promise<Answer> {
  const planned = plannedAccounts(parts);
  if (planned.length === 0) return { rows: [], unmet: [] };
  const signal = newestOf(parts.copy, 'proposals');
  const nowMs = parts.clock.now();
  const today = todayAt(nowMs);
  const fundsAt = fundsIn(parts.changes);
  const funds = new Map(
    planned.map(({ accountNumber, currency }) => [accountNumber, fundsAt(accountNumber, currency)]),
  );
  const own = await ownTransfersOf(parts, signal);
  const incoming = await incomingOf(parts, { own, today, signal });
  const accounts: PlannedAccount[] = [];
  for (const { accountNumber, currency, plan } of planned) {
    const { after = null, inFlight = null } = funds.get(accountNumber) ?? {};
    const of = { accountNumber, currency, inFlight, today };
    const { lines } = await accountAhead(parts, of, signal);
    accounts.push({
      ...{ accountNumber, currency, ...plan, balance: after && toUnits(after.amount) },
      lines: [
        // The balance already excludes what is in flight; `incoming` has the trades, with those that have no answer.
        ...lines.filter(({ source: { kind } }) => kind !== 'in-flight' && kind !== 'trade'),
        ...incoming.filter((one) => one.accountNumber === accountNumber),
      ],
    });
  }
  const rates = listRates(parts.copy.journal);
  const rateOf = (from: string, to: string): FoundRate | null => findRate(rates, from, to);
  const proposed = proposeMoves(accounts, {
    today,
    rateOf: (from, to) => rateOf(from, to)?.ratio ?? null,
  });
  const currencyOf = new Map(planned.map((one) => [one.accountNumber, one.currency]));
  const asOfAt = (accountNumber: string) => funds.get(accountNumber)?.asOf ?? null;
  return answerOf(proposed, { currencyOf, asOfAt, rateOf, own, nowMs });
}

/** Returns the accounts with a plan. Leaves out unknown currencies, as nothing can be sent in them. */
const plannedAccounts = ({ copy }: OutlookParts): Planned[] => {
  const plans = accountPlans(copy.journal);
  const unitsOf = (money: Money | null): bigint | null => money && toUnits(money.amount);
  return listAccounts(copy.reader).flatMap(({ accountNumber, currency }) => {
    const { floor, ceiling, target } = planOf(plans, { accountNumber, currency });
    if (!isCurrency(currency) || (floor ?? ceiling ?? target) === null) return [];
    const plan = { floor: unitsOf(floor), ceiling: unitsOf(ceiling), target: unitsOf(target) };
    return [{ accountNumber, currency, plan }];
  });
};

/** Finds the payees that are own accounts, and what was sent to them, with or without an answer. */
const ownTransfersOf = (
  { changes, copy }: OutlookParts,
  signal: AbortSignal,
): Promise<OwnTransfers> => {
  const sent = sentLately(changes, 'createSingleTransfer').flatMap(({ operation, payload }) => {
    const order = inputIn('createSingleTransfer', { operation, payload });
    if (order === null) return [];
    const { reference, beneficiaryId, amount, currency } = order.body;
    return [{ reference, beneficiaryId, amount, currency }];
  });
  const { statusWords } = changes.bank;
  const question = { since: inFlightSince(changes.clock), statusWords, sent };
  return copy.questions.ask('ownTransfers', [question], { signal, urgency: 'soon' });
};

type Incoming = PlannedAccount['lines'][number] & { readonly accountNumber: string };
type IncomingQuery = {
  readonly own: OwnTransfers;
  readonly today: IsoDate;
  readonly signal: AbortSignal;
};

/** Own money on its way to own accounts: paid, dealt, scheduled, in a payment file, or begun in a form. */
async function incomingOf(
  { changes, copy, profile }: OutlookParts,
  { own, today, signal }: IncomingQuery,
): Promise<Incoming[]> {
  const { journal } = copy;
  const accountOf = new Map(own.payees.map((one) => [one.beneficiaryId, one.accountNumber]));
  const to = (beneficiaryId: string, units: bigint): Incoming[] => {
    const accountNumber = accountOf.get(beneficiaryId);
    return accountNumber === undefined ? [] : [{ accountNumber, day: today, units }];
  };
  const trades = await copy.questions.ask(
    'arrivingTrades',
    [
      {
        ...{ today: dayNumber(today), sent: sentTrades(changes) },
        statusWords: changes.bank.statusWords,
      },
    ],
    { signal, urgency: 'soon' },
  );
  const lastDay = dateOfDayNumber(dayNumber(today) + daysAhead);
  const due = scheduledPayments(journal, limits.duePaymentsMax)
    .filter(({ day, order }) => day <= lastDay && accountOf.has(order.beneficiaryId))
    .filter(({ order }) => submissionUnder(journal, order.reference) === null);
  const begun = begunPayments(journal, profile.folder.profileId);
  const currencies = new Map(
    listAccounts(copy.reader).map((account) => [account.accountNumber, account.currency]),
  );
  return [
    ...own.arriving.map((one) => ({ ...one, day: today })),
    ...trades.map(({ accountNumber, amount }) => ({
      ...{ accountNumber, day: today, units: toUnits(amount.amount) },
    })),
    // What a person scheduled restores the account on its day: it counts now, so that it is not proposed again.
    ...due.flatMap(({ order }) => to(order.beneficiaryId, toUnits(order.amount))),
    ...begun.flatMap(({ beneficiary, amount, payingFrom, accountNumber: from }) => {
      const read = readAmount(amount, currencies.get(payingFrom || from) ?? '');
      return beneficiary !== null && read.ok ? to(beneficiary.entityId, toUnits(read.value)) : [];
    }),
    ...listPaymentFiles(journal)
      .slice(0, filesMax)
      .flatMap(({ batchId }) =>
        [...currencies].flatMap(([accountNumber, currency]) =>
          linesToSend(journal, batchId, { accountNumber, currency, limit: linesMax }),
        ),
      )
      .flatMap(({ beneficiaryId, amount }) => to(beneficiaryId, toUnits(amount.amount))),
  ];
}

type Facts = {
  readonly currencyOf: ReadonlyMap<string, string>;
  readonly asOfAt: (accountNumber: string) => string | null;
  readonly rateOf: (from: string, to: string) => FoundRate | null;
  readonly own: OwnTransfers;
  readonly nowMs: number;
};

function answerOf({ moves, unmet }: Proposed, facts: Facts): Answer {
  const { currencyOf, asOfAt, rateOf, own, nowMs } = facts;
  const moneyAt = (accountNumber: string, units: bigint): Money =>
    moneyOfUnits(units, currencyOf.get(accountNumber) ?? '');
  const crossedOf = ({ by, ...crossed }: NonNullable<Proposed['unmet'][number]['because']>) =>
    ({ ...crossed, by: moneyAt(crossed.accountNumber, by) }) satisfies CrossedPlan;
  const rows = moves.map(({ amount, other, because, ...move }): BalanceProposal => {
    const { kind, from, to, side } = move;
    const rate =
      kind === 'transfer' ? null : rateOf(currencyOf.get(from) ?? '', currencyOf.get(to) ?? '');
    const [given, got] = [asOfAt(from), asOfAt(to)];
    const asOf = given && got && earliest(given, got);
    const payee = own.payees.find(({ accountNumber }) => accountNumber === to);
    return {
      ...move,
      amount: moneyAt(side === 'sell' ? from : to, amount),
      other:
        other === null || rate === null
          ? null
          : {
              ...{ source: rate.source, name: rate.name, at: rate.at },
              amount: moneyAt(side === 'sell' ? to : from, other),
            },
      beneficiaryId: kind === 'transfer' ? (payee?.beneficiaryId ?? null) : null,
      because: crossedOf(because),
      asOf,
      isStale: asOf === null || nowMs - Date.parse(asOf) > staleAfterMs,
    };
  });
  return {
    rows,
    unmet: unmet.map(({ accountNumber, because, missing, why }) => ({
      ...{ accountNumber, because: because && crossedOf(because), why },
      missing: missing === null ? null : moneyAt(accountNumber, missing),
    })),
  };
}

import { isChanging } from '../../../../shared/bank/catalogue.ts';
import type { Funds } from '../../../../shared/ipc/accounts/accounts.ts';
import type { BalanceChange } from '../../../../shared/ipc/changes/conversions.ts';
import type { DebitInFlight, SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { formatCount } from '../../../../shared/money/format.ts';
import {
  add,
  compare,
  money,
  moneyOfUnits,
  negate,
  type Money,
} from '../../../../shared/money/money.ts';
import type { ChangeParts } from '../change.ts';
import type { AccountBalances, BookedDebit } from '../evidence.ts';
import type { Submission } from '../journal/submission-table.ts';
import {
  earlierDebits,
  inFlightSince,
  sentDebits,
  type EarlierDebits,
  type SentDebit,
} from './debits.ts';
import { hasEntry, isBookedBefore, readAt, shownBalance, type Shown } from './in-balance.ts';
import { nothingRecorded, type RecordedDebit } from './recorded.ts';

export type FundsParts = Pick<
  ChangeParts,
  'journal' | 'reader' | 'bank' | 'registry' | 'evidence' | 'clock'
>;

export type FundsAt = (accountNumber: string, currency: string) => Funds;

/** Reads the sent debits once and returns a function for the funds of any account. */
export function fundsIn(parts: FundsParts): FundsAt {
  const { bank, clock, evidence } = parts;
  const debits = Map.groupBy(leavingDebits(parts), ({ accountNumber }) => accountNumber);
  const clocks = { nowMs: clock.now(), bankAheadMs: bank.clockOffsetMs() ?? 0 };
  const balances = new Map<string, AccountBalances | null>();
  const balancesOf = (accountNumber: string): AccountBalances | null => {
    const known = balances.get(accountNumber) ?? evidence.balances(accountNumber);
    balances.set(accountNumber, known);
    return known;
  };
  const earlier = earlierDebits(parts, (accountNumber) =>
    readAt({ ...clocks, ...newestOf(balancesOf(accountNumber)) }),
  );
  return (accountNumber, currency) => {
    const shown = shownBalance(balancesOf(accountNumber), currency, clocks);
    const sent = (debits.get(accountNumber) ?? [])
      .flatMap((debit) => inFlightAs(debit, currency, { shown, evidence }))
      .concat(earlier.flatMap((one) => togetherAs(one, accountNumber, currency)))
      .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    const amount = sent.map((one) => one.amount).reduce(add, money('0', currency));
    const inFlight = sent.length === 0 ? null : { amount, sent };
    const { balance, asOf } = shown;
    return { balance, asOf, inFlight, after: balance && add(balance, negate(amount)) };
  };
}

/** Like {@link fundsIn}, but reads at the first call. */
export function fundsLater(parts: FundsParts): FundsAt {
  let fundsAt: FundsAt | null = null;
  return (accountNumber, currency) => {
    fundsAt ??= fundsIn(parts);
    return fundsAt(accountNumber, currency);
  };
}

/** Returns the funds of one account. */
export const fundsOf = (parts: FundsParts, accountNumber: string, currency: string): Funds =>
  fundsIn(parts)(accountNumber, currency);

/** Returns the balance now, and the balance after a debit and everything in flight. */
export const balanceAround = (
  { balance, after }: Pick<Funds, 'balance' | 'after'>,
  debit: Money,
): BalanceChange => ({
  before: balance,
  after: after && add(after, negate(debit)),
});

/** Does the balance cover the debit? Null where no balance is known. */
export const isCovered = ({ after }: BalanceChange): boolean | null =>
  after && compare(after, money('0', after.currency)) >= 0;

/** A debit of an account, sent from here or listed by the bank. A balance may include it already. */
type LeavingDebit = Omit<DebitInFlight, 'amount' | 'count' | 'fee' | 'isBooked'> & {
  readonly accountNumber: string;
  readonly amount: Money;
  readonly fee: Money | null;
  readonly isOurs: boolean;
  readonly recorded: RecordedDebit;
};

/** The money that a submission takes from an account. */
export type Debit = Pick<LeavingDebit, 'accountNumber' | 'amount' | 'fee'>;

/** Returns the debit of a submission; null where it was not sent or the debit is void. */
export function debitOf(parts: FundsParts, submission: Submission): Debit | null {
  const { state, about, operation } = submission;
  if (about === null || !isChanging(operation) || !leavesAccount.has(state)) return null;
  const [debit] = sentAs(parts, { ...submission, operation, about });
  return debit && !debit.recorded.isVoid ? debit : null;
}

const leavesAccount: ReadonlySet<SubmissionState> = new Set(['sending', 'unknown', 'accepted']);

function leavingDebits(parts: FundsParts): LeavingDebit[] {
  const sent = sentDebits(parts);
  return [...sent.flatMap((debit) => sentAs(parts, debit)), ...listedElsewhere(parts, sent)];
}

/** Returns the debit of a sent change; none where neither the journal nor the bank's record has an amount. */
function sentAs(parts: FundsParts, { about, origin, ...debit }: SentDebit): LeavingDebit[] {
  const { operation } = debit;
  const recorded = parts.registry[operation].recorded?.(parts, debit) ?? nothingRecorded;
  const amount = about.quote?.sell ?? about.amount ?? recorded.amount;
  if (amount === null || about.accountNumber === null) return [];
  const { accountNumber, title } = about;
  const fee = feeOf(about.quote?.fee ?? about.fee ?? null, recorded.fee, amount);
  return [{ ...debit, accountNumber, title, amount, fee, recorded, isOurs: origin === 'sent' }];
}

/** Prefers the fee in the bank's record. It has the amount's currency, so a reviewed fee in another currency takes precedence. */
const feeOf = (reviewed: Money | null, recorded: Money | null, amount: Money): Money | null =>
  reviewed !== null && reviewed.currency !== amount.currency ? reviewed : (recorded ?? reviewed);

const newestOf = (balances: AccountBalances | null): { readonly asOf: string | null } => ({
  asOf: balances && (balances.available ? balances.availableAsOf : balances.statementAsOf),
});

/** Returns earlier debits as one line, where they match the account and currency. */
const togetherAs = (
  { operation, count, units, createdAt, ...of }: EarlierDebits,
  accountNumber: string,
  currency: string,
): DebitInFlight[] =>
  of.accountNumber !== accountNumber || of.currency !== currency
    ? []
    : [
        {
          ...{ operation, count, createdAt, amount: moneyOfUnits(units, currency), fee: null },
          ...{ submissionId: null, reference: '', recordId: null, state: 'accepted' },
          ...{ title: `${formatCount(count)} more, sent before these`, isBooked: false },
        },
      ];

/** Returns the debits that the bank lists and this desk did not send. */
function listedElsewhere(parts: FundsParts, sent: readonly SentDebit[]): LeavingDebit[] {
  const since = inFlightSince(parts.clock);
  const references = new Set(sent.map(({ reference }) => reference));
  const records = new Set(sent.map(({ recordId }) => recordId));
  return Object.values(parts.registry)
    .flatMap(({ listed }) => listed?.(parts, since) ?? [])
    .filter(({ reference, recordId }) => !references.has(reference) && !records.has(recordId))
    .map((debit) => ({ ...debit, submissionId: null, state: 'accepted', isOurs: false }));
}

/** Returns the part of a debit in flight; none where it takes nothing in this currency, is void, or is in the balance already. */
function inFlightAs(
  debit: LeavingDebit,
  currency: string,
  { shown, evidence }: { shown: Shown; evidence: FundsParts['evidence'] },
): DebitInFlight[] {
  const { accountNumber, amount, fee, recorded, isOurs, ...rest } = debit;
  const { reference, createdAt } = debit;
  if (recorded.isVoid) return [];
  const due = { amount: unitsIn(amount, currency), fee: unitsIn(fee, currency) };
  if (due.amount + due.fee === 0n) return [];
  const { settledAt } = recorded;
  if (settledAt !== null && isBookedBefore(shown, settledAt, createdAt)) return [];
  const entries = evidence
    .debitsUnder(accountNumber, reference)
    .filter((entry) => entry.currency === currency && !(isOurs && entry.seenAt < createdAt));
  const units = unbooked(
    due,
    entries.filter((entry) => hasEntry(shown, entry, createdAt)),
  );
  if (units === 0n) return [];
  return [
    {
      ...rest,
      count: 1,
      amount: moneyOfUnits(units, currency),
      fee: due.fee === 0n ? null : fee,
      isBooked: settledAt !== null || entries.length > 0,
    },
  ];
}

/** Returns the part of a debit that its entries in the balance do not cover. Entries above the amount include the fee. */
function unbooked(due: { amount: bigint; fee: bigint }, entries: readonly BookedDebit[]): bigint {
  const booked = entries.reduce((sum, { units }) => sum + units, 0n);
  return booked > due.amount ? 0n : due.amount + due.fee - booked;
}

const unitsIn = (amount: Money | null, currency: string): bigint =>
  amount?.currency === currency ? toUnits(amount.amount) : 0n;

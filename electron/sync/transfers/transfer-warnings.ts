import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { TransferOrder } from '../../../shared/bank/transfers.ts';
import type { BalanceChange } from '../../../shared/ipc/conversion-records.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../../shared/ipc/payment-records.ts';
import { add, compare, money, negate, type Money } from '../../../shared/money/money.ts';
import { accountByNumber } from '../../store/accounts.ts';
import type { CacheReader, Journal } from '../../store/database.ts';
import { payeeName } from './transfer-payee.ts';
import { quarantineOf } from '../payees/payee-quarantine.ts';
import { clockText, twinWarnings, type Twins } from './transfer-twins.ts';

/** What the balance of the local copy would be before and after a debit; null where it is not known. */
export function balanceAround(
  reader: CacheReader,
  accountNumber: string,
  debit: Money,
): { balance: BalanceChange; asOf: string | null } {
  const account = accountByNumber(reader, accountNumber);
  const before = account?.available ?? null;
  if (before?.currency !== debit.currency)
    return { balance: { before: null, after: null }, asOf: null };
  return {
    balance: { before, after: add(before, negate(debit)) },
    asOf: account?.availableAsOf ?? null,
  };
}

/** Everything about an order that a person must have seen, the weightiest first. Null payee: one known by its identifier only. */
export function transferWarnings(
  order: TransferOrder,
  payee: BeneficiaryRecord | null,
  found: {
    readonly journal: Journal;
    readonly balance: BalanceChange;
    readonly balanceAsOf: string | null;
    readonly twins: Twins;
  },
): PaymentWarning[] {
  const name = payee ? payeeName(payee) : order.beneficiaryId;
  return [
    ...(payee ? quarantined(found.journal, payee) : []),
    ...twinWarnings(found.twins, name),
    ...uncovered(found.balance, found.balanceAsOf),
    ...(payee ? otherCurrency(order, payee) : []),
  ];
}

/** The kinds that stand in the way of sending: those that block, and those nobody acknowledged. */
export function inTheWay(
  warnings: readonly PaymentWarning[],
  acknowledged: 'all' | readonly PaymentWarningKind[],
): PaymentWarning[] {
  return warnings.filter(
    ({ weight, kind }) =>
      weight === 'blocks' ||
      (weight === 'confirm' && acknowledged !== 'all' && !acknowledged.includes(kind)),
  );
}

function quarantined(journal: Journal, payee: BeneficiaryRecord): PaymentWarning[] {
  const quarantine = quarantineOf(journal, payee);
  if (quarantine === null) return [];
  const message = `The bank details of ${quarantine.name} changed since they were last paid (${clockText(quarantine.lastPaidAt)}). Look at them and release them under Beneficiaries first.`;
  return [{ kind: 'quarantine', weight: 'blocks', message }];
}

function uncovered({ after }: BalanceChange, asOf: string | null): PaymentWarning[] {
  if (after === null || compare(after, money('0', after.currency)) >= 0) return [];
  const known = asOf === null ? '' : ` as of ${clockText(asOf)}`;
  const message = `The account does not cover it by its balance${known}. The bank decides: it may refuse.`;
  return [{ kind: 'insufficient', weight: 'confirm', message }];
}

function otherCurrency({ currency }: TransferOrder, payee: BeneficiaryRecord): PaymentWarning[] {
  const kept = payee.currencyIso3Code;
  if (kept === '' || kept === currency) return [];
  const message = `${payeeName(payee)} is kept in ${kept}, and this is a payment in ${currency}: a bank on the way may convert it at its own rate.`;
  return [{ kind: 'currency', weight: 'confirm', message }];
}

import type {
  LineToRepair,
  NearPayee,
  PaymentFileLine,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { isFailureStatus } from '../../../engines/bank/mapping/status-terms.ts';
import { inTurns } from '../../../engines/files/turns.ts';
import { endingAlike } from '../../accounts/names.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { currentBeneficiaries } from '../../beneficiaries/tables.ts';
import type { PaymentParts } from '../tables.ts';
import { paidBefore, type PaidBefore } from '../payees.ts';
import { beneficiaryFields, type PaymentField } from './reading/columns.ts';
import { nearestPayees, type NearBeneficiary } from './reading/near-payees.ts';
import { overlayOf } from './reading/repaired-cells.ts';
import type { PaymentFileRecord } from './tables/file-tables.ts';
import { lineGroups, type PaymentCell } from './tables/line-tables.ts';
import { linesToRepair } from './tables/repair-lines.ts';

/** Lines that are offered for repair at a time. */
const offeredMax = 20;
/** How many of the newest payments can support an offer. */
const paymentsMax = 1_000;
/** Accounts offered for a line. */
const accountsMax = 6;
/** Payees read at a time. */
const payeesPerPiece = 100;

type Paid = ReadonlyMap<string, readonly PaidBefore[]>;

/** The first lines of a file that cannot be sent, with offers to repair each. No offer is applied without a person. */
export async function repairOffers(
  parts: PaymentParts,
  file: PaymentFileRecord,
): Promise<LineToRepair[]> {
  const { journal, reader, bank } = parts;
  const lines = linesToRepair(journal, file.batchId, offeredMax);
  if (lines.length === 0) return [];
  const paid = paidBefore(
    parts,
    paymentsMax,
    ({ status }) => !isFailureStatus(status, bank.statusWords),
  );
  const unnamed = lines.filter(({ line }) => lacksPayee(line));
  const near =
    unnamed.length === 0
      ? []
      : await nearestPayees(
          currentBeneficiaries(reader, payeesPerPiece),
          unnamed.map((line) => ({
            name: textOf(file, line, 'beneficiary'),
            account: textOf(file, line, 'beneficiaryAccount'),
          })),
        );
  const usual = usualAccounts(parts, file);
  const offers: LineToRepair[] = [];
  for await (const line of inTurns(lines)) {
    const payees = near[unnamed.indexOf(line)] ?? [];
    const account = textOf(file, line, 'beneficiaryAccount');
    offers.push({
      line: line.line,
      revision: line.line.repairs?.length ?? 0,
      payees: payees.map((one) => payeeOffer(one, line.line.amount, { paid, account })),
      likelyPayee: likelyPayee(payees, account, paid),
      ...accountOffers(parts, line.line, {
        typed: textOf(file, line, 'currency').toUpperCase(),
        usual,
      }),
      lastPaid: lastPaidTo(paid, line.line),
    });
  }
  return offers;
}

const lacksPayee = ({ problems }: PaymentFileLine): boolean =>
  beneficiaryFields.some((field) => field in problems);

const textOf = (
  { columns }: Pick<PaymentFileRecord, 'columns'>,
  { line, cells }: { readonly line: PaymentFileLine; readonly cells: readonly PaymentCell[] },
  field: PaymentField,
): string =>
  (overlayOf(line.repairs ?? [])[field] ?? cells[columns[field] ?? -1])?.text.trim() ?? '';

function payeeOffer(
  { beneficiary, hasLinesAccount }: NearBeneficiary,
  amount: Money | null,
  { paid, account }: { readonly paid: Paid; readonly account: string },
): NearPayee {
  const { entityId, name, accountName, accountNumber } = beneficiary;
  const payments = paid.get(entityId) ?? [];
  return {
    entityId,
    name: name || accountName || entityId,
    accountNumber,
    hasLinesAccount: account === '' || hasLinesAccount,
    payments: payments.length,
    lastPaidAt: payments[0]?.at ?? null,
    sameAmountAt: payments.find((payment) => isSameAmount(payment.amount, amount))?.at ?? null,
  };
}

const isSameAmount = (one: Money | null, other: Money | null): boolean =>
  one !== null &&
  other !== null &&
  one.currency === other.currency &&
  toUnits(one.amount) === toUnits(other.amount);

/**
 * The one payee with the account number that the line states. Where it states none: the one of nearly the same name, if it is the only
 * one offered that was paid before.
 */
function likelyPayee(near: readonly NearBeneficiary[], account: string, paid: Paid): string | null {
  const supported =
    account === ''
      ? near.filter(({ beneficiary }) => paid.has(beneficiary.entityId))
      : near.filter(({ hasLinesAccount }) => hasLinesAccount);
  const [only, another] = supported;
  if (!only || another || (account === '' && !only.isAlike)) return null;
  return only.beneficiary.entityId;
}

/** Currency -> the accounts that the ready lines of the file pay it from. */
function usualAccounts(
  { journal }: PaymentParts,
  { batchId }: PaymentFileRecord,
): ReadonlyMap<string, ReadonlySet<string>> {
  const usual = new Map<string, Set<string>>();
  for (const { state, amount, accountNumber } of lineGroups(journal, batchId)) {
    if (state !== 'ready' || amount === null) continue;
    const known = usual.get(amount.currency) ?? new Set();
    usual.set(amount.currency, known.add(accountNumber));
  }
  return usual;
}

/**
 * Accounts that hold the currency of a line whose own account cannot pay it. The likely one is the only one, or the one that all ready
 * lines of the file in this currency are paid from; for an unknown account, the only one whose number ends alike.
 */
function accountOffers(
  { reader }: PaymentParts,
  { problems, amount, accountNumber: written }: PaymentFileLine,
  { typed, usual }: { readonly typed: string; readonly usual: ReturnType<typeof usualAccounts> },
): Pick<LineToRepair, 'accounts' | 'likelyAccount'> {
  if (!('account' in problems) && !('currency' in problems))
    return { accounts: [], likelyAccount: null };
  const wanted = amount?.currency ?? typed;
  const alike = endingAlike(reader, written, wanted);
  const isUnknown = 'account' in problems;
  const fitting = listAccounts(reader)
    .filter(
      ({ accountNumber, currency }) =>
        accountNumber !== written && (wanted === '' || currency === '' || currency === wanted),
    )
    .map(({ accountNumber, accountName, currency }) => ({ accountNumber, accountName, currency }))
    .toSorted(
      (a, b) => Number(alike.includes(b.accountNumber)) - Number(alike.includes(a.accountNumber)),
    );
  const holding = fitting.filter(({ currency }) => currency === wanted);
  const used = holding.filter(({ accountNumber }) => usual.get(wanted)?.has(accountNumber));
  const [only, another] = isUnknown
    ? fitting.filter(({ accountNumber }) => alike.includes(accountNumber))
    : used.length > 0
      ? used
      : holding;
  return {
    accounts: fitting.slice(0, accountsMax),
    likelyAccount: only && !another ? only.accountNumber : null,
  };
}

function lastPaidTo(paid: Paid, { beneficiaryId }: PaymentFileLine): LineToRepair['lastPaid'] {
  for (const { at, amount } of paid.get(beneficiaryId) ?? []) if (amount) return { at, amount };
  return null;
}

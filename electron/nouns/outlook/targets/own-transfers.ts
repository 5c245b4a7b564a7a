import { compactAccount } from '../../../../shared/account-digits.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { isFailureStatus, type StatusWords } from '../../../engines/bank/mapping/status-terms.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { walkMoneyRecords } from '../../../engines/store/records/money-lists.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { listAccounts, type CachedAccount } from '../../accounts/tables.ts';
import { isOwnAccount } from '../../beneficiaries/own-accounts.ts';
import { beneficiaryById, currentBeneficiaries } from '../../beneficiaries/tables.ts';
import { transferList } from '../../payments/tables.ts';
import { entriesByKey } from '../../statements/entries/entries-by-key.ts';
import { keysUnder } from '../../statements/search/entries-under.ts';

/** A payment that left or may have left, as the journal has it. */
export type SentTransfer = {
  readonly reference: string;
  readonly beneficiaryId: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
};

export type OwnTransfersQuestion = {
  /** Payments made since then count. */
  readonly since: string;
  readonly statusWords: StatusWords;
  readonly sent: readonly SentTransfer[];
};

export type OwnTransfers = {
  /** The payees that are own accounts, by their identifiers. */
  readonly payees: readonly { readonly beneficiaryId: string; readonly accountNumber: string }[];
  /** What was paid to an own account and has not arrived there; units of 10^-4. */
  readonly arriving: readonly { readonly accountNumber: string; readonly units: bigint }[];
};

const payeesPerPiece = 500;
const transfersMax = 500;
/** The most entries read under one reference. */
const underMax = 20;

/**
 * Returns the payees that are own accounts, and what is on its way to them. A payment without an answer counts, as it may have been made. A
 * payment has arrived once the statement has its credit, or once the balance is newer than the bank's settlement.
 */
export function* ownTransfers(
  reader: CacheReader,
  { since, statusWords, sent }: OwnTransfersQuestion,
): Sliced<OwnTransfers> {
  const accounts = yield* ownPayees(reader);
  const listed = yield* walkMoneyRecords(reader, transferList, {
    ...{ since, limit: transfersMax },
    holds: ({ record }) => accounts.has(record.beneficiaryId),
  });
  const settled = new Set<string>();
  const open = new Map<string, { account: CachedAccount; amount: string; currency: string }>();
  for (const { reference, beneficiaryId, amount, currency } of sent) {
    const account = accounts.get(beneficiaryId);
    if (account) open.set(reference, { account, amount, currency });
  }
  for (const { record } of listed) {
    const { id, reference, beneficiaryId, amount, currency, settledAt, status } = record;
    const account = accounts.get(beneficiaryId);
    const key = reference || id;
    if (account === undefined) continue;
    if (isFailureStatus(status, statusWords) || isInBalance(account, settledAt)) settled.add(key);
    else if (typeof amount === 'string' && !open.has(key))
      open.set(key, { account, amount, currency });
  }
  yield;
  const arriving = [...open].flatMap(([reference, { account, amount, currency }]) => {
    const { accountNumber } = account;
    const isOpen =
      !settled.has(reference) &&
      (currency || account.currency) === account.currency &&
      !hasCredit(reader, accountNumber, reference);
    return isOpen ? [{ accountNumber, units: toUnits(amount) }] : [];
  });
  const payees = [...accounts].map(([beneficiaryId, { accountNumber }]) => ({
    ...{ beneficiaryId, accountNumber },
  }));
  return { payees, arriving };
}

function* ownPayees(reader: CacheReader): Sliced<Map<string, CachedAccount>> {
  const byNumber = new Map<string, CachedAccount[]>();
  for (const account of listAccounts(reader))
    for (const { accountNumber } of account.fundingDetails) {
      const number = compactAccount(accountNumber);
      byNumber.set(number, [...(byNumber.get(number) ?? []), account]);
    }
  const found = new Map<string, CachedAccount>();
  for (const piece of currentBeneficiaries(reader, payeesPerPiece)) {
    for (const { entityId, accountNumber } of piece) {
      const alike = byNumber.get(compactAccount(accountNumber));
      const payee = alike && beneficiaryById(reader, entityId)?.beneficiary;
      const own = payee && alike.find((account) => isOwnAccount(payee, account));
      if (own) found.set(entityId, own);
    }
    yield;
  }
  return found;
}

/** Whether the account's balance was read at or after the settlement. */
function isInBalance(
  { available, availableAsOf, statementAsOf }: CachedAccount,
  settledAt: string | null,
): boolean {
  const readAt = available ? availableAsOf : statementAsOf;
  return settledAt !== null && readAt !== null && Date.parse(readAt) >= Date.parse(settledAt);
}

const hasCredit = (reader: CacheReader, accountNumber: string, reference: string): boolean =>
  entriesByKey(reader, keysUnder(reader, reference, underMax)).some(
    (entry) =>
      entry.accountNumber === accountNumber &&
      entry.withdrawnAt === null &&
      entry.direction === 'credit' &&
      !entry.amount.amount.startsWith('-'),
  );

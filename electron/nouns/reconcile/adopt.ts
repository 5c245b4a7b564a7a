import { timestampNow, type Clock } from '../../engines/machine/context.ts';
import { appError } from '../../../shared/errors.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import type { Journal } from '../../engines/store/database.ts';
import { adoptFound, type FoundPayment } from '../../engines/submissions/journal/adopt-found.ts';
import {
  foundDebitCount,
  keepFoundDebits,
} from '../../engines/submissions/journal/found-at-bank.ts';
import { addLookup } from '../../engines/submissions/journal/lookup-table.ts';
import { settleSubmission } from '../../engines/submissions/journal/table-writes.ts';
import { transferLikeness } from '../../engines/submissions/intent/likeness.ts';
import type { BankRow } from './bank-row.ts';
import {
  accountOf,
  dayOfGroup,
  hasFailed,
  mainRowOf,
  timesListed,
  type BankGroup,
  type Comparison,
} from './compare.ts';

/**
 * Adopts into the journal what the bank shows and the journal did not know. Missing payments are added as found at the bank; those that the
 * journal had as come to nothing are accepted. Durable before it returns, and idempotent. Returns whether the journal knows more than
 * before.
 */
export function adopt(
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
  { lacking, corrected, unexplained }: Comparison,
): boolean {
  const at = timestampNow(clock);
  const debitsBefore = foundDebitCount(journal);
  adoptFound(
    journal,
    lacking.map((group) => foundPayment(group, at)),
    at,
  );
  keepFoundDebits(journal, unexplained.flatMap(storedDebit));
  for (const { own, group } of corrected) {
    const recordId = mainRowOf(group).id;
    addLookup(journal, own.submissionId, {
      at,
      source: isListed(group) ? 'bank' : 'statement',
      found: 'yes',
      words: wordsOf(group),
    });
    settleSubmission(journal, own.submissionId, {
      state: 'accepted',
      at,
      ...(isListed(group) ? { recordId } : {}),
    });
  }
  return lacking.length + corrected.length > 0 || foundDebitCount(journal) > debitsBefore;
}

const isListed = ({ listed }: BankGroup): boolean => listed.length > 0;

/** Returns a group as the journal stores it; where the bank gives no time, as of now. */
function foundPayment(group: BankGroup, now: Timestamp): FoundPayment {
  const row = mainRowOf(group);
  const accountNumber = accountOf(group);
  const amount = amountOf(row);
  const day = dayOfGroup(group);
  const payee = row.beneficiaryName || row.beneficiaryId;
  const failed = hasFailed(group);
  return {
    reference: group.reference,
    operation: row.source === 'trades' ? 'lockRate' : 'createSingleTransfer',
    body: bodyOf(row, accountNumber),
    about: {
      title: titleOf(row, payee),
      amount,
      accountNumber: accountNumber === '' ? null : accountNumber,
      counterparty: payee === '' ? null : payee,
      counterpartyId: row.beneficiaryId === '' ? null : row.beneficiaryId,
    },
    likeness:
      row.source !== 'trades' && amount && row.beneficiaryId !== ''
        ? transferLikeness({ ...amount, beneficiaryId: row.beneficiaryId })
        : null,
    recordId: isListed(group) ? row.id : null,
    state: failed ? 'refused' : 'accepted',
    error: failed
      ? appError('bank.refused', 'reconcile', { message: `The bank lists it as ${row.status}.` })
      : null,
    createdAt: row.at ?? (day === null ? now : `${day}T23:59:59.999Z`),
    source: isListed(group) ? 'bank' : 'statement',
    words: wordsOf(group),
  };
}

function titleOf(row: BankRow, payee: string): string {
  if (row.source === 'trades') return `Conversion of ${row.narration}, found at the bank`;
  return payee === '' ? 'Payment found at the bank' : `Transfer to ${payee}, found at the bank`;
}

/** Only the bank's own fields: a later order under this reference is compared with them. */
function bodyOf(row: BankRow, accountNumber: string): Record<string, string> {
  const fields =
    row.source === 'trades'
      ? { sellAccountNumber: accountNumber }
      : {
          accountNumber,
          beneficiaryId: row.beneficiaryId,
          amount: row.amount ?? '',
          currency: row.currency,
        };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

const amountOf = ({ amount, currency }: BankRow): Money | null =>
  amount !== null && isCurrency(currency) ? money(amount, currency) : null;

function wordsOf(group: BankGroup): string {
  const { listed, debits } = group;
  const where = [
    ...listed.map(({ source, id }) => `the bank’s list of ${source} has it as ${id}`),
    ...debits.map(({ id, accountNumber }) => `the statement of ${accountNumber} as entry ${id}`),
  ];
  const twice = timesListed(group);
  return `Found when journal and bank were compared: ${where.slice(0, 4).join(', ')}.${twice === null ? '' : ` ${twice}`}`;
}

const storedDebit = ({ accountNumber, id, day, amount, currency, narration }: BankRow) =>
  day === null || amount === null
    ? []
    : [{ accountNumber, entryId: id, day, amount, currency, narration }];

import { add, money, type Money } from '../../shared/money/money.ts';
import type { SubmissionAbout, SubmissionState } from '../../shared/ipc/submissions.ts';
import { isChanging } from '../../shared/bank/catalogue.ts';
import { limits } from '../../shared/limits.ts';
import { rows, type Journal } from '../store/database.ts';
import type { ChangeParts } from './change.ts';

/** What was sent, takes money from an account, and is not known to be booked: without an answer, or accepted. */
export type InFlight = { readonly count: number; readonly amount: Money };

/** What is asked of one that was sent, without what was done about it. */
export type SentDebit = {
  readonly operation: string;
  readonly reference: string;
  readonly recordId: string | null;
  readonly state: SubmissionState;
  readonly about: SubmissionAbout;
};

type Parts = Pick<ChangeParts, 'journal' | 'reader' | 'bank' | 'registry' | 'evidence' | 'clock'>;

/**
 * What is in flight from an account in a currency, by the journal: what has no answer, and what the bank accepted within
 * `limits.inFlightMs` and neither its own record nor a statement shows as booked or come to nothing. Null where nothing is.
 */
export function inFlightFrom(
  parts: Parts,
  accountNumber: string,
  currency: string,
): InFlight | null {
  const amounts = debitsOf(parts, accountNumber)
    .filter((debit) => debit.state !== 'accepted' || !isOver(parts, debit, accountNumber))
    .map(({ about }) => debitOf(about))
    .filter((amount) => amount?.currency === currency)
    .flatMap((amount) => amount ?? []);
  if (amounts.length === 0) return null;
  return { count: amounts.length, amount: amounts.reduce(add, money('0', currency)) };
}

/** Of a trade its price with the fee; of all else what was ordered. */
const debitOf = ({ amount, quote }: SubmissionAbout): Money | null => {
  if (!quote) return amount;
  return quote.fee?.currency === quote.sell.currency ? add(quote.sell, quote.fee) : quote.sell;
};

/** Booked, or come to nothing, by the bank's own record or by the statement. */
function isOver(
  { registry, evidence, ...parts }: Parts,
  debit: SentDebit,
  account: string,
): boolean {
  const { operation, reference } = debit;
  if (isChanging(operation) && registry[operation].isOver?.(parts, debit)) return true;
  return evidence.byReference(account, reference).length > 0;
}

/** Looked at are the newest of each operation that takes money, and all without an answer. */
function debitsOf({ journal, registry, clock }: Parts, accountNumber: string): SentDebit[] {
  const since = new Date(clock.now() - limits.inFlightMs).toISOString();
  const operations = Object.entries(registry).filter(([, { isDebit }]) => isDebit);
  return operations.flatMap(([operation]) =>
    debitsIn(journal, { operation, accountNumber, since }),
  );
}

type Asked = { readonly operation: string; readonly accountNumber: string; readonly since: string };

type StoredDebit = Omit<SentDebit, 'about'> & { readonly about: string };

const debitsIn = (journal: Journal, asked: Asked): SentDebit[] =>
  rows<StoredDebit>(
    journal,
    `SELECT operation, reference, record_id AS recordId, state, about FROM (
       SELECT id, operation, reference, record_id, state, about, created_at FROM (
         SELECT * FROM submission WHERE operation = @operation ORDER BY id DESC LIMIT @limit)
       WHERE state = 'accepted' AND created_at >= @since
       UNION ALL
       SELECT id, operation, reference, record_id, state, about, created_at FROM submission
       WHERE state IN ('sending', 'unknown') AND operation = @operation)
     WHERE about ->> '$.accountNumber' = @accountNumber`,
    { ...asked, limit: limits.inFlightLookedMax },
  ).map(({ about, ...debit }) => ({ ...debit, about: JSON.parse(about) as SubmissionAbout }));

import { add, money, type Money } from '../../shared/money/money.ts';
import type {
  DebitInFlight,
  InFlight,
  SubmissionAbout,
  SubmissionState,
} from '../../shared/ipc/submissions.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import { isChanging, type ChangingOperation } from '../../shared/bank/catalogue.ts';
import { limits } from '../../shared/limits.ts';
import { rows, type Journal } from '../store/database.ts';
import type { ChangeParts } from './change.ts';

/** What is asked of one that was sent, without what was done about it. */
export type SentDebit = {
  readonly submissionId: string;
  readonly operation: string;
  readonly reference: string;
  readonly recordId: string | null;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
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
  const sent = debitsOf(parts, accountNumber)
    .filter((debit) => debit.state !== 'accepted' || !isOver(parts, debit, accountNumber))
    .flatMap((debit) => inFlightAs(debit, currency))
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  if (sent.length === 0) return null;
  return { amount: sent.map(({ amount }) => amount).reduce(add, money('0', currency)), sent };
}

/** None where it takes nothing of this currency. */
function inFlightAs({ about, ...debit }: SentDebit, currency: string): DebitInFlight[] {
  const amount = debitOf(about);
  return amount?.currency === currency ? [{ ...debit, title: about.title, amount }] : [];
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
  const since = sinceOf(clock);
  const operations = Object.entries(registry).filter(([, { isDebit }]) => isDebit);
  return operations.flatMap(([operation]) =>
    debitsIn(journal, { operation, accountNumber, since }),
  );
}

const sinceOf = (clock: Parts['clock']): Timestamp =>
  new Date(clock.now() - limits.inFlightMs).toISOString();

type Asked = { readonly operation: string; readonly since: Timestamp };

type Stored<S extends { readonly about: SubmissionAbout }> = Omit<S, 'about'> & {
  readonly about: string;
};

const columns = 'submission_id, operation, reference, record_id, state, created_at, about, payload';

/** The newest of an operation that were accepted since then, and all without an answer. */
const latelySql = `SELECT ${columns} FROM (
    SELECT * FROM submission WHERE operation = @operation ORDER BY id DESC LIMIT @limit)
  WHERE state = 'accepted' AND created_at >= @since
  UNION ALL
  SELECT ${columns} FROM submission WHERE state IN ('sending', 'unknown') AND operation = @operation`;

const told =
  'submission_id AS submissionId, operation, reference, record_id AS recordId, state, created_at AS createdAt, about';

const debitsIn = (
  journal: Journal,
  asked: Asked & { readonly accountNumber: string },
): SentDebit[] =>
  rows<Stored<SentDebit>>(
    journal,
    `SELECT ${told} FROM (${latelySql}) WHERE about ->> '$.accountNumber' = @accountNumber`,
    { ...asked, limit: limits.inFlightLookedMax },
  ).map(withAbout);

/** One with what was sent, as JSON text. */
export type SentLately = SentDebit & { readonly payload: string };

/** What was sent of an operation and has no answer, and the newest that were accepted within `limits.inFlightMs`, booked or not. */
export const sentLately = (
  { journal, clock }: Pick<Parts, 'journal' | 'clock'>,
  operation: ChangingOperation,
): SentLately[] =>
  rows<Stored<SentLately>>(
    journal,
    `SELECT ${told}, payload FROM (${latelySql}) WHERE about IS NOT NULL`,
    {
      ...{ operation, since: sinceOf(clock) },
      limit: limits.inFlightLookedMax,
    },
  ).map(withAbout);

const withAbout = <S extends { readonly about: string }>(
  stored: S,
): Omit<S, 'about'> & { readonly about: SubmissionAbout } => ({
  ...stored,
  about: JSON.parse(stored.about) as SubmissionAbout,
});

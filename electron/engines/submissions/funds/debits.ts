import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import type { SubmissionAbout, SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { limits } from '../../../../shared/limits.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { row, rows, type Journal } from '../../store/database.ts';
import type { ChangeParts } from '../change.ts';
import type { Submission } from '../journal/submission-table.ts';

/** A sent change that takes money, as the journal has it. */
export type SentDebit = {
  readonly submissionId: string;
  readonly origin: Submission['origin'];
  readonly operation: ChangingOperation;
  readonly reference: string;
  readonly recordId: string | null;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly about: SubmissionAbout;
};

/** A sent debit with its payload as JSON text. */
export type SentLately = SentDebit & { readonly payload: string };

/** Selects the newest submissions of an operation that were accepted since a time, and all without an answer. */
const latelySql = `SELECT * FROM (
    SELECT * FROM submission WHERE operation = @operation ORDER BY id DESC LIMIT @limit)
  WHERE state = 'accepted' AND max(created_at, coalesce(settled_at, '')) >= @since
  UNION ALL
  SELECT * FROM submission WHERE state IN ('sending', 'unknown') AND operation = @operation`;

const columns =
  'submission_id AS submissionId, origin, operation, reference, record_id AS recordId, state, created_at AS createdAt, about';

/** Returns the time since which an accepted change counts as in flight. */
export const inFlightSince = (clock: ChangeParts['clock']): Timestamp =>
  new Date(clock.now() - limits.inFlightMs).toISOString();

/** Returns an operation's changes without an answer, and the newest accepted within `limits.inFlightMs`, booked or not. */
export const sentLately = (
  { journal, clock }: Pick<ChangeParts, 'journal' | 'clock'>,
  operation: ChangingOperation,
): SentLately[] =>
  read<SentLately>(journal, `${columns}, payload`, {
    ...{ operation, since: inFlightSince(clock), limit: limits.inFlightLookedMax },
  });

/** Returns the same for all operations that take money, without the payloads. */
export function sentDebits({
  journal,
  registry,
  clock,
}: Pick<ChangeParts, 'journal' | 'registry' | 'clock'>): SentDebit[] {
  const operations = Object.entries(registry).filter(([, { isDebit }]) => isDebit);
  return operations.flatMap(([operation]) =>
    read<SentDebit>(journal, columns, {
      ...{ operation, since: inFlightSince(clock), limit: limits.inFlightLookedMax },
    }),
  );
}

type Question = { readonly operation: string; readonly since: Timestamp; readonly limit: number };
type Stored<S> = Omit<S, 'about'> & { readonly about: string };

/** The sum that older changes of an operation take from an account in a currency. The newest changes are examined one by one. */
export type EarlierDebits = {
  readonly operation: ChangingOperation;
  readonly accountNumber: string;
  readonly currency: string;
  readonly units: bigint;
  readonly count: number;
  /** The time of the newest of them. */
  readonly createdAt: Timestamp;
};

const earlierAtOnce = 1_000;

type EarlierRow = {
  readonly id: number;
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  readonly accountNumber: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly fee: string | null;
  readonly feeCurrency: string | null;
};

/**
 * Sums accepted changes that are older than the newest `limits.inFlightLookedMax` and newer than their account's balance, so that no
 * balance can include them. `readMs` returns when that balance was read. Stops at the first 1,000 rows of which none counts.
 */
export function earlierDebits(
  { journal, registry, clock }: Pick<ChangeParts, 'journal' | 'registry' | 'clock'>,
  readMs: (accountNumber: string) => number,
): EarlierDebits[] {
  const since = inFlightSince(clock);
  const operations = Object.entries(registry).filter(([, { isDebit }]) => isDebit);
  return operations.flatMap(([operation]) => {
    const sums = new Map<string, EarlierDebits>();
    let before = row<{ id: number }>(
      journal,
      'SELECT id FROM submission WHERE operation = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
      operation,
      limits.inFlightLookedMax - 1,
    )?.id;
    while (before !== undefined) {
      const piece: EarlierRow[] = rows(
        journal,
        `SELECT id, state, created_at AS createdAt, about ->> '$.accountNumber' AS accountNumber,
           about ->> '$.amount.amount' AS amount, about ->> '$.amount.currency' AS currency,
           about ->> '$.fee.amount' AS fee, about ->> '$.fee.currency' AS feeCurrency
         FROM submission WHERE operation = ? AND id < ? ORDER BY id DESC LIMIT ?`,
        operation,
        before,
        earlierAtOnce,
      );
      const counted = piece.filter(
        ({ state, createdAt, accountNumber }) =>
          state === 'accepted' &&
          accountNumber !== null &&
          createdAt >= since &&
          readMs(accountNumber) < Date.parse(createdAt),
      );
      for (const one of counted) addTo(sums, operation as ChangingOperation, one);
      before = counted.length === 0 ? undefined : piece.at(-1)?.id;
    }
    return [...sums.values()];
  });
}

function addTo(
  sums: Map<string, EarlierDebits>,
  operation: ChangingOperation,
  { accountNumber, createdAt, amount, currency, fee, feeCurrency }: EarlierRow,
): void {
  if (accountNumber === null || amount === null || currency === null) return;
  const key = JSON.stringify([accountNumber, currency]);
  const known = sums.get(key);
  const units = toUnits(amount) + (fee !== null && feeCurrency === currency ? toUnits(fee) : 0n);
  sums.set(key, {
    ...{ operation, accountNumber, currency, createdAt: known?.createdAt ?? createdAt },
    units: units + (known?.units ?? 0n),
    count: 1 + (known?.count ?? 0),
  });
}

const read = <S extends SentDebit>(journal: Journal, selected: string, question: Question): S[] =>
  rows<Stored<S>>(
    journal,
    `SELECT ${selected} FROM (${latelySql}) WHERE about IS NOT NULL`,
    question,
  ).map((stored) => ({ ...stored, about: JSON.parse(stored.about) as SubmissionAbout }) as S);

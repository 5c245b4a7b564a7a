import type { Timestamp } from '../../../shared/calendar.ts';
import type { ChangingOperation } from '../../../shared/bank/catalogue.ts';
import type { SubmissionAbout, SubmissionState } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import { rows, type Journal } from '../../store/database.ts';
import type { ChangeParts } from '../change.ts';
import type { Submission } from '../table.ts';

/** A change that was sent and takes money, as the journal has it. */
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

/** One with its payload, as JSON text. */
export type SentLately = SentDebit & { readonly payload: string };

/** The newest of an operation that were accepted since then, and all without an answer. */
const latelySql = `SELECT * FROM (
    SELECT * FROM submission WHERE operation = @operation ORDER BY id DESC LIMIT @limit)
  WHERE state = 'accepted' AND max(created_at, coalesce(settled_at, '')) >= @since
  UNION ALL
  SELECT * FROM submission WHERE state IN ('sending', 'unknown') AND operation = @operation`;

const columns =
  'submission_id AS submissionId, origin, operation, reference, record_id AS recordId, state, created_at AS createdAt, about';

/** The start of the time in which an accepted change counts as in flight. */
export const inFlightSince = (clock: ChangeParts['clock']): Timestamp =>
  new Date(clock.now() - limits.inFlightMs).toISOString();

/** The changes of an operation without an answer, and the newest that were accepted within `limits.inFlightMs`, booked or not. */
export const sentLately = (
  { journal, clock }: Pick<ChangeParts, 'journal' | 'clock'>,
  operation: ChangingOperation,
): SentLately[] =>
  read<SentLately>(journal, `${columns}, payload`, {
    ...{ operation, since: inFlightSince(clock), limit: limits.inFlightLookedMax },
  });

/** The same of every operation that takes money, without the payloads. */
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

const read = <S extends SentDebit>(journal: Journal, selected: string, question: Question): S[] =>
  rows<Stored<S>>(
    journal,
    `SELECT ${selected} FROM (${latelySql}) WHERE about IS NOT NULL`,
    question,
  ).map((stored) => ({ ...stored, about: JSON.parse(stored.about) as SubmissionAbout }) as S);

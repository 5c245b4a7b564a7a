import { limits } from '../../../../shared/limits.ts';
import type { Journal } from '../../store/database.ts';
import { listSubmissions, type Submission } from '../journal/submission-table.ts';
import { lastAttemptOf } from './lookup-times.ts';
import { isAsDemanding } from './reference-match.ts';

/** Another change of ours that the bank is known to have. */
export type Probe = Pick<Submission, 'reference'>;

/** The number of newest changes that are searched for a probe. */
const lookedThroughMax = 200;

/**
 * Finds the change of the same operation that was sent nearest in time, that the bank accepted and identified, and whose reference
 * is no easier to find. Null when there is none.
 */
export function probeFor(journal: Journal, submission: Submission): Probe | null {
  const sentMs = Date.parse(lastAttemptOf(submission));
  const { reference, operation } = submission;
  const apart = ({ createdAt }: Submission): number => Math.abs(Date.parse(createdAt) - sentMs);
  const known = listSubmissions(journal, {
    states: ['accepted'],
    operation,
    limit: lookedThroughMax,
  }).filter(
    (other) =>
      other.recordId !== null &&
      apart(other) <= limits.probeNearMs &&
      isAsDemanding(other.reference, reference),
  );
  const [nearest] = known.toSorted((a, b) => apart(a) - apart(b));
  return nearest ?? null;
}

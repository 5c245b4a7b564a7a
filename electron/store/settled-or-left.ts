import { DeskFault } from '../../shared/errors.ts';
import type { Journal } from './database.ts';
import { settleSubmission, type Settlement, type Submission } from './submissions.ts';

/**
 * Writes down how a submission ended. Null when the disk did not take it: the submission then stays as it was, open,
 * and what came of it is found out by asking the bank. Any other fault is thrown.
 */
export function settledOrLeft(
  journal: Journal,
  submissionId: string,
  settlement: Settlement,
): Submission | null {
  try {
    return settleSubmission(journal, submissionId, settlement);
  } catch (cause) {
    if (cause instanceof DeskFault && isOfTheDisk(cause)) return null;
    throw cause;
  }
}

/** Waits for an accepted answer to be taken into the local copy. What the disk does not take can be fetched again. */
export async function keptOrLeft(keeping: Promise<void>): Promise<void> {
  try {
    await keeping;
  } catch (cause) {
    if (!(cause instanceof DeskFault && isOfTheDisk(cause))) throw cause;
  }
}

const isOfTheDisk = ({ code }: DeskFault): boolean =>
  code === 'store.full' || code === 'store.readonly' || code === 'store.gone';

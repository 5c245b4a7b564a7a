import { timestampNow, type DeskClock } from '../machine/context.ts';
import type { Journal } from '../store/database.ts';
import { addLookup } from './journal/lookup-table.ts';
import { openSubmissionFor, submissionById, type Submission } from './journal/submission-table.ts';
import { settleSubmission } from './journal/table-writes.ts';
import { mayConclude } from './lookup/lookup-times.ts';

type Parts = { readonly journal: Journal; readonly clock: DeskClock };

/** The evidence of a submission in the bank's record. */
export type Sight =
  | {
      readonly seen: true;
      readonly recordId?: string | null;
      /** The record as it was read, to replace an answer without the record. */
      readonly answer?: object;
    }
  /**
   * The change is not there. `wouldShow`: the list was read whole and shows another change that the bank is known to have.
   * `isReplaced`: the record was changed since, so the change may have been there.
   */
  | { readonly seen: false; readonly wouldShow: boolean; readonly isReplaced?: boolean };

/**
 * Settles an unknown submission about a subject by the bank's present record of that subject. Seen: accepted. Not seen: it stays
 * unknown until the absence may be concluded; then it is `not-found`, and a person may send it again. Null while it is open.
 */
export function settleFromReading(
  parts: Parts,
  subject: string,
  sightOf: (submission: Submission) => Sight,
): Submission | null {
  const open = openSubmissionFor(parts.journal, subject);
  return open?.state === 'unknown' ? settleBySight(parts, open, sightOf(open)) : null;
}

/** Settles a given submission like {@link settleFromReading}. */
export function settleBySight(
  { journal, clock }: Parts,
  open: Submission,
  sight: Sight,
): Submission | null {
  const { submissionId, error } = open;
  const at = timestampNow(clock);
  const now = clock.moment();
  addLookup(journal, submissionId, { at, source: 'bank', clocks: now, ...lookOf(sight) });
  if (sight.seen) {
    const { recordId = null, answer } = sight;
    return settleSubmission(journal, submissionId, {
      state: 'accepted',
      at,
      error: null,
      recordId,
      answer: answer === undefined ? null : JSON.stringify(answer),
    });
  }
  const looked = submissionById(journal, submissionId) ?? open;
  return sight.wouldShow && mayConclude(looked, now)
    ? settleSubmission(journal, submissionId, { state: 'not-found', at, error })
    : null;
}

function lookOf(sight: Sight): { found: 'yes' | 'no' | 'unavailable'; words: string } {
  if (sight.seen) return { found: 'yes', words: 'The bank’s record shows it.' };
  if (sight.isReplaced)
    return {
      found: 'unavailable',
      words: 'The bank’s record was changed since, so it does not show whether this was done.',
    };
  return sight.wouldShow
    ? { found: 'no', words: 'The bank’s record does not show it.' }
    : {
        found: 'unavailable',
        words: 'The bank’s list does not show it, and nothing known in it shows that it would.',
      };
}

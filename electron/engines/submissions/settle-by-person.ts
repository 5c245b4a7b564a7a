import type { Actor } from '../../../shared/actor.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../machine/context.ts';
import { addLookup } from './journal/lookup-table.ts';
import type { Submission } from './journal/submission-table.ts';
import { settleSubmission } from './journal/table-writes.ts';
import type { ChangeParts } from './change.ts';
import { viewOf } from './submission-views.ts';

/** A person's settlement of a submission without an answer, after asking the bank. */
export type PersonSettlement = {
  readonly as: 'accepted' | 'not-found';
  readonly note: string;
  readonly actor: Actor;
};

/**
 * Settles an unknown submission by a person's note of the bank's answer, and stores their name and note. Allowed only after
 * the settle window: before it, the bank itself may not know yet.
 */
export function settleByPerson(
  parts: ChangeParts,
  submission: Submission,
  { as, note, actor }: PersonSettlement,
  { correlationId }: Context,
): Outcome<Submission> {
  if (!viewOf(submission, parts).maySettle)
    return fail('input.invalid', correlationId, {
      message: 'It is too early to say so, or it is settled already.',
    });
  const { journal, clock } = parts;
  const at = timestampNow(clock);
  addLookup(journal, submission.submissionId, {
    at,
    source: 'person',
    found: as === 'accepted' ? 'yes' : 'no',
    words: `${actor.name}: ${note}`,
    actor,
  });
  const settled = settleSubmission(journal, submission.submissionId, {
    state: as,
    at,
    error: as === 'accepted' ? null : submission.error,
  });
  parts.announce(settled);
  return ok(settled);
}

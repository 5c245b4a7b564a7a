import { createHash } from 'node:crypto';

import type { ChangingOperation } from '../../../shared/bank/catalogue.ts';
import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import { allEnded } from '../machine/all-ended.ts';
import type { Context } from '../machine/context.ts';
import { attemptSync } from '../store/local-faults.ts';
import { writeJournal } from '../store/write-journal.ts';
import { aboutWithMore, whyUnfilled } from './required-fields.ts';
import { attemptNow, carryOut, sendInput, type Send, type Submitted } from './carry-out.ts';
import type { ChangeParts } from './change.ts';
import { maySend } from './claims.ts';
import type { AnyIntent, Intent } from './intent/intent.ts';
import { createSubmission } from './journal/table-writes.ts';
import {
  openSubmissionFor,
  submissionUnder,
  type NewSubmission,
  type Submission,
} from './journal/submission-table.ts';

/**
 * Sends a change to the bank once. The intent is durable before a byte is sent, nothing is retried automatically, and no answer
 * means `unknown`. A second call with the same reference returns the first submission. While a change of the same subject is
 * open, another is refused.
 */
export async function submit<N extends ChangingOperation>(
  parts: ChangeParts,
  intent: Intent<N>,
  context: Context,
  send?: Send<N>,
): Promise<Outcome<Submitted<N>>> {
  if (parts.prepares) return onlyPrepare(parts, parts.prepares, intent, context);
  if (mustRenew(parts, [intent])) {
    const renewed = await parts.bank.session.refresh(context);
    if (!renewed.ok) return renewed;
  }
  return sendBegun(parts, intent, begin(parts, intent, context), context, send);
}

/** Checks the intent against the bank and its file, passes it to `prepares`, and fails: nothing was sent. */
function onlyPrepare<N extends ChangingOperation>(
  parts: ChangeParts,
  prepares: (intent: AnyIntent) => void,
  intent: Intent<N>,
  context: Context,
): Outcome<never> {
  const { operation, payload } = intent;
  const closed =
    parts.bank.whyClosed(operation, context) ?? whyUnfilled(parts, operation, payload, context);
  if (closed) return err(closed);
  prepares(intent as AnyIntent);
  return fail('cancelled', context.correlationId, { operation, message: 'Nothing was sent.' });
}

/**
 * Submits several intents in one transaction: all are durable before a byte of any is sent. Each is then sent, settled and reported
 * separately, in the given order. An intent that is refused before it is sent does not affect the others.
 */
export async function submitAll<N extends ChangingOperation>(
  parts: ChangeParts,
  intents: readonly Intent<N>[],
  context: Context,
): Promise<Outcome<Submitted<N>>[]> {
  if (mustRenew(parts, intents)) {
    const renewed = await parts.bank.session.refresh(context);
    if (!renewed.ok) return intents.map(() => renewed);
  }
  if (intents.length === 0) return [];
  parts.sequence?.begin();
  const begun = writeJournal(parts.journal, ['submission', 'submission_attempt'], () =>
    intents.map((intent) => beginOrRefuse(parts, intent, context)),
  );
  return allEnded(
    intents.map((intent, at) =>
      sendBegun(parts, intent, begun[at] ?? fail('internal', context.correlationId), context),
    ),
  );
}

/** May the session end while something new is being sent? */
const mustRenew = (
  { journal, bank }: ChangeParts,
  intents: readonly { readonly reference: string }[],
): boolean =>
  bank.session.mayEndDuringChange() &&
  intents.some(({ reference }) => submissionUnder(journal, reference) === null);

type Begun = { readonly submission: Submission; readonly created: boolean };

/** Sends a submission that was just recorded; returns one that existed before. */
async function sendBegun<N extends ChangingOperation>(
  parts: ChangeParts,
  { operation, payload: input, twins = [], unread = [] }: Intent<N>,
  begun: Outcome<Begun>,
  context: Context,
  send?: Send<N>,
): Promise<Outcome<Submitted<N>>> {
  if (!begun.ok) return begun;
  const { submission, created } = begun.value;
  if (!created) return ok({ submission, answer: null, localFault: null });
  const sent = { operation, input, submission, twins, unread };
  return carryOut(parts, sent, context, send ?? sendInput(parts, sent));
}

/** Records an intent. A reused reference refuses this intent only; any other fault aborts the whole transaction. */
function beginOrRefuse<N extends ChangingOperation>(
  parts: ChangeParts,
  intent: Intent<N>,
  context: Context,
): Outcome<Begun> {
  const begun = attemptSync(() => begin(parts, intent, context));
  if (begun.ok) return begun.value;
  const { code, message } = begun.error;
  if (code !== 'input.invalid') throw begun.error;
  return fail(code, context.correlationId, { operation: intent.operation, message });
}

function begin<N extends ChangingOperation>(
  parts: ChangeParts,
  given: Intent<N>,
  context: Context,
): Outcome<Begun> {
  const { bank, journal } = parts;
  const {
    payload: input,
    alongside: _stored,
    twins: _confirmed,
    unread: _unread,
    ...intent
  } = given;
  const allowed = maySend(parts, context);
  if (!allowed.ok) return allowed;
  const closed = bank.whyClosed(intent.operation, context);
  if (closed) return err(closed);
  const open = openSubmissionFor(journal, intent.subject);
  if (open && open.reference !== intent.reference) return err(stillOpen(open, context));
  const { operation } = intent;
  // An earlier submission is returned even where the bank file now requires other fields.
  const isKnown = submissionUnder(journal, intent.reference) !== null;
  const unfilled = isKnown ? null : whyUnfilled(parts, operation, input, context);
  if (unfilled) return err(unfilled);
  return ok(
    createSubmission(
      journal,
      {
        ...intent,
        about: aboutWithMore(parts, operation, input, intent.about),
        likeness: intent.likeness ?? null,
        ...payloadOf(given),
      },
      attemptNow(parts, context),
    ),
  );
}

/** Returns the stored form of an intent's payload: its JSON text, and the SHA-256 of that text, hex. */
export function payloadOf<N extends ChangingOperation>({
  payload: input,
  alongside,
}: Pick<Intent<N>, 'payload' | 'alongside'>): Pick<NewSubmission, 'payload' | 'payloadHash'> {
  const payload = JSON.stringify({ ...input, ...alongside });
  return { payload, payloadHash: createHash('sha256').update(payload).digest('hex') };
}

/** The refusal of a change while another change of the same record is open. */
export function stillOpen(open: Submission, context: Context): AppError {
  return appError('outcome.unknown', context.correlationId, {
    operation: open.operation,
    message: `An earlier change of the same record (sent ${open.createdAt}) has no answer yet.`,
  });
}

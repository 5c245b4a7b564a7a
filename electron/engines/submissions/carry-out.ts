import type { ChangingOperation, OperationOutput } from '../../../shared/bank/catalogue.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  appError,
  fail,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../../shared/errors.ts';
import type { SubmissionState } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok } from '../../../shared/result.ts';
import { timestampNow, withPatience, type Clock, type Context } from '../machine/context.ts';
import type { Journal } from '../store/database.ts';
import { ignoreErrors, ignoreErrorsAsync, attemptSync } from '../store/local-faults.ts';
import { onDisk } from '../store/opening/deferred-sync.ts';
import { isShapeless, assessAnswer, type Acceptance } from './acceptance.ts';
import { basisOf, isClaimed, type ChangeParts } from './change.ts';
import { claimableOf, claimHolds, claimNow } from './claims.ts';
import { answered, keep, reportNotWritten } from './save-response.ts';
import { lookForDuplicate } from './duplicate.ts';
import type { Sent } from './sent.ts';
import { lookBehindUnauthorized } from './lookup/listed-meanwhile.ts';
import {
  addAttempt,
  settleSubmission,
  settleDeferred,
  type Settlement,
} from './journal/table-writes.ts';
import { submissionById, type Attempt, type Submission } from './journal/submission-table.ts';

/** The context of a sending. The request carries the idempotency key where the bank has a place for it. */
export type SendContext = Context & {
  readonly idempotencyKey: string;
  /** Returns false once the team's claim has expired; absent where the desk has no team. */
  readonly mayLeave?: () => boolean;
};

/** Sends a recorded submission. The default calls the operation with the payload. */
export type Send<N extends ChangingOperation> = (
  context: SendContext,
) => Promise<Outcome<OperationOutput<N>>>;

/** The result of a submission, with the bank's answer if it accepted. */
export type Submitted<N extends ChangingOperation> = {
  readonly submission: Submission;
  /** Null where the submission was not accepted, or was sent before. */
  readonly answer: OperationOutput<N> | null;
  /** A local fault after an acceptance; null where there was none. */
  readonly localFault: AppError | null;
};

/**
 * Codes that leave open whether the bank carried out the change. Every other failure happened before a byte was sent, or is a clear
 * refusal by the bank.
 */
const unknownCodes: ReadonlySet<ErrorCode> = new Set([
  'outcome.unknown',
  'outcome.duplicated',
  'internal',
]);

/** Returns a new attempt with the present time and the correlation id. */
export const attemptNow = ({ clock }: ChangeParts, { correlationId }: Context): Attempt => ({
  at: timestampNow(clock),
  correlationId,
  clocks: clock.moment(),
});

/**
 * Claims an attempt where the desk has a team, has it witnessed, sends it once, and records its outcome. The caller must have
 * recorded the attempt durably. After a 401 the bank's list is read once. A second attempt follows only where that list provably
 * lacks the change and the bank honours the idempotency key.
 */
export async function carryOut<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
  send: Send<N>,
): Promise<Outcome<Submitted<N>>> {
  const first = await attempt(parts, sent, context, send);
  if (first === null) return overtaken(parts, sent);
  if (!isUnauthorized(first.outcome)) return conclude(parts, sent, first, context);
  const behind = await lookBehindUnauthorized(parts, sent, context);
  const again = behind.mayResend ? resent(parts, sent, first.outcome, context) : null;
  if (!again) return conclude(parts, sent, { ...first, ...behind.shown }, context);
  const second = await attempt(parts, again, context, send);
  if (second === null) return overtaken(parts, again);
  const shown = isUnauthorized(second.outcome)
    ? (await lookBehindUnauthorized(parts, again, context)).shown
    : {};
  const last = { ...second, ...shown };
  // A failure of the second attempt proves nothing about the first.
  const isClear = ['accepted', 'unknown'].includes(stateOf(last));
  const outcome = isClear ? last.outcome : first.outcome;
  return conclude(parts, again, { ...second, outcome, wasClaimed: true }, context);
}

type Attempted<N extends ChangingOperation> = {
  readonly outcome: Outcome<Acceptance<N>>;
  /** The bank answered. Where the outcome is open, reading the record may settle it. */
  readonly wasAnswered: boolean;
  /** False where the claim failed. Then nothing of this attempt was sent. */
  readonly wasClaimed: boolean;
};

async function attempt<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
  send: Send<N>,
): Promise<Attempted<N> | null> {
  announce(parts, sent.submission);
  const claimed = await claimOf(parts, sent, context);
  if (claimed === null) return null;
  if (!claimed.ok) return { outcome: claimed, wasAnswered: false, wasClaimed: false };
  const witnessed = await parts.continuity.witness(context);
  return witnessed.ok
    ? sendAndAssess(parts, sent, { context, ...claimed.value }, send)
    : { outcome: witnessed, wasAnswered: false, wasClaimed: true };
}

type Claimed = Pick<SendContext, 'mayLeave'>;

/**
 * Claims the right to send this attempt. Null where the attempt was overtaken: while the team takes long to answer, the submission
 * may be settled without an answer and sent again.
 */
async function claimOf<N extends ChangingOperation>(
  parts: ChangeParts,
  { operation, input, submission, twins = [], unread = [] }: Sent<N>,
  context: Context,
): Promise<Outcome<Claimed> | null> {
  const { claims, clock, journal, registry } = parts;
  if (!claims || !(isClaimed(registry, operation) || claims.demands(operation))) return ok({});
  const mayLeave = claimHolds(clock);
  const claimed = await claimNow(
    claims,
    claimableOf(parts, submission, { twins, unread, basis: basisOf(parts, operation, input) }),
    context,
  );
  const now = submissionById(journal, submission.submissionId);
  if (now?.state !== 'sending' || now.attempts.length !== submission.attempts.length) return null;
  return claimed.ok ? ok({ mayLeave }) : claimed;
}

/** Returns the present state of a submission that was settled before its claim was answered. This attempt sent nothing. */
const overtaken = <N extends ChangingOperation>(
  { journal }: ChangeParts,
  { submission }: Sent<N>,
): Outcome<Submitted<N>> =>
  ok({
    submission: submissionById(journal, submission.submissionId) ?? submission,
    answer: null,
    localFault: null,
  });

const isUnauthorized = (outcome: Outcome<unknown>): outcome is { ok: false; error: AppError } =>
  !outcome.ok && outcome.error.code === 'outcome.unknown' && outcome.error.bank?.status === 401;

/** Records the first attempt as unknown, and a second one, durably. Null where the disk refuses. */
function resent<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  { error }: { readonly error: AppError },
  context: Context,
): Sent<N> | null {
  const { submissionId } = sent.submission;
  const written = attemptSync(() => {
    const at = timestampNow(parts.clock);
    settleSubmission(parts.journal, submissionId, { state: 'unknown', at, error });
    return addAttempt(parts.journal, submissionId, attemptNow(parts, context), ['unknown']);
  });
  return written.ok ? { ...sent, submission: written.value } : null;
}

/** Records the outcome of the last attempt and does the work that follows from it. */
async function conclude<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  attempted: Attempted<N>,
  context: Context,
): Promise<Outcome<Submitted<N>>> {
  const { outcome, wasAnswered } = attempted;
  const { submission } = sent;
  const settlement = settlementOf(parts, sent, attempted, timestampNow(parts.clock));
  const settle = parts.sequence ? settleDeferred : settleSubmission;
  const written = attemptSync(() => settle(parts.journal, submission.submissionId, settlement));
  const through = onDisk(parts.journal);
  if (!outcome.ok) {
    if (!written.ok) return err(unwritten(submission, context));
    const settled = { ...sent, submission: written.value };
    const known = wasAnswered ? await readNow(parts, settled, context) : written.value;
    await behind(parts, async () => {
      await through;
      announce(parts, known);
      return null;
    });
    return ok({ submission: known, answer: null, localFault: null });
  }
  const settled = written.ok ? written.value : asSettled(parts, sent, settlement.at, outcome.value);
  const interrupted = written.ok ? null : reportNotWritten(parts, settled, written.error);
  const { answer } = outcome.value;
  let known = settled;
  const localFault = await behind(parts, async () => {
    const unkept = await keep(parts, { ...sent, submission: settled }, answer);
    const lost = written.ok ? await through : null;
    known = await lookForDuplicate(parts, sent.operation, settled, context);
    announce(parts, known);
    return interrupted ?? (lost ? reportNotWritten(parts, settled, lost) : unkept);
  });
  return ok({ submission: known, answer: known.state === 'accepted' ? answer : null, localFault });
}

/** Does the work that follows an answer. In a sequence it is queued and not awaited. */
async function behind(
  { sequence }: ChangeParts,
  rest: () => Promise<AppError | null>,
): Promise<AppError | null> {
  if (!sequence) return rest();
  await sequence.behind(rest);
  return null;
}

/** Ignores listener errors. */
function announce(parts: ChangeParts, submission: Submission): void {
  ignoreErrors(() => {
    parts.announce(submission);
  });
}

function settlementOf<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  attempted: Attempted<N>,
  at: Timestamp,
): Settlement {
  const { outcome } = attempted;
  const state = stateOf(attempted);
  if (!outcome.ok) return { state, at, error: outcome.error };
  const { answer, confirmed } = outcome.value;
  return { state, at, error: null, confirmed, ...answered(parts, sent, answer) };
}

/**
 * An answer without the record does not settle the change: where the record can be read, it is read at once. If that fails, the
 * outcome stays unknown until a later lookup.
 */
async function readNow<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Submission> {
  const { operation, submission } = sent;
  const { search, unshown } = parts.registry[operation];
  if (submission.state !== 'unknown' || !unshown || search.by !== 'reading') return submission;
  await ignoreErrorsAsync(() => search.read(parts, sent, withPatience(context, limits.readBackMs)));
  return submissionById(parts.journal, submission.submissionId) ?? submission;
}

/** Returns the submission as accepted, where the journal could not be written. */
const asSettled = <N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  settledAt: Timestamp,
  { answer, confirmed }: Acceptance<N>,
): Submission => ({
  ...sent.submission,
  state: 'accepted',
  settledAt,
  confirmed,
  ...answered(parts, sent, answer),
});

/** Sends the change and assesses the answer. An answer about something else leaves the outcome unknown. */
async function sendAndAssess<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  { context, ...leave }: Claimed & { readonly context: Context },
  send: Send<N>,
): Promise<Attempted<N>> {
  const idempotencyKey = sent.submission.reference;
  const response = await send({ ...context, ...leave, idempotencyKey });
  const isLate =
    !response.ok && response.error.code === 'cancelled' && leave.mayLeave?.() === false;
  const answer = isLate ? fail('cancelled', context.correlationId, { message: tooLate }) : response;
  const outcome = await assessAnswer(parts, sent, answer, context);
  const wasAnswered = answer.ok || isUnclear(answer.error) || isShapeless(answer.error);
  return { outcome, wasAnswered, wasClaimed: true };
}

const tooLate =
  'It waited for more than a minute after your team let it go. Nothing was sent: send it again.';

/** True for an unreadable success, a 401 or a 409: each leaves the outcome open. */
const isUnclear = ({ bank }: AppError): boolean =>
  bank !== undefined &&
  ((bank.status >= 200 && bank.status < 300) || bank.status === 401 || bank.status === 409);

/** Calls the operation with the payload. */
export const sendInput =
  <N extends ChangingOperation>({ bank }: ChangeParts, { operation, input }: Sent<N>): Send<N> =>
  (context) =>
    bank.call(operation, input, context);

/** The error for an answer that could not be recorded. The submission stays unchanged and is looked up later. */
const unwritten = ({ operation }: Submission, { correlationId }: Context): AppError =>
  appError('outcome.unknown', correlationId, {
    operation,
    message: 'The bank answered, but the disk took no more and the answer could not be written.',
  });

/** Returns the submission's state after an attempt. Without a claim it is unknown only where the outcome of an earlier claim is. */
function stateOf<N extends ChangingOperation>({
  outcome,
  wasClaimed,
}: Attempted<N>): Settlement['state'] {
  if (wasClaimed || outcome.ok) return stateAfter(outcome);
  return outcome.error.code === 'outcome.unknown' ? 'unknown' : 'not-sent';
}

/** Returns the submission's state after an outcome. */
export function stateAfter(outcome: Outcome<unknown>): Exclude<SubmissionState, 'sending'> {
  if (outcome.ok) return 'accepted';
  if (outcome.error.code === 'bank.refused') return 'refused';
  return unknownCodes.has(outcome.error.code) ? 'unknown' : 'not-sent';
}

/**
 * Marks submissions as unknown whose sending was interrupted by the program's end, or whose answer is long overdue. They may have
 * been carried out and are looked up.
 */
export function unknownAfterSilence(
  journal: Journal,
  clock: Clock,
  open: readonly Submission[],
): Submission[] {
  return open.map(({ submissionId, operation }) =>
    settleSubmission(journal, submissionId, {
      state: 'unknown',
      at: timestampNow(clock),
      error: appError('outcome.unknown', submissionId, {
        operation,
        message: 'Nostro ended or was held up while this was being sent.',
      }),
    }),
  );
}

import { isChanging, type ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import { appError, type AppError, type Outcome } from '../../../../shared/errors.ts';
import type { ResemblingRow } from '../../../../shared/ipc/submissions.ts';
import { surelyPassedMs, type Moment } from '../../../../shared/calendar/moment.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Context } from '../../machine/context.ts';
import { addLookup, type NewLookup, type SubmissionLookup } from '../journal/lookup-table.ts';
import { submissionById, type Submission } from '../journal/submission-table.ts';
import { settleSubmission, type Settlement } from '../journal/table-writes.ts';
import { objectionTo } from '../acceptance.ts';
import type { Booking, ChangeParts, Found, ListLook, Search } from '../change.ts';
import { sentAs, type Sent } from '../sent.ts';
import { confirm, isUnconfirmed } from './confirmation.ts';
import { isSettled, lookupsSinceAttempt, mayConclude } from './lookup-times.ts';
import { lookInStatement, type StatementLook } from './statement-lookup.ts';
import { answered, keep } from '../save-response.ts';

/**
 * Looks up the outcome of a submission without an answer: in the bank's own list by our reference, then in the statement of the
 * local copy. Reads only. Found once: accepted. Found twice, with a mismatch, or only similar: it stays unknown, with the rows as
 * evidence. Not found: it stays unknown until the absence may be concluded. A bank that cannot be reached settles nothing.
 */
export async function lookUp(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
): Promise<Outcome<Submission>> {
  const { operation } = submission;
  if (isUnconfirmed(submission)) return ok(await confirm(parts, submission, context));
  if (submission.state !== 'unknown' || !isChanging(operation)) return ok(submission);
  const sent = sentAs(operation, submission);
  return sent.ok ? askBank(parts, sent.value, context) : sent;
}

async function askBank<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<Submission>> {
  const { search } = parts.registry[sent.operation];
  if (search.by === 'reading') return byReading(parts, sent, search, context);
  if (search.by !== 'list' || !parts.bank.isOpen(search.operation))
    return ok(byStatement(parts, { ...sent, submission: current(parts, sent.submission) }, null));
  const looked = await byList(parts, sent, search, context);
  if (!looked.ok) return looked;
  const { submission, reach } = looked.value;
  return ok(reach === null ? submission : byStatement(parts, { ...sent, submission }, reach));
}

async function byReading<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  search: Extract<Search<N>, { by: 'reading' }>,
  context: Context,
): Promise<Outcome<Submission>> {
  const { submission } = sent;
  const read = await search.read(parts, sent, context);
  if (!read.ok) return unavailable(parts, submission, read.error);
  return ok(announce(parts, current(parts, submission)));
}

/** The reach of this round's search in the bank's own list, where it settled nothing; null where the bank has no list. */
type Reach = ListLook<ChangingOperation>['reach'] | null;

async function byList<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  search: Extract<Search<N>, { by: 'list' }>,
  context: Context,
): Promise<Outcome<{ submission: Submission; reach: Reach }>> {
  const { submission } = sent;
  const found = await search.find(parts, sent, context);
  if (!found.ok) return unavailable(parts, submission, found.error);
  // It may have been settled or sent again while the bank was asked. The answer is then outdated.
  const known = current(parts, submission);
  const { reach, words } = found.value;
  if (known.state !== 'unknown' || known.attempts.length !== submission.attempts.length)
    return ok({ submission: known, reach });
  const seen = await settledByList(parts, sent, found.value);
  if (seen) return ok({ submission: seen, reach: null });
  const look = reach === 'proven' ? 'no' : 'unavailable';
  return ok({
    submission: noted(parts, submission, { source: 'bank', found: look, words }),
    reach,
  });
}

/** Records what the list shows of the submission; null where it shows nothing. */
async function settledByList<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  { matches, resembling }: ListLook<N>,
): Promise<Submission | null> {
  const { submission } = sent;
  const [only, another] = matches;
  if (another) return duplicated(parts, submission, matches);
  if (only) return present(parts, sent, only);
  if (resembling.length === 0) return null;
  const message = `The bank’s list shows what may be it: ${namesOf(resembling)}.`;
  return stays(parts, submission, {
    source: 'bank',
    resembling,
    error: alarm(submission, 'outcome.unknown', message),
  });
}

const namesOf = (rows: readonly { readonly recordId: string }[]): string =>
  rows
    .slice(0, 3)
    .map(({ recordId }) => recordId)
    .join(', ');

/** Records an inconclusive lookup, as the bank could not be asked. */
function unavailable(
  parts: ChangeParts,
  submission: Submission,
  error: AppError,
): { ok: false; error: AppError } {
  note(parts, submission, { source: 'bank', found: 'unavailable', words: error.message });
  return { ok: false, error };
}

async function present<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  found: Found<N>,
): Promise<Submission> {
  const { submission } = sent;
  const { recordId, mismatch, answer } = found;
  if (mismatch !== null)
    return stays(parts, submission, {
      source: 'bank',
      error: alarm(submission, 'outcome.unknown', mismatch),
    });
  noted(parts, submission, {
    source: 'bank',
    found: 'yes',
    words: `The bank’s list has it as ${recordId}.`,
  });
  // Saves the bank's record before listeners are notified.
  await keep(parts, sent, answer);
  const refusal = objectionTo(parts, sent, found);
  return refusal
    ? settle(parts, submission, {
        state: 'refused',
        error: refusal,
        ...answered(parts, sent, answer),
      })
    : settle(parts, submission, { state: 'accepted', ...answered(parts, sent, answer) });
}

/** Reports that the bank has the change more than once. It stays unknown. */
function duplicated(
  parts: ChangeParts,
  submission: Submission,
  found: readonly { readonly recordId: string }[],
): Submission {
  const ids = found.map(({ recordId }) => recordId).join(' and ');
  const message = `The bank has it ${found.length} times under one reference: ${ids}.`;
  return stays(parts, submission, {
    source: 'bank',
    error: alarm(submission, 'outcome.duplicated', message),
  });
}

/** Searches the statement in the local copy, if the change has a booking, and concludes an absence where that is allowed. */
function byStatement<N extends ChangingOperation>(
  parts: ChangeParts,
  { operation, input, submission }: Sent<N>,
  reach: Reach,
): Submission {
  if (submission.state !== 'unknown') return submission;
  const wanted = parts.registry[operation].booking?.(input);
  if (!wanted) return reach === 'proven' ? concluded(parts, submission) : submission;
  const look = lookInStatement(parts, submission, wanted);
  if (look.found === 'yes') return booked(parts, submission, look);
  if (look.found === 'doubtful')
    return stays(parts, submission, {
      source: 'statement',
      resembling: look.resembling,
      error: alarm(submission, 'outcome.unknown', look.words),
    });
  if (look.found === 'unavailable') return recordInconclusive(parts, submission, look.words, reach);
  const looked = wasNoted(submission, look.begun, parts.clock.moment())
    ? recordInconclusive(parts, submission, notReadSince(wanted), reach)
    : noted(parts, submission, { ...look, source: 'statement', clocks: look.begun });
  const isSilentLate = isSettled(submission, look.begun, parts.clock.moment());
  return reach !== 'unsure' && isSilentLate ? concluded(parts, looked) : looked;
}

const notReadSince = ({ accountNumber }: Booking): string =>
  `The statement of ${accountNumber} was not read since the last look.`;

/** Was this reading of the statement counted already? One reading is one absence, however often it is searched. */
const wasNoted = (submission: Submission, begun: Moment, now: Moment): boolean =>
  lookupsSinceAttempt(submission).some(
    ({ source, found, clocks }) =>
      source === 'statement' && found === 'no' && surelyPassedMs(clocks, begun, now) <= 0,
  );

/** Records that the statement is inconclusive: once where the bank has a list, else at each lookup. */
function recordInconclusive(
  parts: ChangeParts,
  submission: Submission,
  words: string,
  reach: Reach,
) {
  const last = lookupsSinceAttempt(submission).findLast(({ source }) => source === 'statement');
  if (reach !== null && (last?.words === words || last?.found === 'no')) return submission;
  return noted(parts, submission, { source: 'statement', found: 'unavailable', words });
}

function booked(
  parts: ChangeParts,
  submission: Submission,
  { entryIds, words }: Extract<StatementLook, { found: 'yes' }>,
): Submission {
  if (entryIds.length > 1)
    return duplicated(
      parts,
      submission,
      entryIds.map((recordId) => ({ recordId })),
    );
  noted(parts, submission, { source: 'statement', found: 'yes', words });
  return settle(parts, submission, { state: 'accepted' });
}

const concluded = (parts: ChangeParts, submission: Submission): Submission =>
  mayConclude(submission, parts.clock.moment())
    ? settle(parts, submission, { state: 'not-found', error: submission.error })
    : submission;

function stays(
  parts: ChangeParts,
  submission: Submission,
  {
    source,
    error,
    resembling = [],
  }: {
    source: SubmissionLookup['source'];
    error: AppError;
    resembling?: readonly ResemblingRow[];
  },
): Submission {
  note(parts, submission, { source, found: 'doubtful', words: error.message, resembling });
  return settle(parts, submission, { state: 'unknown', error });
}

const alarm = (
  { submissionId, operation }: Submission,
  code: 'outcome.unknown' | 'outcome.duplicated',
  message: string,
): AppError => appError(code, submissionId, { operation, message });

type Noted = Omit<NewLookup, 'at' | 'clocks'> & { readonly clocks?: Moment };

function note({ journal, clock }: ChangeParts, { submissionId }: Submission, look: Noted): void {
  addLookup(journal, submissionId, {
    clocks: clock.moment(),
    at: timestampNow(clock),
    ...look,
  });
}

/** Records a lookup and announces the submission. */
function noted(parts: ChangeParts, submission: Submission, look: Noted): Submission {
  note(parts, submission, look);
  return announce(parts, current(parts, submission));
}

function settle(
  parts: ChangeParts,
  { submissionId }: Submission,
  settlement: Omit<Settlement, 'at'>,
): Submission {
  const at = timestampNow(parts.clock);
  return announce(parts, settleSubmission(parts.journal, submissionId, { ...settlement, at }));
}

function announce(parts: ChangeParts, submission: Submission): Submission {
  parts.announce(submission);
  return submission;
}

const current = ({ journal }: ChangeParts, submission: Submission): Submission =>
  submissionById(journal, submission.submissionId) ?? submission;

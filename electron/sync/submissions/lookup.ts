import { isChanging, type ChangingOperation } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../context.ts';
import { entriesByReference, statementAsOf } from '../../store/entries-by-reference.ts';
import { addLookup, type SubmissionLookup } from '../../store/submission-lookups.ts';
import {
  settleSubmission,
  submissionById,
  type Settlement,
  type Submission,
} from '../../store/submissions.ts';
import type { ChangeParts, Found, Search } from './changes/change.ts';
import { sentAs, type Sent } from './changes/sent.ts';
import { changeOf } from './changes/table.ts';
import { lastAttemptOf, mayConclude } from './lookup-times.ts';
import { answered, keep } from './submissions.ts';

/**
 * Asks what came of a submission without an answer: the bank's own list by our reference, then the statement in the
 * local copy by its custom reference. Reads only. Found once: accepted. Found twice, or found as something else:
 * it stays unknown and says so. Not found: it stays unknown until that may be concluded. A bank that cannot be asked
 * settles nothing.
 */
export async function lookUp(
  parts: ChangeParts,
  submission: Submission,
  context: Context,
): Promise<Outcome<Submission>> {
  const { operation } = submission;
  if (submission.state !== 'unknown' || !isChanging(operation)) return ok(submission);
  const sent = sentAs(operation, submission);
  return sent.ok ? asked(parts, sent.value, context) : sent;
}

async function asked<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<Submission>> {
  const { search } = changeOf(sent.operation);
  if (search.by === 'reading') return byReading(parts, sent, search, context);
  if (search.by === 'list' && parts.bank.isOpen(search.operation)) {
    const settled = await byList(parts, sent, search, context);
    if (!settled.ok || settled.value.state !== 'unknown') return settled;
  }
  return ok(byStatement(parts, { ...sent, submission: current(parts, sent.submission) }));
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
  return ok(told(parts, current(parts, submission)));
}

async function byList<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  search: Extract<Search<N>, { by: 'list' }>,
  context: Context,
): Promise<Outcome<Submission>> {
  const { submission } = sent;
  const found = await search.find(parts, sent, context);
  if (!found.ok) return unavailable(parts, submission, found.error);
  // Somebody may have settled it, or sent it again, while the bank was asked: its answer is about the past then.
  const known = current(parts, submission);
  if (known.state !== 'unknown' || lastAttemptOf(known) !== lastAttemptOf(submission))
    return ok(known);
  const [only] = found.value;
  if (!only) return ok(absent(parts, submission, 'bank', 'The bank’s list does not have it.'));
  if (found.value.length > 1) return ok(duplicated(parts, submission, found.value));
  return ok(await present(parts, sent, only));
}

/** The bank could not be asked: that tells nothing, and is written down as nothing. */
function unavailable(
  parts: ChangeParts,
  submission: Submission,
  error: AppError,
): Outcome<Submission> {
  note(parts, submission, { source: 'bank', found: 'unavailable', words: error.message });
  return { ok: false, error };
}

async function present<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  { recordId, mismatch, answer }: Found<N>,
): Promise<Submission> {
  const { submission } = sent;
  if (mismatch !== null)
    return stays(parts, submission, {
      found: 'doubtful',
      error: alarm(submission, 'outcome.unknown', mismatch),
    });
  note(parts, submission, {
    source: 'bank',
    found: 'yes',
    words: `The bank’s list has it as ${recordId}.`,
  });
  // Whoever hears of it finds the bank's own record beside it.
  await keep(parts, sent, answer);
  return settle(parts, submission, { state: 'accepted', ...answered(sent, answer) });
}

/** The bank has it more than once: both are told, and nothing is done by itself. */
function duplicated(
  parts: ChangeParts,
  submission: Submission,
  found: readonly { readonly recordId: string }[],
): Submission {
  const ids = found.map(({ recordId }) => recordId).join(' and ');
  const message = `The bank has it ${found.length} times under one reference: ${ids}.`;
  return stays(parts, submission, {
    found: 'doubtful',
    error: alarm(submission, 'outcome.duplicated', message),
  });
}

/** Does the statement in the local copy show the booking, by reference, account, direction and amount? */
function byStatement<N extends ChangingOperation>(
  parts: ChangeParts,
  { operation, input, submission }: Sent<N>,
): Submission {
  const { booking, search } = changeOf(operation);
  const wanted = booking?.(input);
  if (!wanted || submission.state !== 'unknown') return submission;
  const booked = entriesByReference(
    parts.reader,
    wanted.accountNumber,
    submission.reference,
  ).filter(
    ({ direction, amount, transactionType }) =>
      direction === wanted.direction &&
      transactionType !== 'fee' &&
      (wanted.amount === null || toUnits(amount.amount) === toUnits(wanted.amount)),
  );
  if (booked.length > 1)
    return duplicated(
      parts,
      submission,
      booked.map(({ id }) => ({ recordId: id })),
    );
  const [entry] = booked;
  if (entry) {
    const words = `The statement of ${wanted.accountNumber} shows it as entry ${entry.id}.`;
    note(parts, submission, { source: 'statement', found: 'yes', words });
    return settle(parts, submission, { state: 'accepted' });
  }
  const isListed = search.by === 'list' && parts.bank.isOpen(search.operation);
  const looked = isListed ? submission : afterStatement(parts, submission, wanted.accountNumber);
  return concluded(parts, looked, wanted.accountNumber);
}

/** Where the bank has no list, a statement that was read since the last look says no; an older one says nothing. */
function afterStatement(
  parts: ChangeParts,
  submission: Submission,
  accountNumber: string,
): Submission {
  if (isFresh(parts, submission, accountNumber))
    return absent(
      parts,
      submission,
      'statement',
      `The statement of ${accountNumber} does not show it.`,
    );
  const words = `The statement of ${accountNumber} was not read since the last look.`;
  note(parts, submission, { source: 'statement', found: 'unavailable', words });
  return current(parts, submission);
}

/** Was the statement read since the last look at it? */
function isFresh({ reader }: ChangeParts, { lookups, createdAt }: Submission, account: string) {
  const looks = lookups.filter(({ source, found }) => source === 'statement' && found === 'no');
  const last = looks.at(-1)?.at ?? createdAt;
  return (statementAsOf(reader, account) ?? '') > last;
}

function concluded(parts: ChangeParts, submission: Submission, booksAt: string): Submission {
  const read = { booksAt, statementAsOf: statementAsOf(parts.reader, booksAt) };
  return mayConclude(submission, parts.clock.now(), read)
    ? settle(parts, submission, { state: 'not-found', error: submission.error })
    : submission;
}

function absent(
  parts: ChangeParts,
  submission: Submission,
  source: 'bank' | 'statement',
  words: string,
): Submission {
  note(parts, submission, { source, found: 'no', words });
  return told(parts, current(parts, submission));
}

function stays(
  parts: ChangeParts,
  submission: Submission,
  { found, error }: { found: SubmissionLookup['found']; error: AppError },
): Submission {
  note(parts, submission, { source: 'bank', found, words: error.message });
  return settle(parts, submission, { state: 'unknown', error });
}

const alarm = (
  { submissionId, operation }: Submission,
  code: 'outcome.unknown' | 'outcome.duplicated',
  message: string,
): AppError => appError(code, submissionId, { operation, message });

function note(
  { journal, clock }: ChangeParts,
  { submissionId }: Submission,
  look: Omit<SubmissionLookup, 'at'>,
): void {
  addLookup(journal, submissionId, { ...look, at: timestampNow(clock) });
}

function settle(
  parts: ChangeParts,
  { submissionId }: Submission,
  settlement: Omit<Settlement, 'at'>,
): Submission {
  const at = timestampNow(parts.clock);
  return told(parts, settleSubmission(parts.journal, submissionId, { ...settlement, at }));
}

function told(parts: ChangeParts, submission: Submission): Submission {
  parts.announce(submission);
  return submission;
}

const current = ({ journal }: ChangeParts, submission: Submission): Submission =>
  submissionById(journal, submission.submissionId) ?? submission;

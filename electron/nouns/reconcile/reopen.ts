import type { Actor } from '../../../shared/actor.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { isLockedState, type JournalStatus } from '../../../shared/ipc/submissions.ts';
import type { ReconcileReport } from '../../../shared/ipc/review/reconcile.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { addReconciliation } from '../../engines/submissions/journal/reconciliations.ts';
import { listSubmissions } from '../../engines/submissions/journal/submission-table.ts';
import { settleSubmission } from '../../engines/submissions/journal/table-writes.ts';
import type { ReconcileParts } from './reconcile.ts';

/** A person's confirmation that opens sending again. */
export type ReopeningConfirmation = {
  /** The person, by name. */
  readonly actor: Actor;
  /** The person checked in the bank's own records what could not be read. */
  readonly hasLooked: boolean;
};

/**
 * Opens sending again on a named person's confirmation of a fresh comparison. The journal first stores who, when and the figures. Sending
 * stays closed, with its own code, where the comparison does not allow it or is an hour old; `input.invalid` where the name or the
 * confirmation of the check is missing.
 */
export async function reopen(
  { changes }: ReconcileParts,
  report: ReconcileReport,
  { actor, hasLooked }: ReopeningConfirmation,
  context: Context,
): Promise<Outcome<JournalStatus>> {
  const { journal, clock, continuity } = changes;
  const journalStatus = continuity.status();
  if (!isLockedState(journalStatus.state)) return ok(journalStatus);
  const problem =
    report.journalStatus.since === journalStatus.since
      ? problemOf(report, { actor, hasLooked }, clock.now())
      : closedWords('Something else was found since the bank was asked: ask it again.');
  if (problem)
    return fail(
      problem.fields ? 'input.invalid' : `journal.${journalStatus.state}`,
      context.correlationId,
      problem,
    );
  const isComplete = report.verdict === 'confirm';
  addReconciliation(
    journal,
    { openedAt: timestampNow(clock), actor, from: report.from, isComplete },
    { ...report, found: report.found.slice(0, rowsMax), days: report.days.slice(0, rowsMax) },
  );
  if (journalStatus.state === 'older' && !isComplete) doubtWhatDidNotGo({ changes });
  const opened = await continuity.reopen(actor, context);
  return opened.ok ? ok(continuity.status()) : opened;
}

/** The rows of a list stored with the figures; counts and sums are of all. */
const rowsMax = 1_000;

type Problem = { readonly message: string; readonly fields?: Record<string, string> };

const closedWords = (why: string): Problem => ({ message: `Sending stays paused. ${why}` });

function problemOf(
  { verdict, reasons, comparedAt, journalStatus }: ReconcileReport,
  { actor, hasLooked }: ReopeningConfirmation,
  nowMs: number,
): Problem | null {
  if (actor.name === '')
    return { message: 'Sending stays paused.', fields: { by: 'enter your name' } };
  if (verdict === 'closed' || !isLockedState(journalStatus.state))
    return closedWords(reasons[0] ?? 'Ask the bank first.');
  const ageMs = nowMs - Date.parse(comparedAt);
  if (ageMs < 0 || ageMs > limits.reconcileFreshMs)
    return closedWords('The comparison is older than an hour: ask the bank again.');
  if (verdict === 'look' && !hasLooked)
    return {
      message: `Sending stays paused. ${reasons.join(' ')}`,
      fields: { hasLooked: 'say that you looked in the bank’s own records' },
    };
  return null;
}

/**
 * Marks what an older journal has as not sent as without an answer, until it is looked up. It may have been sent again in the lost time,
 * and the bank could not be read completely.
 */
function doubtWhatDidNotGo({ changes }: Pick<ReconcileParts, 'changes'>): void {
  const { journal, clock, announce } = changes;
  const at = timestampNow(clock);
  for (const { submissionId, error } of listSubmissions(journal, {
    states: ['not-sent', 'not-found'],
  }))
    announce(settleSubmission(journal, submissionId, { state: 'unknown', at, error }));
}

import { fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { ignoreErrors } from '../../../engines/store/local-faults.ts';
import type { RunFunds } from '../../../engines/submissions/funds/run-funds.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import type { PaymentParts } from '../tables.ts';
import { replaceLines } from './tables/line-tables.ts';
import type { ClaimsAhead } from './claims-ahead.ts';
import { GroupsOfRun } from './line-groups.ts';
import { sendCleared, type RunReading } from './line.ts';
import type { UnreadBeneficiaries } from './unread-beneficiaries.ts';

/** Payments in a row without an answer, or unread payees in a row, after which the run stops: the fault is the bank's. */
const unknownMax = 3;

/** Payments in a row that lack an approval, after which the run stops: no one approved the file. */
const unapprovedMax = 20;

/** A file that is being sent. */
export type Run = {
  readonly batchId: string;
  readonly abort: AbortController;
  isStopping: boolean;
  /** The desk closes: no person stopped the run, and it can be resumed. */
  isEnding: boolean;
  /** Null where the local copy or the journal could not be read at the start. */
  readonly funds: RunFunds | null;
  done: Promise<void>;
};

type SendingParts = {
  readonly parts: PaymentParts;
  readonly unread: UnreadBeneficiaries;
  /** Line -> why it was not sent; filled during the run. */
  readonly held: Map<number, string>;
  /** Called after each line. */
  readonly onLine: () => void;
  /** Null where the desk has no team. */
  readonly ahead: ClaimsAhead | null;
};

/**
 * Sends the ready lines of a file in groups (decision 54), and one by one once a payment has no answer or the bank is busy.
 * Returns the reason of an automatic stop; null at the end of the file or where a person stopped it.
 */
export async function sendLines(
  sending: SendingParts,
  run: Run,
  reading: RunReading,
  context: Context,
): Promise<string | null> {
  const { parts, ahead } = sending;
  const results = new ResultsOfRun(sending, run, reading);
  const groups = new GroupsOfRun({ parts, run, reading, context });
  // Read again each time: a person may stop the run in between.
  const isStopping = (): boolean => run.isStopping;
  while (!isStopping()) {
    const size = results.isOneByOne ? 1 : parts.bank.paymentsAtOnce;
    const { cleared, isLast } = await groups.next(size, (line, error) => {
      results.check(line, error);
      return results.stopReason !== null;
    });
    const last = cleared.at(-1);
    if (ahead && last) await ahead.cover(last.line.line, size);
    // Nothing of the group is in the journal yet.
    if (isStopping()) return null;
    ignoreErrors(() => run.funds?.refresh());
    for (const { line } of cleared)
      if (line.amount !== null)
        run.funds?.addSending(line.reference, line.accountNumber, line.amount);
    groups.readAhead(size);
    const outcomes = await sendCleared(parts, cleared, context);
    for (const [at, { line }] of cleared.entries())
      results.settle(line, outcomes[at] ?? fail('internal', context.correlationId), cleared.length);
    if (isLast || results.stopReason !== null) return results.stopReason;
  }
  return null;
}

/** The outcomes of the lines of a run so far, and their consequences for the rest. */
class ResultsOfRun {
  readonly #sending: SendingParts;
  readonly #run: Run;
  readonly #reading: RunReading;
  /** Payments without an answer, one after the other. */
  #unanswered = 0;
  /** Payments that lack an approval, one after the other. */
  #unapproved = 0;
  readonly #unreadInARow = new Set<string>();
  #stop: { readonly line: number; readonly reason: string } | null = null;
  /** Each later payment is sent alone and waits for its answer. */
  isOneByOne = false;

  constructor(sending: SendingParts, run: Run, reading: RunReading) {
    this.#sending = sending;
    this.#run = run;
    this.#reading = reading;
  }

  /** Why the run stops; null while it goes on. */
  get stopReason(): string | null {
    return this.#stop && `Line ${this.#stop.line}: ${this.#stop.reason}`;
  }

  /** Holds back a line that an error keeps from being sent. */
  check(checked: CheckedLine, error: AppError | null): void {
    const { parts, unread, held, onLine } = this.#sending;
    const { beneficiaryId } = checked;
    unread.note(this.#reading, beneficiaryId);
    if (error === null) {
      this.#unreadInARow.clear();
      return;
    }
    if (error.code === 'payee.unread') this.#unreadInARow.add(beneficiaryId);
    if (this.#unreadInARow.size >= unknownMax) unread.expectNone(beneficiaryId);
    const reason = reasonToStop(error, this.#unreadInARow.size);
    held.set(checked.line, error.message);
    if (reason === null) holdBack(parts, this.#run.batchId, checked, error);
    this.#end(checked, reason);
    onLine();
  }

  /** Records the outcome of a line that was sent in a group of `together` lines. */
  settle(checked: CheckedLine, outcome: Outcome<Submission>, together: number): void {
    const submission = outcome.ok ? outcome.value : null;
    ignoreErrors(() => this.#run.funds?.settle(checked.reference, submission));
    if (!outcome.ok) {
      this.check(checked, outcome.error);
      return;
    }
    const { state, error } = outcome.value;
    this.#unanswered = state === 'unknown' ? this.#unanswered + 1 : 0;
    const isBusy = state === 'not-sent' && error?.code === 'bank.busy';
    this.isOneByOne ||= isBusy || state === 'unknown';
    // Sent alone, it may succeed: it waits for a person, and the others go on.
    const mayWait = isBusy && together > 1;
    this.#unapproved = error?.code === 'team.not-approved' ? this.#unapproved + 1 : 0;
    if (error && this.#unapproved >= unapprovedMax) this.#end(checked, error.message);
    if (error && (mayWait || isOfItsLine(error.code)))
      this.#sending.held.set(checked.line, error.message);
    else this.#end(checked, reasonIn(outcome.value, this.#unanswered));
    this.#sending.onLine();
  }

  /** The reason of the first line counts. */
  #end({ line }: CheckedLine, reason: string | null): void {
    if (reason !== null && (this.#stop === null || line < this.#stop.line))
      this.#stop = { line, reason };
  }
}

/** Returns why a file stopped, from the reasons of its held-back lines. */
export function heldBackReason(held: readonly string[]): string {
  const reasons = [...new Set(held)];
  return reasons.length === 1
    ? `Lines were held back: ${reasons[0] ?? ''}`
    : 'Lines were held back, each for a reason of its own. Look at them, then resume.';
}

/** Marks a line as invalid that failed for a reason of its own; the others go on. */
function holdBack(
  { journal }: PaymentParts,
  batchId: string,
  checked: CheckedLine,
  { code, message }: AppError,
): void {
  if (needsConfirmation.has(code)) return;
  const problems = { ...checked.problems, line: message };
  replaceLines(journal, batchId, [{ state: 'invalid', checked: { ...checked, problems } }]);
}

/** Failures that a person's confirmation resolves: the line itself is valid. */
const needsConfirmation: ReadonlySet<string> = new Set([
  'confirmation.required',
  'payee.changed',
  'payee.unread',
]);

/** Does the team hold back only this payment? Some lines may be taken out of an approved file. */
const isOfItsLine = (code: string): boolean =>
  ['team.taken', 'team.twin', 'team.not-approved'].includes(code);

/** Why the run stops: the error where it would affect every other line too; else null. */
function reasonToStop(error: AppError, unread: number): string | null {
  const { code } = error;
  if (unread >= unknownMax)
    return `${String(unknownMax)} payees in a row could not be read from the bank. The rest waits until you resume.`;
  const isGeneral =
    code.startsWith('network.') ||
    code.startsWith('session.') ||
    code.startsWith('store.') ||
    code.startsWith('journal.') ||
    (code.startsWith('team.') && !isOfItsLine(code)) ||
    ['bank.busy', 'bank.unavailable', 'cancelled', 'operation.closed'].includes(code);
  return isGeneral ? error.message : null;
}

function reasonIn({ state, error }: Submission, unknown: number): string | null {
  if (state === 'not-sent') return error?.message ?? 'It was not sent.';
  // Without permission the bank would refuse every line.
  if (error?.bank?.status === 401) return error.message;
  if (unknown < unknownMax) return null;
  return `${unknownMax} payments in a row got no answer. They are being looked up at the bank; the rest waits until you resume.`;
}

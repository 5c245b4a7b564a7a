import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { ignoreErrors } from '../../../engines/store/local-faults.ts';
import type { RunFunds } from '../../../engines/submissions/funds/run-funds.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import type { PaymentParts } from '../tables.ts';
import { nextToSend, replaceLines } from './tables/line-tables.ts';
import { sendLine, type RunReading } from './line.ts';
import type { UnreadBeneficiaries } from './unread-beneficiaries.ts';

/** Payments in a row without an answer, or unread payees in a row, after which the run stops: the fault is the bank's. */
const unknownMax = 3;

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

/** A line that can be sent and was not. */
export type HeldLine = {
  readonly why: string;
  /** The day that it waits for; null where it waits for a confirmation. */
  readonly until: IsoDate | null;
};

type SendingParts = {
  readonly parts: PaymentParts;
  readonly unread: UnreadBeneficiaries;
  /** Line -> why it was not sent; filled during the run. */
  readonly held: Map<number, HeldLine>;
  /** Called after each line. */
  readonly onLine: () => void;
};

/**
 * Sends the ready lines of a file one by one. Returns the reason of an automatic stop; null at the end of the file or where a
 * person stopped it.
 */
export async function sendLines(
  { parts, unread, held, onLine }: SendingParts,
  run: Run,
  given: Omit<RunReading, 'onSending'>,
  context: Context,
): Promise<string | null> {
  const { beneficiaries, references } = given;
  let after = 0;
  const onSending = ({ reference, accountNumber, amount }: CheckedLine): void => {
    if (amount !== null) run.funds?.addSending(reference, accountNumber, amount);
    const next = run.isStopping ? null : nextToSend(parts.journal, run.batchId, after);
    if (!next) return;
    beneficiaries.readAhead(parts, next.checked.beneficiaryId, context);
    if (next.state === 'ready') references.readAhead(parts, next.checked.reference, context);
  };
  const reading = { ...given, onSending };
  let unknown = 0;
  const unreadInARow = new Set<string>();
  while (!run.isStopping) {
    const next = nextToSend(parts.journal, run.batchId, after);
    if (!next) return null;
    const { checked } = next;
    after = checked.line;
    const sent = await sendLine(parts, reading, checked, context);
    unknown = sent.ok && sent.value.state === 'unknown' ? unknown + 1 : 0;
    ignoreErrors(() => run.funds?.settle(checked.reference, sent.ok ? sent.value : null));
    unread.note(reading, checked.beneficiaryId);
    if (sent.ok) unreadInARow.clear();
    else if (sent.error.code === 'payee.unread') unreadInARow.add(checked.beneficiaryId);
    if (unreadInARow.size >= unknownMax) unread.expectNone(checked.beneficiaryId);
    const reason = sent.ok
      ? reasonIn(sent.value, unknown)
      : reasonToStop(sent.error, unreadInARow.size);
    if (!sent.ok) {
      held.set(checked.line, heldLine(checked, sent.error));
      if (reason === null) holdBack(parts, run.batchId, checked, sent.error);
    }
    onLine();
    if (reason !== null) return `Line ${checked.line}: ${reason}`;
  }
  return null;
}

function heldLine({ warnings }: CheckedLine, { message, fields = {} }: AppError): HeldLine {
  const isDatedAlone = Object.keys(fields).join() === 'dated';
  const day = warnings.find(({ kind }) => kind === 'dated')?.day ?? null;
  return { why: message, until: isDatedAlone ? day : null };
}

/** Returns the reason why a file stopped whose lines were held back. */
export function heldBackReason(held: readonly HeldLine[]): string {
  const days = [...new Set(held.flatMap(({ until }) => until ?? []))].toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined && held.every(({ until }) => until !== null)) {
    const range = first === last ? fullDay(first) : `${fullDay(first)} to ${fullDay(last)}`;
    return `Held until ${range}: the file asks for that day, and the bank takes no date. These lines were not sent. Send the file again then.`;
  }
  const whys = [...new Set(held.map(({ why }) => why))];
  return whys.length === 1
    ? `Lines were held back: ${whys[0] ?? ''}`
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

/** Failures that would meet every other line too. */
function reasonToStop(error: AppError, unread: number): string | null {
  const { code } = error;
  if (unread >= unknownMax)
    return `${String(unknownMax)} payees in a row could not be read from the bank. The rest waits until you resume.`;
  const isGeneral =
    code.startsWith('network.') ||
    code.startsWith('session.') ||
    code.startsWith('store.') ||
    code.startsWith('journal.') ||
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

import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import type { PaymentParts } from '../parts.ts';
import { nextToSend, replaceLines } from './tables/line-tables.ts';
import { sendLine, type RunReading } from './line.ts';
import type { UnreadBeneficiaries } from './unread-beneficiaries.ts';

/** So many payments in a row without an answer, or payees that cannot be read, mean that the bank has trouble, not the payment. */
const unknownMax = 3;

/** A file that is being sent. */
export type Run = {
  readonly batchId: string;
  readonly abort: AbortController;
  isStopping: boolean;
  /** The desk ends: nobody stopped it, and it is to be taken up again. */
  isEnding: boolean;
  done: Promise<void>;
};

/** A line that can be sent and was not. */
export type HeldLine = {
  readonly why: string;
  /** The day that it waits for; null where it waits for something else. */
  readonly until: IsoDate | null;
};

type SendingParts = {
  readonly parts: PaymentParts;
  readonly unread: UnreadBeneficiaries;
  /** Line -> why it was not sent; filled on the way. */
  readonly held: Map<number, HeldLine>;
  /** A line is behind it. */
  readonly onLine: () => void;
};

/**
 * Sends what can be sent of a file, line by line. Answers why it stopped by itself; null at the end of the file or when a
 * person stopped it.
 */
export async function sendLines(
  { parts, unread, held, onLine }: SendingParts,
  run: Run,
  given: Omit<RunReading, 'onItsWay'>,
  context: Context,
): Promise<string | null> {
  const { beneficiaries, references } = given;
  let after = 0;
  const onItsWay = (): void => {
    const next = run.isStopping ? null : nextToSend(parts.journal, run.batchId, after);
    if (!next) return;
    beneficiaries.readAhead(parts, next.checked.beneficiaryId, context);
    if (next.state === 'ready') references.readAhead(parts, next.checked.reference, context);
  };
  const reading = { ...given, onItsWay };
  let unknown = 0;
  const unreadInARow = new Set<string>();
  while (!run.isStopping) {
    const next = nextToSend(parts.journal, run.batchId, after);
    if (!next) return null;
    const { checked } = next;
    after = checked.line;
    const sent = await sendLine(parts, reading, checked, context);
    unknown = sent.ok && sent.value.state === 'unknown' ? unknown + 1 : 0;
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

/** A line that was not sent for a reason of its own waits for a person; the others go on. */
function holdBack(
  { journal }: PaymentParts,
  batchId: string,
  checked: CheckedLine,
  { code, message }: AppError,
): void {
  if (waitsForAWord.has(code)) return;
  const problems = { ...checked.problems, line: message };
  replaceLines(journal, batchId, [{ state: 'invalid', checked: { ...checked, problems } }]);
}

/** These wait for somebody's word, and nothing is wrong with the line itself. */
const waitsForAWord: ReadonlySet<string> = new Set([
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
  // What the bank does not let this user do it would refuse line by line.
  if (error?.bank?.status === 401) return error.message;
  if (unknown < unknownMax) return null;
  return `${unknownMax} payments in a row got no answer. They are being looked up at the bank; the rest waits until you resume.`;
}

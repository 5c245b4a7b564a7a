import type { Outcome } from '../../../shared/errors.ts';
import { repeatableLine } from '../../desk/approvals/kinds/repeatable-line.ts';
import type { DeskParts } from '../../desk/open-bank/changes.ts';
import { sendAgain } from '../../engines/submissions/send-again.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { newContext, type CommandIo, type ExitCode } from '../input/command.ts';
import type { ScriptConfirmation } from '../input/script-confirmation.ts';
import { isOfOnePayment, sendOrder, type SentPayment } from '../send-order.ts';
import type { RequestedPayment } from './requests.ts';

/** Sends a payment of a request; one that never left is sent again under its own reference. */
export function sendRequested(
  changes: DeskParts,
  { payload, order }: RequestedPayment,
  confirmation: ScriptConfirmation,
): Promise<Outcome<SentPayment>> {
  const line = { reference: order.reference, payload };
  const known = repeatableLine(changes, line, confirmation);
  return known
    ? sendAgain(changes, known, newContext(), confirmation)
    : sendOrder(changes, order, confirmation);
}

type SentLine = {
  readonly reference: string;
  readonly state: string;
  readonly submissionId?: string;
  readonly error?: string;
};

/**
 * Sends the payments of a request one after the other, each as `pay` does, on any desk. A payment that was taken out, or that lacks an
 * approval by now, stays unsent with the reason, and the others go on. After a payment without an answer, or a failure that would affect
 * all others, nothing more is sent. Prints the result of every payment. Exit 3 where an outcome is unknown, 1 where one was not sent.
 */
export async function sendLinesOf(
  { changes }: BankDesk,
  payments: readonly RequestedPayment[],
  confirmation: ScriptConfirmation,
  io: CommandIo,
): Promise<ExitCode> {
  const lines: SentLine[] = [];
  let stopReason: string | null = null;
  for (const payment of payments) {
    const { reference } = payment.order;
    if (stopReason !== null) {
      lines.push({ reference, state: 'waiting' });
      continue;
    }
    const sent = await sendRequested(changes, payment, confirmation);
    if (sent.ok) {
      const { submissionId, state, error } = sent.value.submission;
      lines.push({ reference, state, submissionId, ...(error ? { error: error.message } : {}) });
      if (state === 'unknown' || state === 'sending') stopReason = unanswered;
      else if (state === 'not-sent' && error && !isOfOnePayment(error.code))
        stopReason = error.message;
    } else {
      const { code, message } = sent.error;
      lines.push({ reference, state: 'not-sent', error: message });
      if (!isOfOnePayment(code)) stopReason = message;
    }
  }
  io.print(JSON.stringify({ stopReason, lines }));
  const isUnknown = lines.some(({ state }) => state === 'unknown' || state === 'sending');
  if (isUnknown) return 3;
  return lines.every(({ state }) => state === 'accepted') ? 0 : 1;
}

const unanswered =
  'A payment got no answer. It may have gone through. Run the command again: it is looked up first, and sent again never.';

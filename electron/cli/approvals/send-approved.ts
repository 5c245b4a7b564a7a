import {
  maySendApproved,
  paymentsToSend,
  sendApproved as sendAll,
  sumsOf,
} from '../../desk/approvals/send-approved.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { argumentsOf } from '../input/arguments.ts';
import { withSendingDesk } from '../input/bank-access.ts';
import {
  newContext,
  valueOf,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { approvalsOf } from './approvals-access.ts';

/**
 * Sends what is approved from a sending desk, one payment after the other, in the order of approval. Asks the person at the terminal first.
 * Stops at the first doubt; the next run asks the person again.
 */
export const sendApproved: Command = {
  summary: 'Sends the approved requests of the team from a sending desk.',
  usage: 'send-approved',
  mayChange: true,
  run: (args, global) => {
    argumentsOf(args, {});
    return withSendingDesk(global, (desk) => sendFrom(desk, global.io));
  },
};

async function sendFrom(desk: BankDesk, io: CommandIo): Promise<ExitCode> {
  const open = await approvalsOf(desk);
  const now = timestampNow(io.clock);
  valueOf(maySendApproved(open, now, newContext()));
  const payments = paymentsToSend(open, now);
  if (payments.length === 0) {
    io.print(JSON.stringify({ sent: [], stopped: null, left: 0 }));
    return 0;
  }
  const sums = sumsOf(payments).map(({ amount, currency }) => `${amount} ${currency}`);
  confirmOnTerminal(
    `${String(payments.length)} approved payments, ${sums.join(', ')}, are sent in the order of their approval.`,
    `SEND ${String(payments.length)}`,
  );
  const parts = {
    ...{ open, changes: desk.changes },
    refresh: (context: Context) => desk.copy.team?.refresh(context) ?? Promise.resolve(ok(null)),
  };
  const { sent, stop, left } = await sendAll(parts, payments, newContext());
  io.print(
    JSON.stringify({
      sent: sent.map(({ reference, submissionId }) => ({ reference, submission: submissionId })),
      stopped: stop && {
        ...{ request: stop.request.digest, reference: stop.reference },
        ...{ state: stop.submission?.state ?? 'not-sent', code: stop.error.code },
        message: stop.error.message,
      },
      left,
    }),
  );
  if (stop === null) return 0;
  return isUnknown(stop.submission?.state, stop.error.code) ? 3 : 1;
}

const isUnknown = (state: string | undefined, code: string): boolean =>
  state === 'unknown' || state === 'sending' || code === 'outcome.unknown';

import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { paymentIn } from '../../desk/approvals/payment-review.ts';
import {
  verdictOf,
  writeRequest,
  type OpenApprovals,
  type Requested,
} from '../../desk/approvals/requests.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { EnteredTransfer } from '../../nouns/payments/order.ts';
import { argumentsOf } from '../input/arguments.ts';
import {
  newContext,
  valueOf,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, approvalsOf, requestNamed, requestView } from './approvals-access.ts';

/** Lists the requests of the team, newest last. Reads the record, and nothing of the bank. */
export const requests: Command = {
  summary: 'Lists the requests of the team.',
  usage: 'requests [--waiting-for-me]',
  run: (args, global) => {
    const { values } = argumentsOf(args, { 'waiting-for-me': { type: 'boolean' } });
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const { team, approvals } = await approvalsNow(copy.team);
      const own = team.people.nameOf(team.record.key);
      const now = timestampNow(global.io.clock);
      const listed = [...approvals.state.requests.values()].filter(
        (request) =>
          values['waiting-for-me'] !== true ||
          (request.ended === null &&
            request.until >= now &&
            request.maker.person !== own &&
            request.approvals.every(({ person }) => person !== own)),
      );
      global.io.print(JSON.stringify(listed.map((request) => requestView(copy.reader, request))));
      return 0;
    });
  },
};

/** Requests a payment; nothing is sent. Exit 4 while an approval is missing, 0 where the rules need none. */
export async function requestPayment(
  desk: BankDesk,
  entered: PaymentOrder,
  words: string,
  io: CommandIo,
): Promise<ExitCode> {
  const open = await approvalsOf(desk);
  const wanted = {
    changes: desk.changes,
    entered: { ...entered, narration: entered.narration ?? '' },
    words,
    attachments: desk.profile.folder.attachments,
  };
  return printRequested(open, desk, valueOf(await writeRequest(open, wanted, newContext())), io);
}

/** Prints a request that was written, and what it needs. */
export function printRequested(
  open: OpenApprovals,
  { copy }: Pick<BankDesk, 'copy'>,
  { request, premise }: Requested,
  io: CommandIo,
): ExitCode {
  const { may, missing } = verdictOf(open, request, { premise, now: timestampNow(io.clock) });
  io.print(JSON.stringify({ ...requestView(copy.reader, request), may, missing }));
  return may ? 0 : 4;
}

/** A payment of a request: its payload as it was approved, and the order in it. */
export type RequestedPayment = { readonly payload: string; readonly order: EnteredTransfer };

/** The payments of a request, to be sent as they were approved. */
export async function paymentsOfRequest(
  desk: BankDesk,
  named: string,
): Promise<readonly RequestedPayment[]> {
  const open = await approvalsOf(desk);
  return requestNamed(open, named).lines.map(({ payload }) => ({
    payload,
    order: valueOf(paymentIn(payload, newContext())),
  }));
}

import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { payloadOf } from '../../engines/submissions/submissions.ts';
import { readOrder } from '../../nouns/payments/order.ts';
import { intentOf } from '../../nouns/payments/send.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { argumentsOf } from '../input/arguments.ts';
import {
  newContext,
  valueOf,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { withTeamSite } from '../team/team-access.ts';
import {
  approvalsNow,
  approvalsOf,
  onlyLineOf,
  requestNamed,
  requestView,
  verdictOf,
} from './approvals-access.ts';
import { paymentIn, reviewNow } from './payment-review.ts';

/** Lists the requests of the team, newest last. Reads the record, and nothing of the bank. */
export const requests: Command = {
  summary: 'Lists the requests of the team.',
  usage: 'requests [--waiting-for-me]',
  run: (args, global) => {
    const { values } = argumentsOf(args, { 'waiting-for-me': { type: 'boolean' } });
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const { team, approvals } = await approvalsNow(copy.team);
      const own = team.people.nameOf(team.record.key);
      const now = new Date(global.io.clock.now()).toISOString();
      const listed = [...approvals.state.requests.values()].filter(
        (request) =>
          values['waiting-for-me'] !== true ||
          (request.ended === null &&
            request.until >= now &&
            request.maker.person !== own &&
            request.approvals.every(({ person }) => person !== own)),
      );
      global.io.print(JSON.stringify(listed.map(requestView)));
      return 0;
    });
  },
};

const dayMs = 86_400_000;
/** A request waits so long. */
const waitDays = 7;

/** Requests a payment; nothing is sent. Exit 4 while an approval is missing, 0 where the rules need none. */
export async function requestPayment(
  desk: BankDesk,
  entered: PaymentOrder,
  words: string,
  io: CommandIo,
): Promise<ExitCode> {
  const { team, approvals } = await approvalsOf(desk);
  const context = newContext();
  const order = valueOf(
    readOrder(desk.changes.reader, { ...entered, narration: entered.narration ?? '' }, context),
  );
  const { premise } = await reviewNow(desk.changes, order);
  const { reference } = order;
  const { payload } = payloadOf(intentOf(order, null));
  const before = new Set(approvals.state.requests.keys());
  const content = {
    ...{ operation: 'createSingleTransfer', bank: '', words, lines: [{ reference, payload }] },
    until: new Date(io.clock.now() + waitDays * dayMs).toISOString(),
  };
  valueOf(await writeAct(team, { kind: 'request', content }, context));
  const request = [...approvals.state.requests.values()].find(
    ({ digest, maker }) => !before.has(digest) && maker.key === team.record.key,
  );
  if (request === undefined) throw new DeskFault('team.refused');
  const { may, missing } = verdictOf({ approvals }, request, premise, io.clock.now());
  io.print(JSON.stringify({ ...requestView(request), may, missing }));
  return may ? 0 : 4;
}

/** The payment of a request, to be sent as it was approved. */
export async function paymentOfRequest(desk: BankDesk, named: string): Promise<PaymentOrder> {
  const open = await approvalsOf(desk);
  return paymentIn(onlyLineOf(requestNamed(open, named)).payload);
}

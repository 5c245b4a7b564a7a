import { DeskFault } from '../../../shared/errors.ts';
import { paymentIn, readPayment } from '../../desk/approvals/payment-review.ts';
import {
  onlyLineOf,
  verdictOf,
  writeApproval,
  type OpenApprovals,
} from '../../desk/approvals/requests.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { argumentsOf } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import {
  approvalsNow,
  approvalsOf,
  digestNamed,
  isExpected,
  requestNamed,
  requestView,
} from './approvals-access.ts';

/**
 * Approves a request by this desk's own reading of the bank, or signs rules or a desk that administrators must sign. Asks the person at
 * the terminal.
 */
export const approve: Command = {
  summary: 'Approves a colleague’s request, or signs what administrators must sign.',
  usage:
    'approve REQUEST --expect AMOUNT:CURRENCY:PAYEE; or approve DIGEST, where DIGEST names proposed rules or the enrolment of a desk',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { expect: { type: 'string' } },
      { positionals: true },
    );
    const [named = ''] = positionals;
    const { expect: expected } = values;
    if (expected === undefined)
      return withTeamSite<ExitCode>(global, async ({ copy }) => {
        const open = await approvalsNow(copy.team);
        await signProposal(open, named);
        global.io.print(JSON.stringify({ signed: named }));
        return 0;
      });
    return withDesk<ExitCode>(global, async (desk) => {
      const open = await approvalsOf(desk);
      const request = requestNamed(open, named);
      if (!isExpected(expected, request))
        throw new DeskFault('input.invalid', 'The request is another payment than --expect names.');
      const { payload, reference } = onlyLineOf(request);
      const context = newContext();
      const entered = valueOf(paymentIn(payload, context));
      const { reviewed, premise } = valueOf(await readPayment(desk.changes, entered, context));
      const { amount, payee, warnings } = reviewed;
      const notes = warnings.map(({ message }) => ` ${message}`).join('');
      const sum = `${amount.amount} ${amount.currency}`;
      confirmOnTerminal(
        `${request.maker.person} requests ${reference}: ${sum} to ${payee.name}, account ${payee.accountNumber} at ${payee.bankName} (${payee.bankBicOrCode}), ${payee.country}.${notes}`,
        amount.amount,
      );
      const after = valueOf(await writeApproval(open, request, [premise], newContext()));
      const {
        may,
        missing,
        void: discounted,
      } = verdictOf(open, after, { premise, now: timestampNow(global.io.clock) });
      global.io.print(JSON.stringify({ ...requestView(after), may, missing, void: discounted }));
      return 0;
    });
  },
};

async function signProposal({ team, approvals }: OpenApprovals, named: string): Promise<void> {
  const { proposals } = approvals.state;
  const digest = digestNamed([...proposals.keys()], named);
  const proposal = proposals.get(digest);
  if (proposal === undefined) throw new WrongUse('Name what is to be signed.');
  const { author, proposes } = proposal;
  const what = 'rules' in proposes ? `rules ${String(proposes.rules.version)}` : proposes.login;
  confirmOnTerminal(`${author.person} proposes ${what}.`, digest.slice(0, 8));
  const content = { of: digest, premises: [] };
  valueOf(await writeAct(team, { kind: 'approve', content }, newContext()));
}

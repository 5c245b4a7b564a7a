import { DeskFault } from '../../../shared/errors.ts';
import type { ReviewMark } from '../../../shared/ipc/approvals.ts';
import { namedIn } from '../../desk/approvals/kinds/naming.ts';
import { proposalOf, signProposal } from '../../desk/approvals/proposals.ts';
import { reviewInvoices } from '../../desk/approvals/invoices/read-invoices.ts';
import { readRequest, type RequestReading } from '../../desk/approvals/read-request.ts';
import {
  onlyLineOf,
  verdictOf,
  writeApproval,
  type OpenApprovals,
} from '../../desk/approvals/requests.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { invoiceThread } from '../../engines/invoice-files/invoice-thread.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { decisionText } from '../../nouns/approvals/decisions.ts';
import type { Proposal, Request } from '../../nouns/approvals/state.ts';
import { invoiceParts } from '../../nouns/invoices/invoices.ts';
import type { Membership } from '../../nouns/people/membership.ts';
import { argumentsOf, countOption } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { confirmOnTerminal, oneLine } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import {
  approvalsNow,
  approvalsOf,
  digestNamed,
  isExpected,
  requestNamed,
  requestView,
} from './approvals-access.ts';
import { approveFile } from './approve-file.ts';
import { requestedFile } from './upload-requested.ts';

/**
 * Approves a request by this desk's own reading of the bank, or signs rules or a desk that administrators must sign. Asks the person at
 * the terminal.
 */
export const approve: Command = {
  summary: 'Approves a colleague’s request, or signs what administrators must sign.',
  usage:
    'approve REQUEST --expect AMOUNT:CURRENCY:PAYEE, where a remittance has the account of its recipient for PAYEE, a conversion its worst rate, another one with an amount what it is about, and one without an amount is --expect ABOUT, as “requests” prints it; or approve REQUEST --expect TOTAL:CURRENCY:LINES... [--without LINE]..., where the request is a payment file; or approve REQUEST --expect ABOUT --file FILE, which compares the file of a document; or approve DIGEST, where DIGEST names proposed rules or the enrolment of a desk',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        expect: { type: 'string', multiple: true },
        without: { type: 'string', multiple: true },
        file: { type: 'string' },
      },
      { positionals: true },
    );
    const [named = ''] = positionals;
    const { expect: expected = [], file } = values;
    const without = (values.without ?? []).map((line) => countOption(line, 'without') ?? 0);
    if (expected.length === 0 && (without.length > 0 || file !== undefined))
      throw new WrongUse('--without and --file belong to --expect.');
    if (expected.length === 0)
      return withTeamSite<ExitCode>(global, async ({ copy }) => {
        const open = await approvalsNow(copy.team);
        await signNamed(open, named);
        global.io.print(JSON.stringify({ signed: named }));
        return 0;
      });
    return withDesk<ExitCode>(global, async (desk) => {
      const open = await approvalsOf(desk);
      const request = requestNamed(open, named);
      if (file !== undefined) await requestedFile(desk, request, file);
      if (request.lines.length > 1)
        await approveFile(desk, open, request, { expected, without }, global.io);
      else if (expected.length > 1 || without.length > 0)
        throw new WrongUse('This request is of one payment: name it by one --expect.');
      else await approveOne(desk, open, { request, expected: expected[0] ?? '', file }, global.io);
      return 0;
    });
  },
};

async function approveOne(
  desk: BankDesk,
  open: OpenApprovals,
  {
    request,
    expected,
    file,
  }: {
    readonly request: Request;
    readonly expected: string;
    /** The path of a document's file, which was compared already. */
    readonly file: string | undefined;
  },
  io: CommandIo,
): Promise<void> {
  const { reader } = desk.copy;
  const reading = valueOf(await readRequest(desk.changes, request, newContext()));
  if (!isExpected(expected, request, reader))
    throw new DeskFault('input.invalid', 'The request is another one than --expect names.');
  const { premise, reviewed } = reading;
  const thread = invoiceThread(io.programs.storeWorker);
  const invoices = await reviewInvoices(invoiceParts(desk, thread), open.team, request, reviewed);
  await thread.close();
  const { text, typed } = questionOf(request, reading, { reader, file, invoices });
  confirmOnTerminal(text, typed);
  const after = valueOf(await writeApproval(open, request, [premise], newContext()));
  const {
    may,
    missing,
    void: discounted,
  } = verdictOf(open, after, { premise, now: timestampNow(io.clock) });
  io.print(JSON.stringify({ ...requestView(reader, after), may, missing, void: discounted }));
}

/** What the person at the terminal reads, and what must be typed. */
function questionOf(
  request: Request,
  { reviewed, facts, marks }: RequestReading,
  {
    reader,
    file,
    invoices,
  }: {
    readonly reader: CacheReader;
    readonly file: string | undefined;
    readonly invoices: readonly ReviewMark[];
  },
): { readonly text: string; readonly typed: string } {
  const { reference, order } = onlyLineOf(request);
  const begins = `${request.maker.person} requests ${reference}`;
  if (reviewed !== null) {
    const { amount, payee, warnings } = reviewed;
    const notes = [...warnings, ...invoices].map(({ message }) => ` ${oneLine(message)}`).join('');
    const sum = `${amount.amount} ${amount.currency}`;
    return {
      text: `${begins}: ${sum} to ${oneLine(payee.name)}, account ${oneLine(payee.accountNumber)} at ${oneLine(payee.bankName)} (${oneLine(payee.bankBicOrCode)}), ${oneLine(payee.country)}.${notes}`,
      typed: amount.amount,
    };
  }
  const { kind, about } = namedIn(reader, request);
  const lines = facts.map(({ label, value, now }) => {
    const replaced = now === null || now === value ? '' : ` (now ${oneLine(now)})`;
    return `  ${oneLine(label)}: ${oneLine(value)}${replaced}`;
  });
  const notes =
    file === undefined
      ? marks(false).map(({ message }) => oneLine(message))
      : [`${oneLine(file)} is the file that was requested.`];
  const { money } = order;
  return {
    text: [`${begins}, ${kind.toLowerCase()} ${about}.`, ...lines, ...notes].join('\n'),
    typed: money === null || money === 'unknown' ? about : money.amount,
  };
}

function proposedText({ members }: Membership, proposes: Proposal['proposes']): string {
  if ('login' in proposes) {
    const desk = members.find(({ login }) => login === proposes.login);
    return `a desk of ${desk?.name ?? proposes.login}, as ${desk?.roles.join(', ') ?? ''}`;
  }
  if ('rules' in proposes) return `rules ${String(proposes.rules.version)}`;
  return decisionText(proposes);
}

async function signNamed(open: OpenApprovals, named: string): Promise<void> {
  const digest = digestNamed([...open.approvals.state.proposals.keys()], named);
  const { author, proposes } = proposalOf(open, digest);
  confirmOnTerminal(
    `${author.person} proposes ${proposedText(open.team.people, proposes)}.`,
    digest.slice(0, 8),
  );
  valueOf(await signProposal(open, digest, newContext()));
}

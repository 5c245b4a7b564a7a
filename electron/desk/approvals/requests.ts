import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import { payloadOf } from '../../engines/submissions/submissions.ts';
import type { Approvals } from '../../nouns/approvals/approvals.ts';
import type { Premise, RequestedInvoice } from '../../nouns/approvals/contents.ts';
import { isSameBank, type Candidate, type Moment } from '../../nouns/approvals/judge/case.ts';
import { judge, type Verdict } from '../../nouns/approvals/judge/judge.ts';
import type { Line, Request } from '../../nouns/approvals/state.ts';
import { readOrder, type EnteredTransfer } from '../../nouns/payments/order.ts';
import { intentOf } from '../../nouns/payments/send.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { DeskParts } from '../open-bank/changes.ts';
import type { DeskTeam } from '../open-bank/desk-team.ts';
import { openOf } from '../team/join-team.ts';
import { writeInvoices } from './invoices/request-invoices.ts';
import { whyTooLarge } from './lines/act-size.ts';
import { readPayment } from './payment-review.ts';

export type OpenApprovals = {
  readonly team: OpenTeam;
  readonly approvals: Approvals;
  /** Identifies the bank, its environment and the client. */
  readonly bank: string;
};

/** The approvals of a desk's team. Throws `team.none`, or why the desk's keys cannot be opened. */
export function openApprovals(deskTeam: DeskTeam | null): OpenApprovals {
  const team = openOf(deskTeam);
  if (!deskTeam?.approvals) throw new DeskFault('team.none');
  return { team, approvals: deskTeam.approvals, bank: deskTeam.bank() };
}

/** The only payment of a request. Throws `input.invalid` for a request of several. */
export function onlyLineOf({ lines }: Request): Line {
  const [line] = lines;
  if (line === undefined || lines.length > 1)
    throw new DeskFault(
      'input.invalid',
      'This request has several payments. Nothing was signed or sent. Approve and send it as a payment file.',
    );
  return line;
}

/** The payment of a request, in the form that the rules check. */
export const candidateOf = (request: Request): Candidate => ({
  ...{ request, line: 0, order: onlyLineOf(request).order },
  maker: request.maker.person,
});

/** The verdict of the acts so far on the payment of a request, with a reading of the bank. */
export function verdictOf(
  { approvals, bank }: Pick<OpenApprovals, 'approvals' | 'bank'>,
  request: Request,
  moment: Moment,
): Verdict {
  return judge(approvals.state, { ...candidateOf(request), bank }, moment);
}

/** How long a request waits. */
const waitMs = 7 * 86_400_000;

export type Requested = { readonly request: Request; readonly premise: Premise };

/** Requests a payment, with its invoices and this desk's reading of the bank. Sends nothing. `team.refused` where it does not count. */
export async function writeRequest(
  open: OpenApprovals,
  {
    changes,
    entered,
    words,
    attachments,
  }: {
    readonly changes: DeskParts;
    readonly entered: EnteredTransfer;
    /** For those who approve. */
    readonly words: string;
    /** The folder of attached files, with the invoices of the payment. */
    readonly attachments: string;
  },
  context: Context,
): Promise<Outcome<Requested>> {
  const order = readOrder(changes.reader, entered, context);
  if (!order.ok) return order;
  const read = await readPayment(
    changes,
    { ...order.value, narration: entered.narration },
    context,
  );
  if (!read.ok) return read;
  const { premise } = read.value;
  const { reference } = order.value;
  const { payload } = payloadOf(intentOf(order.value, null));
  const files = { journal: changes.journal, folder: attachments };
  const invoices = await writeInvoices(open.team, files, reference, context);
  if (!invoices.ok) return invoices;
  const line = { reference, payload, premise, invoices: invoices.value };
  const operation = 'createSingleTransfer';
  return writeLine(open, { ...line, operation, words }, changes.clock, context);
}

/** A change to request: its payload exactly as it is sent, and this desk's reading of the bank for it. */
export type WantedLine = RequestedLine & {
  readonly operation: string;
  /** For those who approve. */
  readonly words: string;
  /** The invoices of a payment, as its request names them. */
  readonly invoices?: readonly RequestedInvoice[];
};

/** Writes a request of one change. Sends nothing. Fails with `team.refused` where it does not count. */
export async function writeLine(
  open: OpenApprovals,
  { operation, words, invoices = [], ...line }: WantedLine,
  clock: Clock,
  context: Context,
): Promise<Outcome<Requested>> {
  const named = { operation, words, invoices, clock };
  const written = await writeLines(open, [line], named, context);
  return written.ok ? ok({ request: written.value, premise: line.premise }) : written;
}

/** One change of a request, with its maker's reading. */
export type RequestedLine = Pick<Line, 'reference' | 'payload'> & { readonly premise: Premise };

/** Requests changes of one operation. `input.invalid` where they are too many for one act, `team.refused` where it does not count. */
export async function writeLines(
  { team, approvals, bank }: OpenApprovals,
  lines: readonly RequestedLine[],
  {
    operation,
    words,
    invoices = [],
    clock,
  }: Pick<WantedLine, 'operation' | 'words' | 'invoices'> & { readonly clock: Clock },
  context: Context,
): Promise<Outcome<Request>> {
  const before = new Set(approvals.state.requests.keys());
  const content: JsonObject = {
    ...{ operation, bank, words },
    ...(invoices.length === 0
      ? {}
      : { invoices: invoices.map((one) => ({ ...one, acts: [...one.acts] })) }),
    lines: lines.map(({ reference, payload }) => ({ reference, payload })),
    premises: lines.map(({ premise }) => ({ ...premise })),
    until: new Date(clock.now() + waitMs).toISOString(),
  };
  const tooLarge = whyTooLarge(content, lines.length);
  if (tooLarge !== null) return fail('input.invalid', context.correlationId, { message: tooLarge });
  const written = await writeAct(team, { kind: 'request', content }, context);
  if (!written.ok) return written;
  const request = [...approvals.state.requests.values()].find(
    ({ digest, maker }) => !before.has(digest) && maker.key === team.record.key,
  );
  return request ? ok(request) : fail('team.refused', context.correlationId);
}

/** Approves a request by a reading of each payment; null takes it out. Returns the new request; `team.refused` where it does not count. */
export async function writeApproval(
  { team, approvals, bank }: OpenApprovals,
  { digest }: Pick<Request, 'digest'>,
  premises: readonly (Premise | null)[],
  context: Context,
): Promise<Outcome<Request>> {
  if (!isSameBank(approvals.state.requests.get(digest)?.bank ?? '', bank))
    return fail('team.refused', context.correlationId, {
      message: 'It was requested for another bank, environment or client. Nothing was signed.',
    });
  const countOf = (): number => approvals.state.requests.get(digest)?.approvals.length ?? 0;
  const before = countOf();
  const content: JsonObject = {
    of: digest,
    premises: premises.map((premise) => premise && { ...premise }),
  };
  const tooLarge = whyTooLarge(content, premises.length);
  if (tooLarge !== null) return fail('input.invalid', context.correlationId, { message: tooLarge });
  const written = await writeAct(team, { kind: 'approve', content }, context);
  if (!written.ok) return written;
  const request = approvals.state.requests.get(digest);
  return request && countOf() > before ? ok(request) : fail('team.refused', context.correlationId);
}

/** Refuses a request, which ends it. Fails with `team.refused` where it does not end, or had ended before. */
export const writeRefusal = (
  open: OpenApprovals,
  of: string,
  words: string,
  context: Context,
): Promise<Outcome<null>> =>
  endRequest(open, { kind: 'refuse', content: { of, words } }, of, context);

/** Withdraws an own request. Fails with `team.refused` where it does not end, or had ended before. */
export const writeWithdrawal = (
  open: OpenApprovals,
  of: string,
  context: Context,
): Promise<Outcome<null>> => endRequest(open, { kind: 'withdraw', content: { of } }, of, context);

async function endRequest(
  open: OpenApprovals,
  draft: EndingDraft,
  of: string,
  context: Context,
): Promise<Outcome<null>> {
  const written = await writeEnding(open, draft, context);
  if (!written.ok) return written;
  const { team, approvals } = open;
  const ended = approvals.state.requests.get(of)?.ended;
  return ended?.key === team.record.key ? ok(null) : fail('team.refused', context.correlationId);
}

/** An act that ends what another act began. */
export type EndingDraft = {
  readonly kind: 'refuse' | 'withdraw';
  readonly content: { readonly of: string; readonly words?: string };
};

/** Ends a request, a proposal, a delegation or an opening of a sending desk. Fails with `team.refused` where it does not end. */
export async function writeEnding(
  { team, approvals }: OpenApprovals,
  { kind, content }: EndingDraft,
  context: Context,
): Promise<Outcome<null>> {
  const written = await writeAct(team, { kind, content: { ...content } }, context);
  if (!written.ok) return written;
  const { requests, proposals, delegations, openings } = approvals.state;
  const { of } = content;
  const stands =
    requests.get(of)?.ended === null ||
    proposals.has(of) ||
    delegations.get(of)?.withdrawnAt === null ||
    openings.has(of);
  return stands ? fail('team.refused', context.correlationId) : ok(null);
}

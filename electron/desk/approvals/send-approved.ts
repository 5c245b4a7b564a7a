import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { add, money, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import type { Moment } from '../../nouns/approvals/judge/case.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import { judge } from '../../nouns/approvals/judge/judge.ts';
import { whySendsNothing } from '../../nouns/approvals/judge/sending-desks.ts';
import { candidateAt, sendableLines } from '../../nouns/approvals/judge/standing.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import type { DeskParts } from '../open-bank/changes.ts';
import { paymentIn, readPayment } from './payment-review.ts';
import { sendPayment } from './read-request.ts';
import type { OpenApprovals } from './requests.ts';
import { lastPremise } from './row-parts.ts';

/** A payment of a request. */
export type RequestedPayment = { readonly request: Request; readonly line: number };

/**
 * The payments that this desk sends now: requests in the order of their approval, each with its lines in order, without those that an
 * approver took out.
 */
export function paymentsToSend(
  { approvals, team }: OpenApprovals,
  now: string,
): RequestedPayment[] {
  const { state } = approvals;
  return [...state.requests.values()]
    .filter(({ operation, ended }) => operation === 'createSingleTransfer' && ended === null)
    .toSorted((one, other) => approvedAt(one) - approvedAt(other))
    .flatMap((request) => {
      const premiseOf = (line: number): Premise => lastPremise(request, line);
      const lines = sendableLines(state, request, { premiseOf, now, desk: team.record.key });
      return lines.map((line) => ({ request, line }));
    });
}

const approvedAt = ({ approvals, maker }: Request): number => approvals.at(-1)?.n ?? maker.n;

/** The sum of payments for each currency, as their requests name them. */
export function sumsOf(payments: readonly RequestedPayment[]): readonly Money[] {
  const sums = new Map<string, Money>();
  for (const { request, line } of payments) {
    const { money: named } = candidateAt(request, line).order;
    if (named === null || named === 'unknown') continue;
    const one = money(named.amount, named.currency);
    const sum = sums.get(one.currency);
    sums.set(one.currency, sum === undefined ? one : add(sum, one));
  }
  return [...sums.values()];
}

/** The result of a run, which ends after the last request or at the first doubt. */
export type SendingRun = {
  /** The submissions that the bank accepted, in this order. */
  readonly sent: readonly Submission[];
  /** Null where all were sent. */
  readonly stop: {
    readonly request: Request;
    readonly reference: string;
    /** The journal's submission of the payment at which it stopped; null where nothing was stored. */
    readonly submission: Submission | null;
    readonly error: AppError;
  } | null;
  /** The number of payments that were not tried. */
  readonly left: number;
};

export type SendingParts = {
  readonly open: OpenApprovals;
  readonly changes: DeskParts;
  /** Reads the record to its end. */
  readonly refresh: (context: Context) => Promise<Outcome<null>>;
};

/** Checks that this desk may send approved payments now. Fails with `team.not-approved`. */
export function maySendApproved(
  { approvals, team }: OpenApprovals,
  now: string,
  { correlationId }: Context,
): Outcome<null> {
  const why =
    approvals.state.rules?.sendingDesks === undefined
      ? 'The approval rules name no sending desks.'
      : whySendsNothing(approvals.state, team.record.key, now);
  return why === null
    ? ok(null)
    : fail('team.not-approved', correlationId, { message: `${why} Nothing was sent.` });
}

/**
 * Sends approved payments one after the other, each with a new reading of the record and of the bank. It stops at the first that is not
 * accepted and confirmed: an unknown outcome, a refusal, a reading that differs from the approved one, a bank that asks for a pause, an
 * unreachable server. It sends nothing again, and nothing after the stop: a person starts the next run.
 */
export async function sendApproved(
  parts: SendingParts,
  payments: readonly RequestedPayment[],
  context: Context,
): Promise<SendingRun> {
  const sent: Submission[] = [];
  for (const [place, payment] of payments.entries()) {
    const { request, line } = payment;
    const left = payments.length - place - 1;
    const at = { request, reference: request.lines[line]?.reference ?? '' };
    const tried = await attempt(() => sendOne(parts, payment, context));
    const outcome: Outcome<Submission> = tried.ok
      ? tried.value
      : fail(tried.error.code, context.correlationId, { message: tried.error.message });
    if (!outcome.ok) return { sent, stop: { ...at, submission: null, error: outcome.error }, left };
    const doubt = doubtOf(outcome.value, context);
    if (doubt !== null)
      return { sent, stop: { ...at, submission: outcome.value, error: doubt }, left };
    sent.push(outcome.value);
  }
  return { sent, stop: null, left: 0 };
}

async function sendOne(
  { open, changes, refresh }: SendingParts,
  { request: { digest }, line }: RequestedPayment,
  context: Context,
): Promise<Outcome<Submission>> {
  const refreshed = await refresh(context);
  if (!refreshed.ok) return refreshed;
  const request = open.approvals.state.requests.get(digest);
  const requested = request?.lines[line];
  if (request === undefined || requested === undefined)
    return fail('team.not-approved', context.correlationId, { message: 'The request is over.' });
  const entered = paymentIn(requested.payload, context);
  if (!entered.ok) return entered;
  const read = await readPayment(changes, entered.value, context);
  if (!read.ok) return read;
  const { reviewed, premise } = read.value;
  const moment: Moment = {
    ...{ premise, now: timestampNow(changes.clock) },
    desk: open.team.record.key,
  };
  const {
    may,
    missing,
    void: discounted,
  } = judge(open.approvals.state, { ...candidateAt(request, line), bank: open.bank }, moment);
  if (!may)
    return fail('team.not-approved', context.correlationId, {
      message: `${[...missing, ...discounted].join(' ')} Nothing was sent.`,
    });
  const approval = approvalOf({ request, line }, reviewed.warnings);
  return sendPayment(changes, requested, { approval, reviewed }, context);
}

/** Confirms only the warnings that every approval of the payment has seen. */
function approvalOf(
  { request: { approvals }, line }: RequestedPayment,
  warnings: readonly PaymentWarning[],
): Approval {
  const seen = approvals.flatMap(({ premises }) => premises[line] ?? []);
  const areAll = (isSeen: (premise: (typeof seen)[number]) => boolean): boolean =>
    seen.length > 0 && seen.every(isSeen);
  const twins = warnings
    .flatMap((warning) => warning.twins ?? [])
    .map(({ name }) => name)
    .filter((name) => areAll((premise) => premise.twins.includes(name)));
  const acknowledged = warnings.filter(({ kind, twins: named = [] }) =>
    named.length > 0
      ? named.every(({ name }) => twins.includes(name))
      : areAll((premise) => premise.warnings.includes(kind)),
  );
  return { by: 'person', acknowledged: acknowledged.map(({ kind }) => kind), twins };
}

/** Why nothing more is sent after a payment; null after one that the bank accepted and confirmed. */
function doubtOf(
  { state, error, confirmed }: Submission,
  { correlationId }: Context,
): AppError | null {
  if (state === 'accepted' && confirmed !== false) return null;
  if (error !== null) return error;
  return appError('outcome.unknown', correlationId, {
    message:
      state === 'accepted'
        ? 'The bank accepted it and does not list it. Look at it before you go on.'
        : 'What became of it is not known. It is not sent again. Look at it before you go on.',
  });
}

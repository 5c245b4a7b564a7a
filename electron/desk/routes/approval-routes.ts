import { randomUUID } from 'node:crypto';

import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import type {
  approvalsRoutes,
  ApprovalCounts,
  ApprovalsView,
  PaymentNeeds,
  RequestReview,
  RequestRow,
} from '../../../shared/ipc/approvals.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm } from '../../connections/session/questions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { mayRepeat } from '../../engines/submissions/change.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import { sendAgain } from '../../engines/submissions/send-again.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import { paysNewPayee } from '../../nouns/approvals/judge/judge.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import { sendTransfer } from '../../nouns/payments/send.ts';
import { approveQuestion, refuseQuestion } from '../approvals/approval-questions.ts';
import { noNeeds, paymentNeeds } from '../approvals/payment-needs.ts';
import { paymentIn, readPayment } from '../approvals/payment-review.ts';
import { makersReading, marksOf } from '../approvals/request-review.ts';
import { approvalCounts, approvalsView, requestRow } from '../approvals/request-rows.ts';
import type { RowParts } from '../approvals/row-parts.ts';
import {
  candidateOf,
  onlyLineOf,
  openApprovals,
  writeApproval,
  writeRefusal,
  writeRequest,
  writeWithdrawal,
} from '../approvals/requests.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

type ApprovalHandlers = Pick<Handlers, keyof typeof approvalsRoutes>;
type Seen = RouteInput<'approvals.approve'>;

/** The requests of the open bank's team. Nothing of it is loaded before the first question. */
export const approvalHandlers = (
  open: () => BankDesk,
  { confirm }: { readonly confirm: Confirm },
): ApprovalHandlers => {
  const routes = new ApprovalRoutes(open, confirm);
  return {
    'approvals.counts': () => ok(routes.counts()),
    'approvals.view': ({ isFresh }, context) => routes.view(isFresh, context),
    'approvals.needs': (payment) => ok(routes.needs(payment)),
    'approvals.request': (given, context) => routes.request(given, context),
    'approvals.review': ({ request }, context) => routes.review(request, context),
    'approvals.approve': (seen, context) => routes.approve(seen, context),
    'approvals.refuse': (given, context) => routes.refuse(given, context),
    'approvals.withdraw': ({ request }, context) => routes.withdraw(request, context),
    'approvals.send': (seen, context) => routes.send(seen, context),
  };
};

/** The review that was shown last, and the team that it belongs to. */
type Shown = { readonly of: unknown; readonly review: RequestReview; readonly premise: Premise };

const none: Omit<ApprovalsView, 'problem'> = { isUsed: false, requests: [] };

class ApprovalRoutes {
  readonly #open: () => BankDesk;
  readonly #confirm: Confirm;
  #shown: Shown | null = null;

  constructor(open: () => BankDesk, confirm: Confirm) {
    this.#open = open;
    this.#confirm = confirm;
  }

  counts(): ApprovalCounts {
    return this.#open().copy.team?.approvals
      ? approvalCounts(this.#parts())
      : { isUsed: false, waiting: 0 };
  }

  async view(isFresh: boolean, context: Context): Promise<Outcome<ApprovalsView>> {
    const { team } = this.#open().copy;
    const read = isFresh && team?.open ? await team.refresh(context) : ok(null);
    return ok({ ...this.#listed(), problem: read.ok ? null : read.error });
  }

  needs(payment: RouteInput<'approvals.needs'>): PaymentNeeds {
    return this.#open().copy.team?.approvals ? paymentNeeds(this.#parts(), payment) : noNeeds;
  }

  async request(
    { words, ...entered }: RouteInput<'approvals.request'>,
    context: Context,
  ): Promise<Outcome<RequestRow>> {
    const { changes } = this.#open();
    const wanted = { changes, entered, words };
    const written = await writeRequest(this.#parts().open, wanted, context);
    if (!written.ok) return written;
    const { request, premise } = written.value;
    return ok(requestRow(this.#parts(), request, premise));
  }

  async review(digest: string, context: Context): Promise<Outcome<RequestReview>> {
    const { changes, copy } = this.#open();
    const entered = paymentIn(onlyLineOf(this.#request(digest)).payload, context);
    if (!entered.ok) return entered;
    const read = await readPayment(changes, entered.value, context);
    if (!read.ok) return read;
    const { reviewed, premise } = read.value;
    const request = this.#request(digest);
    const { open, now } = this.#parts();
    const moment = { premise, now };
    const isNewPayee = paysNewPayee(open.approvals.state, candidateOf(request), moment);
    const review: RequestReview = {
      ...{ review: randomUUID(), readAt: now, reviewed },
      row: requestRow(this.#parts(), request, premise),
      maker: makersReading(request, read.value),
      marks: marksOf(request, read.value, isNewPayee),
      isBlocked: reviewed.warnings.some(({ weight }) => weight === 'blocks'),
    };
    this.#shown = { of: copy.team, review, premise };
    return ok(review);
  }

  async approve(seen: Seen, context: Context): Promise<Outcome<RequestRow>> {
    const shown = this.#shownAs(seen, context);
    if (!shown.ok) return shown;
    const { review, premise } = shown.value;
    if (review.row.part !== 'mine')
      return fail('team.refused', context.correlationId, {
        message: 'Your approval would not count for this request. Nothing was signed.',
      });
    if (!(await this.#confirm(approveQuestion(review)))) return this.#declined(context);
    const approved = await writeApproval(
      this.#openAs(shown.value),
      { digest: seen.request },
      [premise],
      context,
    );
    return approved.ok ? ok(requestRow(this.#parts(), approved.value, premise)) : approved;
  }

  async refuse(
    { request, words }: RouteInput<'approvals.refuse'>,
    context: Context,
  ): Promise<Outcome<RequestRow>> {
    const { team } = this.#open().copy;
    const row = requestRow(this.#parts(), this.#request(request));
    if (!(await this.#confirm(refuseQuestion(row, words)))) return this.#declined(context);
    const refused = await writeRefusal(this.#openAs({ of: team }), request, words, context);
    return refused.ok ? ok(requestRow(this.#parts(), this.#request(request))) : refused;
  }

  async withdraw(request: string, context: Context): Promise<Outcome<RequestRow>> {
    const withdrawn = await writeWithdrawal(this.#parts().open, request, context);
    return withdrawn.ok ? ok(requestRow(this.#parts(), this.#request(request))) : withdrawn;
  }

  async send(seen: Seen, context: Context): Promise<Outcome<SubmissionView>> {
    const shown = this.#shownAs(seen, context);
    if (!shown.ok) return shown;
    const { changes, announce } = this.#open();
    const { reference, payload } = onlyLineOf(this.#request(seen.request));
    const entered = paymentIn(payload, context);
    if (!entered.ok) return entered;
    const { payeeFingerprint, fee, warnings } = shown.value.review.reviewed;
    const approval = {
      by: 'person',
      acknowledged: warnings.map(({ kind }) => kind),
      twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    } as const;
    const known = submissionByReference(changes.journal, reference);
    // What never left is reported by `sendTransfer`, and not sent.
    const isAgain = known?.payload === payload && mayRepeat(known, changes.registry);
    const sent = isAgain
      ? await sendAgain(changes, known, context, approval)
      : await sendTransfer(changes, { ...entered.value, payeeFingerprint, fee, approval }, context);
    if (!sent.ok) return sent;
    announce('store.changed', { topic: 'transfers' });
    return ok(viewOf(sent.value.submission, changes));
  }

  #listed(): Omit<ApprovalsView, 'problem'> {
    return this.#open().copy.team?.approvals ? approvalsView(this.#parts()) : none;
  }

  #parts(): RowParts {
    const { copy, clock } = this.#open();
    const { reader, journal } = copy;
    return { open: openApprovals(copy.team), reader, journal, now: timestampNow(clock) };
  }

  #request(digest: string): Request {
    const request = this.#parts().open.approvals.state.requests.get(digest);
    if (request) return request;
    throw new DeskFault('input.invalid', 'The team’s record has no such request.');
  }

  /** The review that a person saw, if all that it marks was opened. */
  #shownAs({ request, review, opened }: Seen, { correlationId }: Context): Outcome<Shown> {
    const shown = this.#shown;
    const isShown =
      shown?.of === this.#open().copy.team &&
      shown.review.review === review &&
      shown.review.row.request === request;
    if (!isShown)
      return fail('confirmation.required', correlationId, {
        message: 'The bank was read again since this was shown. Look at it again.',
      });
    return shown.review.marks.every((_, place) => opened.includes(place))
      ? ok(shown)
      : fail('confirmation.required', correlationId, { message: 'Open all that is marked first.' });
  }

  /** While a person was asked the desk may have been locked, or another bank opened. */
  #openAs({ of }: Pick<Shown, 'of'>) {
    if (this.#open().copy.team === of) return this.#parts().open;
    throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was signed.');
  }

  #declined({ correlationId }: Context): Outcome<never> {
    return fail('declined', correlationId);
  }
}

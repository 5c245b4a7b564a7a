import { randomUUID } from 'node:crypto';

import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import type {
  approvalsRoutes,
  ApprovalCounts,
  ApprovalStep,
  ApprovalsView,
  PaymentNeeds,
  RequestReview,
  RequestRow,
  SendingDeskView,
  SendingRunView,
} from '../../../shared/ipc/approvals.ts';
import type {
  approvalChangesRoutes,
  RequestedChange,
} from '../../../shared/ipc/approval-changes.ts';
import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm } from '../../connections/session/questions.ts';
import { invoiceThread, type InvoiceThread } from '../../engines/invoice-files/invoice-thread.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import { paysNewPayee } from '../../nouns/approvals/judge/judge.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import {
  approveQuestion,
  openSendingQuestion,
  refuseQuestion,
  releaseQuestion,
  sendApprovedQuestion,
} from '../approvals/approval-questions.ts';
import { sendDocument } from '../approvals/kinds/documents.ts';
import { writeRelease } from '../approvals/payee-release.ts';
import {
  maySendApproved,
  paymentsToSend,
  sendApproved,
  sumsOf,
} from '../approvals/send-approved.ts';
import { sendingDeskNamed, writeOpening } from '../approvals/sending-desk.ts';
import { runView, sendingDeskView, sendingView } from '../approvals/sending-view.ts';
import type { DetailsOfPayee } from '../../nouns/approvals/judge/payee-releases.ts';
import { invoiceParts } from '../../nouns/invoices/invoices.ts';
import { quoteBookOf } from '../../nouns/conversions/quote-books.ts';
import { reviewInvoices } from '../approvals/invoices/read-invoices.ts';
import {
  limitOf,
  priceLimit,
  tradePriced,
  type LimitOfRequest,
} from '../approvals/kinds/limits.ts';
import { noNeeds, paymentNeeds } from '../approvals/payment-needs.ts';
import { paymentSteps } from '../approvals/payment-steps.ts';
import { readRequest, sendRequest, type RequestReading } from '../approvals/read-request.ts';
import { RequestReminders, type Remind } from '../approvals/reminders.ts';
import { approvalsView, requestRow, waitingRequests } from '../approvals/request-rows.ts';
import type { RowParts } from '../approvals/row-parts.ts';
import {
  candidateOf,
  openApprovals,
  writeApproval,
  writeRefusal,
  writeRequest,
  writeWithdrawal,
  type OpenApprovals,
} from '../approvals/requests.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

type ApprovalHandlers = Pick<
  Handlers,
  keyof typeof approvalsRoutes | keyof typeof approvalChangesRoutes
>;
type Seen = RouteInput<'approvals.approve'>;

type ApprovalPorts = {
  readonly confirm: Confirm;
  readonly remind: Remind;
  /** The entry file of the thread that reads invoices. */
  readonly worker: URL;
};

/** The routes of the requests of the open bank's team. Its code is loaded with the first request. */
export const approvalHandlers = (open: () => BankDesk, ports: ApprovalPorts): ApprovalHandlers => {
  const routes = new ApprovalRoutes(open, ports);
  return {
    'approvals.counts': () => ok(routes.counts()),
    'approvals.view': ({ isFresh }, context) => routes.view(isFresh, context),
    'approvals.needs': (payment) => ok(routes.needs(payment)),
    'approvals.steps': ({ reference }) => ok({ steps: routes.steps(reference) }),
    'approvals.request': (given, context) => routes.request(given, context),
    'approvals.changeNeeds': async ({ change }, context) =>
      ok(await routes.changeNeeds(change, context)),
    'approvals.requestChange': (given, context) => routes.requestChange(given, context),
    'approvals.review': ({ request }, context) => routes.review(request, context),
    'approvals.approve': (seen, context) => routes.approve(seen, context),
    'approvals.refuse': (given, context) => routes.refuse(given, context),
    'approvals.withdraw': ({ request }, context) => routes.withdraw(request, context),
    'approvals.send': (seen, context) => routes.send(seen, context),
    'approvals.price': (seen, context) => routes.price(seen, context),
    'approvals.trade': (given, context) => routes.trade(given, context),
    'approvals.releasePayee': (seen, context) => routes.releasePayee(seen, context),
    'approvals.openSending': ({ login }, context) => routes.openSending(login, context),
    'approvals.sendApproved': (_, context) => routes.sendApproved(context),
  };
};

/** The review that was shown last, with the team to which it belongs. */
type Shown = Pick<RequestReading, 'premise' | 'approval'> & {
  readonly of: unknown;
  readonly review: RequestReview;
};

/** A price under a limit, with the team to which the limit belongs. */
type Priced = { readonly of: unknown; readonly request: string; readonly quoteId: string };

/** The topics that sending a request may change. */
const topics = [
  'transfers',
  'trades',
  'remittances',
  'receivables',
  'beneficiaries',
  'subClients',
] as const;

const none: Omit<ApprovalsView, 'problem'> = { isUsed: false, requests: [], sending: null };

class ApprovalRoutes {
  readonly #open: () => BankDesk;
  readonly #confirm: Confirm;
  readonly #reminders: RequestReminders;
  readonly #invoiceThread: InvoiceThread;
  #shown: Shown | null = null;
  /** The last price that was requested. */
  #priced: Priced | null = null;

  constructor(open: () => BankDesk, { confirm, remind, worker }: ApprovalPorts) {
    this.#open = open;
    this.#confirm = confirm;
    this.#reminders = new RequestReminders(remind);
    this.#invoiceThread = invoiceThread(worker);
  }

  counts(): ApprovalCounts {
    if (!this.#open().copy.team?.approvals) return { isUsed: false, waiting: 0 };
    const parts = this.#parts();
    const { isUsed, waiting } = waitingRequests(parts);
    this.#reminders.see(waiting, parts.now);
    return { isUsed, waiting: waiting.length };
  }

  async view(isFresh: boolean, context: Context): Promise<Outcome<ApprovalsView>> {
    const { team } = this.#open().copy;
    const read = isFresh && team?.open ? await team.refresh(context) : ok(null);
    return ok({ ...this.#listed(), problem: read.ok ? null : read.error });
  }

  needs(payment: RouteInput<'approvals.needs'>): PaymentNeeds {
    return this.#open().copy.team?.approvals ? paymentNeeds(this.#parts(), payment) : noNeeds;
  }

  steps(reference: string): readonly ApprovalStep[] {
    return this.#open().copy.team?.approvals ? paymentSteps(this.#parts().open, reference) : [];
  }

  async request(
    { words, ...entered }: RouteInput<'approvals.request'>,
    context: Context,
  ): Promise<Outcome<RequestRow>> {
    const { changes, profile } = this.#open();
    const { attachments } = profile.folder;
    const wanted = { changes, entered, words, attachments };
    const written = await writeRequest(this.#parts().open, wanted, context);
    if (!written.ok) return written;
    const { request, premise } = written.value;
    return ok(requestRow(this.#parts(), request, premise));
  }

  async changeNeeds(change: RequestedChange, context: Context): Promise<PaymentNeeds> {
    if (!this.#open().copy.team?.approvals) return noNeeds;
    const { changeNeeds } = await import('../approvals/kinds/route-changes.ts');
    return changeNeeds(this.#open(), this.#parts(), change, context);
  }

  async requestChange(
    given: RouteInput<'approvals.requestChange'>,
    context: Context,
  ): Promise<Outcome<RequestRow>> {
    const { requestRoute } = await import('../approvals/kinds/route-changes.ts');
    const written = await requestRoute(this.#open(), this.#parts(), given, context);
    if (!written.ok) return written;
    const { request, premise } = written.value;
    return ok(requestRow(this.#parts(), request, premise));
  }

  async review(digest: string, context: Context): Promise<Outcome<RequestReview>> {
    const { changes, copy } = this.#open();
    const read = await readRequest(changes, this.#request(digest), context);
    if (!read.ok) return read;
    const { reviewed, facts, maker, isBlocked, document, premise, marks, approval } = read.value;
    const request = this.#request(digest);
    const { open, now } = this.#parts();
    const moment = { premise, now };
    const isNewPayee = paysNewPayee(open.approvals.state, candidateOf(request), moment);
    const files = invoiceParts(this.#open(), this.#invoiceThread);
    const review: RequestReview = {
      ...{ review: randomUUID(), readAt: now, reviewed, facts, maker, isBlocked },
      ...(document ? { document } : {}),
      row: requestRow(this.#parts(), request, premise),
      marks: [...marks(isNewPayee), ...(await reviewInvoices(files, open.team, request, reviewed))],
    };
    this.#shown = { of: copy.team, review, premise, approval };
    return ok(review);
  }

  async approve(seen: Seen, context: Context): Promise<Outcome<RequestRow>> {
    const shown = this.#shownAs(seen, context);
    if (!shown.ok) return shown;
    const { review, premise } = shown.value;
    if (!review.row.canApprove)
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
    const { approval, review } = shown.value;
    if (this.#limitOf(seen.request) !== null)
      return fail('confirmation.required', context.correlationId, {
        message: 'A conversion is priced before it is traded: ask the bank for a price.',
      });
    const reading = { approval, reviewed: review.reviewed };
    const request = this.#request(seen.request);
    return this.#sent(
      review.document
        ? await sendDocument(this.#open(), request, context)
        : await sendRequest(this.#open().changes, request, reading, context),
    );
  }

  async price(seen: Seen, context: Context): Promise<Outcome<QuoteView>> {
    const shown = this.#shownAs(seen, context);
    if (!shown.ok) return shown;
    const { request } = seen;
    const limit = this.#limitOf(request);
    if (limit === null)
      return fail('input.invalid', context.correlationId, {
        message: 'This request is no conversion.',
      });
    const { of } = shown.value;
    const quoted = await priceLimit(this.#quoting(), limit, context);
    this.#priced = quoted.ok ? { of, request, quoteId: quoted.value.quoteId } : null;
    return quoted;
  }

  async trade(
    { request, quoteId }: RouteInput<'approvals.trade'>,
    context: Context,
  ): Promise<Outcome<SubmissionView>> {
    const priced = this.#priced;
    const limit = this.#limitOf(request);
    const isPriced =
      priced?.of === this.#open().copy.team &&
      priced.request === request &&
      priced.quoteId === quoteId;
    return isPriced && limit !== null
      ? this.#sent(await tradePriced(this.#quoting(), limit, quoteId, context))
      : fail('quote.expired', context.correlationId, { operation: 'lockRate' });
  }

  async releasePayee(seen: Seen, context: Context): Promise<Outcome<RequestRow>> {
    const shown = this.#shownAs(seen, context);
    if (!shown.ok) return shown;
    const { review, premise } = shown.value;
    const { reviewed } = review;
    if (review.row.held?.canRelease !== true || reviewed === null)
      return fail('team.refused', context.correlationId, {
        message: 'Your release would not count for this payee. Nothing was released.',
      });
    const { payee, beneficiaryId } = reviewed;
    if (!(await this.#confirm(releaseQuestion(payee, review.row.held.why))))
      return this.#declined(context);
    const of = { payee: beneficiaryId, details: premise.details };
    const released = await this.#release(this.#openAs(shown.value), of, context);
    return released.ok
      ? ok(requestRow(this.#parts(), this.#request(seen.request), premise))
      : released;
  }

  async #release(
    open: OpenApprovals,
    of: DetailsOfPayee,
    context: Context,
  ): Promise<Outcome<null>> {
    const { now } = this.#parts();
    const released = await writeRelease(open, of, now, context);
    // The next refresh ends the quarantine on this desk.
    if (released.ok) await this.#open().copy.team?.refresh(context);
    return released;
  }

  async openSending(login: string, context: Context): Promise<Outcome<SendingDeskView>> {
    const { team } = this.#open().copy;
    const { open, now } = this.#parts();
    const desk = sendingDeskNamed(open, login, now);
    if (desk === null) throw new DeskFault('input.invalid', 'The team has no such sending desk.');
    if (!(await this.#confirm(openSendingQuestion(desk)))) return this.#declined(context);
    const written = await writeOpening(this.#openAs({ of: team }), login, now, context);
    return written.ok ? ok(sendingDeskView(open, written.value)) : written;
  }

  async sendApproved(context: Context): Promise<Outcome<SendingRunView>> {
    const { copy, changes, announce } = this.#open();
    const { team } = copy;
    const { open, now } = this.#parts();
    const allowed = maySendApproved(open, now, context);
    if (!allowed.ok) return allowed;
    const payments = paymentsToSend(open, now);
    if (payments.length === 0)
      return fail('input.invalid', context.correlationId, {
        message: 'Nothing is approved that this desk could send.',
      });
    if (!(await this.#confirm(sendApprovedQuestion(payments.length, sumsOf(payments)))))
      return this.#declined(context);
    const parts = {
      ...{ open: this.#openAs({ of: team }), changes },
      refresh: (given: Context) => team?.refresh(given) ?? Promise.resolve(ok(null)),
    };
    const run = await sendApproved(parts, payments, context);
    announce('store.changed', { topic: 'transfers' });
    return ok(runView(run));
  }

  #listed(): Omit<ApprovalsView, 'problem'> {
    if (!this.#open().copy.team?.approvals) return none;
    const parts = this.#parts();
    return { ...approvalsView(parts), sending: sendingView(parts.open, parts.now) };
  }

  #parts(): RowParts {
    const { copy, clock } = this.#open();
    const { reader, journal } = copy;
    return { open: openApprovals(copy.team), reader, journal, now: timestampNow(clock) };
  }

  /** The result of sending, after announcing the records that it may have changed. */
  #sent(sent: Outcome<Submission>): Outcome<SubmissionView> {
    if (!sent.ok) return sent;
    const { changes, announce } = this.#open();
    for (const topic of topics) announce('store.changed', { topic });
    return ok(viewOf(sent.value, changes));
  }

  /** The limit of a conversion; null for any other request. */
  #limitOf(digest: string): LimitOfRequest | null {
    const { operation, lines } = this.#request(digest);
    const [line] = lines;
    return line === undefined ? null : limitOf(operation, line);
  }

  #quoting() {
    const desk = this.#open();
    return { ...desk.changes, quotes: quoteBookOf(desk) };
  }

  #request(digest: string): Request {
    const request = this.#parts().open.approvals.state.requests.get(digest);
    if (request) return request;
    throw new DeskFault('input.invalid', 'The team’s record has no such request.');
  }

  /** The review that a person saw, if every mark in it was opened. */
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

  /** The open team, if it is still the same: during the question the desk may have been locked, or another bank opened. */
  #openAs({ of }: Pick<Shown, 'of'>) {
    if (this.#open().copy.team === of) return this.#parts().open;
    throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was signed.');
  }

  #declined({ correlationId }: Context): Outcome<never> {
    return fail('declined', correlationId);
  }
}

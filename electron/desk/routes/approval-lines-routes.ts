import type {
  ApprovedLines,
  FileNeeds,
  LinesReview,
  ReviewedLineRow,
} from '../../../shared/ipc/approval-lines.ts';
import type { RequestRow } from '../../../shared/ipc/approvals.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm } from '../../connections/session/questions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { approveLinesQuestion } from '../approvals/approval-questions.ts';
import { fileNeeds, noFileNeeds } from '../approvals/lines/file-needs.ts';
import { requestFile } from '../approvals/lines/file-request.ts';
import {
  approveRequests,
  countsOf,
  reviewRequests,
  rowsOf,
  whyUndecided,
  type ReviewedRequests,
} from '../approvals/lines/lines-review.ts';
import { manyRow } from '../approvals/lines/many-row.ts';
import { requestRow } from '../approvals/request-rows.ts';
import { openApprovals } from '../approvals/requests.ts';
import type { RowParts } from '../approvals/row-parts.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

type LinesRoute =
  | 'approvals.fileNeeds'
  | 'approvals.requestFile'
  | 'approvals.reviewLines'
  | 'approvals.lines'
  | 'approvals.approveLines';

/** The routes of requests with several payments, and of several requests in one review. */
export const approvalLinesHandlers = (
  open: () => BankDesk,
  { confirm }: { readonly confirm: Confirm },
): Pick<Handlers, LinesRoute> => {
  const routes = new ApprovalLinesRoutes(open, confirm);
  return {
    'approvals.fileNeeds': ({ batchId }) => ok(routes.needs(batchId)),
    'approvals.requestFile': (given, context) => routes.requestFile(given, context),
    'approvals.reviewLines': ({ requests }, context) => routes.review(requests, context),
    'approvals.lines': (page, context) => routes.lines(page, context),
    'approvals.approveLines': (seen, context) => routes.approve(seen, context),
  };
};

/** The review that was shown last, and the team that it belongs to. */
type Shown = { readonly of: unknown; readonly reviewed: ReviewedRequests };

class ApprovalLinesRoutes {
  readonly #open: () => BankDesk;
  readonly #confirm: Confirm;
  #shown: Shown | null = null;

  constructor(open: () => BankDesk, confirm: Confirm) {
    this.#open = open;
    this.#confirm = confirm;
  }

  needs(batchId: string): FileNeeds {
    return this.#open().copy.team?.approvals ? fileNeeds(this.#parts(), batchId) : noFileNeeds;
  }

  async requestFile(
    { batchId, words }: RouteInput<'approvals.requestFile'>,
    context: Context,
  ): Promise<Outcome<RequestRow>> {
    const { changes, paymentFiles } = this.#open();
    // Updates the file, so that its present lines are requested.
    await paymentFiles.get(batchId, context);
    const written = await requestFile(this.#parts().open, { changes, batchId, words }, context);
    if (!written.ok) return written;
    const { request, premises } = written.value;
    const parts = this.#parts();
    return ok(
      request.lines.length === 1
        ? requestRow(parts, request, premises[0])
        : manyRow(parts, request, premises),
    );
  }

  async review(requests: readonly string[], context: Context): Promise<Outcome<LinesReview>> {
    const { changes, copy } = this.#open();
    const of = copy.team;
    const read = await reviewRequests(this.#parts(), changes, requests, context);
    if (!read.ok) return read;
    this.#shown = { of, reviewed: read.value };
    return ok(read.value.review);
  }

  lines(
    { review, ...page }: RouteInput<'approvals.lines'>,
    context: Context,
  ): Outcome<{ index: number; total: number; rows: ReviewedLineRow[] }> {
    const shown = this.#shownAs(review, context);
    if (!shown.ok) return shown;
    const { reviewed } = shown.value;
    const rows = rowsOf(reviewed, page);
    return ok({ index: page.index, total: reviewed.lines.length, rows });
  }

  async approve(
    { review, ...decision }: RouteInput<'approvals.approveLines'>,
    context: Context,
  ): Promise<Outcome<ApprovedLines>> {
    const { correlationId } = context;
    const shown = this.#shownAs(review, context);
    if (!shown.ok) return shown;
    const { reviewed, of } = shown.value;
    const message = whyUndecided(reviewed, decision);
    if (message !== null) return fail('confirmation.required', correlationId, { message });
    const question = approveLinesQuestion(reviewed.review, countsOf(reviewed, decision));
    if (!(await this.#confirm(question))) return fail('declined', correlationId);
    // While a person was asked the desk may have been locked, or another bank opened.
    if (this.#open().copy.team !== of)
      throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was signed.');
    return ok(await approveRequests(this.#parts(), reviewed, decision, context));
  }

  #parts(): RowParts {
    const { copy, clock } = this.#open();
    const { reader, journal } = copy;
    return { open: openApprovals(copy.team), reader, journal, now: timestampNow(clock) };
  }

  #shownAs(review: string, { correlationId }: Context): Outcome<Shown> {
    const shown = this.#shown;
    return shown?.of === this.#open().copy.team && shown.reviewed.review.review === review
      ? ok(shown)
      : fail('confirmation.required', correlationId, {
          message: 'The bank was read again since this was shown. Look at it again.',
        });
  }
}

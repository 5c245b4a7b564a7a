import { fail, type Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { submissionByReference } from '../../../engines/submissions/journal/submission-table.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import type { Premise } from '../../../nouns/approvals/contents.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { orderOf } from '../../../nouns/payments/file/line.ts';
import { knownFile } from '../../../nouns/payments/file/payment-files.ts';
import { unconfirmedColumns } from '../../../nouns/payments/file/proposed-columns.ts';
import { nextToSend } from '../../../nouns/payments/file/tables/line-tables.ts';
import { reviewLines } from '../../../nouns/payments/lines/review-lines.ts';
import { intentOf } from '../../../nouns/payments/send.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { writeLines, type OpenApprovals } from '../requests.ts';
import { linePremise } from './read-lines.ts';

/** One more than fits into an act: a longer file is refused. */
const linesRead = 5_001;

export type RequestedFile = {
  readonly request: Request;
  /** This desk's reading, for each line. */
  readonly premises: readonly Premise[];
};

/**
 * Requests the approval of the unsent lines of a payment file, with this desk's reading of the bank. Sends nothing. Fails with
 * `input.invalid` where no line can be sent, or the file is too large for one request.
 */
export async function requestFile(
  open: OpenApprovals,
  {
    changes,
    batchId,
    words,
  }: { readonly changes: DeskParts; readonly batchId: string; readonly words: string },
  context: Context,
): Promise<Outcome<RequestedFile>> {
  const { journal, clock } = changes;
  const unconfirmed = unconfirmedColumns(knownFile(journal, batchId));
  const lines = nextToSend(journal, batchId, { after: 0, limit: linesRead });
  const refuse = (message: string) => fail('input.invalid', context.correlationId, { message });
  if (unconfirmed !== null) return refuse(unconfirmed);
  if (lines.length === 0) return refuse('No line of this file can be sent. Nothing was requested.');
  const orders = lines.map(({ checked }) => orderOf(checked));
  const waiting = waitingFor(open, orders);
  if (waiting !== null) return refuse(waiting);
  const read = await reviewLines(
    changes,
    orders.map((order) => ({ ...order, narration: order.narration ?? '' })),
    { withFees: false },
    context,
  );
  if (!read.ok) return read;
  const premises = read.value.map(linePremise);
  const requested = orders.map((order, place) => ({
    reference: order.reference,
    // A payment that never left is sent as it was journalled.
    payload:
      submissionByReference(journal, order.reference)?.payload ??
      payloadOf(intentOf(order, null)).payload,
    premise: premises[place] ?? linePremise(null),
  }));
  const written = await writeLines(
    open,
    requested,
    { operation: 'createSingleTransfer', words, clock },
    context,
  );
  return written.ok ? ok({ request: written.value, premises }) : written;
}

/** Why these lines are not requested again; null where no own request of them waits. */
function waitingFor(
  { team, approvals }: OpenApprovals,
  orders: readonly { readonly reference: string }[],
): string | null {
  const wanted = new Set(orders.map(({ reference }) => reference));
  const isSame = ({ lines }: Request): boolean =>
    lines.length === wanted.size && lines.every(({ reference }) => wanted.has(reference));
  const own = team.people.nameOf(team.record.key);
  const waits = [...approvals.state.requests.values()].some(
    (request) =>
      request.ended === null &&
      request.approvals.length === 0 &&
      request.maker.person === own &&
      isSame(request),
  );
  return waits
    ? 'The approval of these payments is requested already. Take that request back first, under Approvals.'
    : null;
}

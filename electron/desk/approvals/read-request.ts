import { fail, type Outcome } from '../../../shared/errors.ts';
import type { RequestReview, ReviewMark } from '../../../shared/ipc/approvals.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { sendAgain } from '../../engines/submissions/send-again.ts';
import { noPremise, type Premise } from '../../nouns/approvals/contents.ts';
import { documentIn, documentOperation } from '../../nouns/approvals/document.ts';
import type { Line, Request } from '../../nouns/approvals/state.ts';
import { sendTransfer } from '../../nouns/payments/send.ts';
import type { DeskParts } from '../open-bank/changes.ts';
import { readDocument } from './kinds/documents.ts';
import { limitOf, readLimit, tradeLimit } from './kinds/limits.ts';
import { changeIn, confirmingAll, readChange, sendChange } from './kinds/read-change.ts';
import { repeatableLine } from './kinds/repeatable-line.ts';
import { paymentIn, readPayment } from './payment-review.ts';
import { makersReading, marksOf } from './request-review.ts';
import { onlyLineOf } from './requests.ts';

/** A request, as read from the bank by this desk. */
export type RequestReading = Pick<
  RequestReview,
  'reviewed' | 'facts' | 'maker' | 'isBlocked' | 'document'
> & {
  readonly premise: Premise;
  /** The marks that must be opened; one depends on whether the payee is new. */
  readonly marks: (isNewPayee: boolean) => readonly ReviewMark[];
  /** The approval of a person who confirms all warnings. */
  readonly approval: Approval;
};

/** Reads what a request sends, and its premise, again from the bank. Sends nothing. */
export async function readRequest(
  parts: DeskParts,
  request: Request,
  context: Context,
): Promise<Outcome<RequestReading>> {
  const line = onlyLineOf(request);
  const conversion = limitOf(request.operation, line);
  if (conversion !== null)
    return ok(ofChange(await readLimit(parts, conversion.limit, context), noPremise, []));
  if (request.operation === documentOperation) return readDocumentOf(parts, line, context);
  const change = changeIn(request.operation, line.payload);
  if (change === null) return readPaymentOf(parts, request, context);
  const read = await readChange(parts, change, line, context);
  if (!read.ok) return read;
  const { facts, premise, warnings } = read.value;
  const messages = [
    ...differencesOf(request, premise),
    ...warnings.map(([, message]) => message),
  ].map((message): ReviewMark => ({ place: 'warning', message }));
  return ok({ ...ofChange(facts, premise, messages), approval: confirmingAll(warnings) });
}

function readDocumentOf(
  parts: DeskParts,
  { payload }: Line,
  context: Context,
): Outcome<RequestReading> {
  const document = documentIn(payload);
  if (document === null) return noReading(context);
  const { facts, marks, itemId } = readDocument(parts, document);
  return ok({ ...ofChange(facts, noPremise, marks), document: { itemId } });
}

const ofChange = (
  facts: RequestReading['facts'],
  premise: Premise,
  messages: readonly ReviewMark[],
): RequestReading => ({
  ...{ reviewed: null, facts, maker: null, isBlocked: false, premise },
  marks: (isNewPayee) => [...(isNewPayee ? [newRecipient] : []), ...messages],
  approval: confirmingAll([]),
});

const newRecipient: ReviewMark = {
  place: 'warning',
  message: 'The team has not paid this recipient at this bank before. Compare the details.',
};

/** The differences between this desk's reading and the maker's. */
function differencesOf({ premises: [theirs], maker }: Request, own: Premise): readonly string[] {
  if (theirs === undefined)
    return ['The request does not say what its maker read. Compare it with the paper.'];
  return theirs.details === own.details
    ? []
    : [`The bank has something else in its place now than ${maker.person} read.`];
}

async function readPaymentOf(
  parts: DeskParts,
  request: Request,
  context: Context,
): Promise<Outcome<RequestReading>> {
  const entered = paymentIn(onlyLineOf(request).payload, context);
  if (request.operation !== 'createSingleTransfer' || !entered.ok) return noReading(context);
  const read = await readPayment(parts, entered.value, context);
  if (!read.ok) return read;
  const { reviewed, premise } = read.value;
  const { warnings } = reviewed;
  return ok({
    ...{ reviewed, facts: [], premise, maker: makersReading(request, read.value) },
    isBlocked: warnings.some(({ weight }) => weight === 'blocks'),
    marks: (isNewPayee) => marksOf(request, read.value, isNewPayee),
    approval: {
      by: 'person',
      acknowledged: warnings.map(({ kind }) => kind),
      twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    },
  });
}

const noReading = ({ correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, {
    message:
      'This request cannot be read. Nothing was signed or sent. Ask its maker for a new one.',
  });

/**
 * Sends the content of a request, with the checks of its operation; one that was sent before is only reported. `reviewed` is what its
 * sender saw; absent for a script, which names what it confirms.
 */
export async function sendRequest(
  parts: DeskParts,
  request: Request,
  { approval, reviewed }: Pick<RequestReading, 'approval'> & Partial<RequestReading>,
  context: Context,
): Promise<Outcome<Submission>> {
  const line = onlyLineOf(request);
  const conversion = limitOf(request.operation, line);
  if (conversion !== null) return tradeLimit(parts, conversion, context);
  if (request.operation === documentOperation)
    return fail('input.invalid', context.correlationId, {
      operation: documentOperation,
      message: 'A document is sent from where its file is: by “upload --of”, or under Documents.',
    });
  const change = changeIn(request.operation, line.payload);
  if (change !== null) return sendChange(parts, change, line, { approval, context });
  return request.operation === 'createSingleTransfer'
    ? sendPayment(parts, line, { approval, reviewed: reviewed ?? null }, context)
    : noReading(context);
}

/** Sends a payment as it was approved, once; or again, where {@link repeatableLine} allows it. */
export async function sendPayment(
  parts: DeskParts,
  line: Line,
  { approval, reviewed }: Pick<RequestReading, 'approval' | 'reviewed'>,
  context: Context,
): Promise<Outcome<Submission>> {
  const entered = paymentIn(line.payload, context);
  if (!entered.ok) return noReading(context);
  // Any other known payment is only reported by `sendTransfer`, not sent.
  const known = repeatableLine(parts, line, approval);
  const { payeeFingerprint = null, fee } = reviewed ?? {};
  const sent = known
    ? await sendAgain(parts, known, context, approval)
    : await sendTransfer(parts, { ...entered.value, payeeFingerprint, fee, approval }, context);
  return sent.ok ? ok(sent.value.submission) : sent;
}

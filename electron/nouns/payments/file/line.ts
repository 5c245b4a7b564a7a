import type { PaymentParts } from '../tables.ts';
import { filledMore } from '../../../../shared/bank/required-fields.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Approval } from '../../../engines/submissions/approval.ts';
import {
  isFoundOrder,
  otherUnderReference,
} from '../../../engines/submissions/journal/found-at-bank.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { submitAll } from '../../../engines/submissions/submissions.ts';
import type { Intent } from '../../../engines/submissions/intent/intent.ts';
import { partyOf, unreadWords } from '../beneficiary.ts';
import { intentOf, screenedIntent } from '../send.ts';
import { dueDaysAt } from '../../due-payments/due-days.ts';
import type { BeneficiariesOfRun } from './run-beneficiaries.ts';
import type { ReferencesOfRun } from './run-references.ts';
import type { TransferSearchResult } from '../list-transfers.ts';
import { adoptListed } from '../found-listed.ts';
import type { ListedTransfers } from '../listed-transfers.ts';
import { twinsOf } from '../twins.ts';
import { blockingWarnings, notConfirmed, transferWarnings, unreadKinds } from '../warnings.ts';

/** The confirmation of a file by its sender. */
export type FileApproval =
  /** A person saw these kinds of warnings on the lines in the journal. */
  | { readonly by: 'person'; readonly acknowledged: readonly PaymentWarningKind[] }
  | Extract<Approval, { by: 'script' }>;

/** The data that the lines of one run share, so that a payee of a hundred lines is read from the bank only a few times. */
export type RunReading = {
  readonly approval: FileApproval;
  readonly listed: ListedTransfers;
  readonly beneficiaries: BeneficiariesOfRun;
  readonly references: ReferencesOfRun;
};

/** A line that was checked at the bank, and its next step. */
export type ClearedLine = {
  readonly line: CheckedLine;
  readonly next:
    | { readonly act: 'send'; readonly intent: Intent<'createSingleTransfer'> }
    /** It provably never left: it is sent under its own reference once more. */
    | {
        readonly act: 'send again';
        readonly known: Submission;
        readonly approval: Approval;
      }
    /** The bank has it already. */
    | { readonly act: 'nothing'; readonly known: Submission };
};

/**
 * Checks one line against the bank, right before it is sent: its reference, and its payee. Fails with `payee.changed` where the
 * bank details differ from the checked ones, `payee.unread` where the payee cannot be read and was not confirmed,
 * `confirmation.required` where a warning was not confirmed or a twin was not named.
 */
export async function clearLine(
  parts: PaymentParts,
  reading: RunReading,
  line: CheckedLine,
  context: Context,
): Promise<Outcome<ClearedLine>> {
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  if (line.due !== undefined && line.due.day > dueDaysAt(parts.clock).first)
    return fail('input.invalid', context.correlationId, { message: notBefore(line.due.day) });
  const order = orderOf(line);
  const atBank = await lookAtBank(parts, reading, order, context);
  if (!atBank.ok) return atBank;
  const { adopted, nearReference, unlisted } = atBank.value;
  if (adopted) return ok({ line, next: { act: 'nothing', known: adopted } });
  const beneficiary = await reading.beneficiaries.read(parts, line.beneficiaryId, context);
  if (!beneficiary.ok) return beneficiary;
  const approval = approvalOf(reading.approval, line);
  const { record, error } = beneficiary.value;
  await parts.screening?.prepare(partyOf(record));
  const found = twinsOf(parts, order, reading.listed, nearReference);
  const warnings = transferWarnings(order, record, {
    journal: parts.journal,
    balance: { before: null, after: null },
    balanceAsOf: null,
    twins: found,
    unlisted,
    unread: error && unreadWords(parts, line.beneficiaryId, error),
    screening: parts.screening,
  });
  const open = blockingWarnings(warnings, approval);
  if (open.length > 0) return notConfirmed(open, approval, context);
  const known = submissionByReference(parts.journal, line.reference);
  const twins = found.map(({ name }) => name);
  return ok({
    line,
    next:
      known?.state === 'not-sent'
        ? { act: 'send again', known, approval: resendApproval(approval, error !== null) }
        : {
            act: 'send',
            intent: {
              ...screenedIntent(parts, intentOf(order, record), record),
              ...{ twins, unread: unreadKinds(warnings) },
            },
          },
  });
}

/**
 * Sends cleared lines once. New lines go together, saved to the journal in one transaction before a byte of any leaves (decision 54). Lines
 * to send again follow. Returns the outcome of each line, in their order.
 */
export async function sendCleared(
  parts: PaymentParts,
  lines: readonly ClearedLine[],
  context: Context,
): Promise<Outcome<Submission>[]> {
  const intents = lines.flatMap(({ next }) => (next.act === 'send' ? [next.intent] : []));
  const submitted = (await submitAll(parts, intents, context)).values();
  const outcomes: Outcome<Submission>[] = [];
  for (const { next } of lines) {
    if (next.act === 'nothing') {
      outcomes.push(ok(next.known));
      continue;
    }
    const sent =
      next.act === 'send'
        ? (submitted.next().value ?? fail('internal', context.correlationId))
        : await sendOnceMore(parts, next, context);
    outcomes.push(sent.ok ? ok(sent.value.submission) : sent);
  }
  return outcomes;
}

async function sendOnceMore(
  parts: PaymentParts,
  { known, approval }: Extract<ClearedLine['next'], { act: 'send again' }>,
  context: Context,
) {
  const { sendAgain } = await import('../../../engines/submissions/send-again.ts');
  return sendAgain(parts, known, context, approval);
}

const notBefore = (day: IsoDate): string =>
  `It is to be paid on ${fullDay(day)}: send the file again, and it is scheduled.`;

type LookedAtBank = Pick<TransferSearchResult, 'nearReference'> & {
  /** The bank's payment under the line's reference; null where the bank lists none. */
  readonly adopted: Submission | null;
  readonly unlisted: string | null;
};

/**
 * Looks up the line's reference at the bank. Adopts a payment that the journal does not know; the line is then not sent. Fails with
 * `input.invalid` where that payment differs from the line.
 */
async function lookAtBank(
  parts: PaymentParts,
  { references }: Pick<RunReading, 'references'>,
  order: PaymentOrder,
  context: Context,
): Promise<Outcome<LookedAtBank>> {
  const isKnown = submissionByReference(parts.journal, order.reference) !== null;
  if (isKnown) return ok({ adopted: null, nearReference: [], unlisted: null });
  const found = await references.read(parts, order.reference, context);
  const adopted = adoptListed(parts, order, found.underReference);
  if (adopted && !isFoundOrder(adopted.payload, JSON.stringify({ body: order })))
    return fail('input.invalid', context.correlationId, {
      operation: 'createSingleTransfer',
      message: otherUnderReference(adopted),
    });
  return ok({ adopted, nearReference: found.nearReference, unlisted: found.unread });
}

/** Restricts a person's confirmation to the warnings that they saw on this line. */
export function approvalOf(approval: FileApproval, { warnings }: CheckedLine): Approval {
  if (approval.by === 'script') return approval;
  const seen = warnings.filter(({ kind }) => approval.acknowledged.includes(kind));
  // An unread list of the bank is confirmed for the whole file.
  const ofFile = approval.acknowledged.filter((kind) => kind === 'twins-unread');
  const acknowledged = [...ofFile, ...seen.map(({ kind }) => kind)];
  const twins = seen.flatMap((warning) => (warning.twins ?? []).map(({ name }) => name));
  return { by: 'person', acknowledged, twins };
}

/** Drops the confirmation of a payee that was read for the run: it must be read once more before its line is sent again. */
function resendApproval(approval: Approval, isPayeeUnread: boolean): Approval {
  if (isPayeeUnread) return approval;
  if (approval.by === 'script') return { ...approval, payeeChecked: false };
  const acknowledged = approval.acknowledged.filter((kind) => kind !== 'payee-unread');
  return { ...approval, acknowledged };
}

/** A checked line without an amount is never ready. */
export function orderOf(line: CheckedLine): PaymentOrder {
  const { reference, accountNumber, beneficiaryId, amount, narration, more = {} } = line;
  const filled = filledMore(more);
  if (amount === null) throw new RangeError(`the line of ${reference} has no amount`);
  return {
    accountNumber,
    beneficiaryId,
    amount: amount.amount,
    currency: amount.currency,
    reference,
    ...(narration === '' ? {} : { narration }),
    ...(filled ? { more: filled } : {}),
  };
}

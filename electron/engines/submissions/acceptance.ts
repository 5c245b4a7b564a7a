import type { ChangingOperation, OperationOutput } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok } from '../../../shared/result.ts';
import { isFailureStatus } from '../bank/mapping/status-terms.ts';
import { cleanText } from '../bank/mapping/bank-text.ts';
import { withPatience, type Context } from '../machine/context.ts';
import { bankStatusMessage } from '../bank/mapping/reason-texts.ts';
import type { ChangeParts, Found } from './change.ts';
import type { Echo } from './echo.ts';
import type { Sent } from './sent.ts';

/** The answer that accepted a change, and whether it confirms that the change is ours. */
export type Acceptance<N extends ChangingOperation> = {
  readonly answer: OperationOutput<N>;
  readonly confirmed: boolean;
};

/**
 * Assesses the answer to a change. Every field in it must match what was sent, and a changed record must show the change, else the
 * outcome is unknown; a failure status is a refusal. Where the answer has neither our reference nor our amount and currency, the
 * bank's list is read at once: found there it is confirmed, not found there it is accepted and unconfirmed. An unreadable answer
 * is accepted only if the list has the change.
 */
export async function assessAnswer<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  outcome: Outcome<OperationOutput<N>>,
  context: Context,
): Promise<Outcome<Acceptance<N>>> {
  if (!outcome.ok) {
    if (isContested(parts, sent, outcome.error)) return err(contested(sent, outcome.error));
    if (!isShapeless(outcome.error)) return outcome;
    return (await readBack(parts, sent, context)) ?? outcome;
  }
  const answer = outcome.value;
  const echo = parts.registry[sent.operation].echo(sent, answer);
  const objection = objectionTo(parts, sent, echo) ?? unshownIn(parts, sent, answer);
  if (objection) return err({ ...objection, correlationId: context.correlationId });
  if (echo.isOurs) return ok({ answer, confirmed: true });
  return (await readBack(parts, sent, context)) ?? ok({ answer, confirmed: false });
}

/**
 * True for a 409 to a change of an existing record: the bank may have made it already, from the first of two sendings. The change
 * has no reference, so only the record shows it. A 409 to an operation with a reference is `outcome.unknown` already.
 */
const isContested = <N extends ChangingOperation>(
  { registry }: Pick<ChangeParts, 'registry'>,
  { operation }: Pick<Sent<N>, 'operation'>,
  { code, bank }: AppError,
): boolean => {
  const { search, unshown } = registry[operation];
  return (
    code === 'bank.refused' &&
    bank?.status === 409 &&
    unshown !== undefined &&
    search.by === 'reading'
  );
};

function contested<N extends ChangingOperation>(
  { operation, submission: { submissionId } }: Sent<N>,
  { bank }: AppError,
): AppError {
  const words = bank?.message ? ` The bank says: “${cleanText(bank.message)}”.` : '';
  return appError('outcome.unknown', submissionId, {
    operation,
    message: `The bank answered 409: it may have made this change already.${words}`,
    ...(bank ? { bank } : {}),
  });
}

/** True where the bank's JSON does not have the operation's shape. Only such an error names fields of the answer. */
export const isShapeless = ({ code, fields }: AppError): boolean =>
  code === 'outcome.unknown' && fields !== undefined;

/** Returns why an answer, or a row of a list, contradicts what was sent or reports a failure; null where it does neither. */
export function objectionTo<N extends ChangingOperation>(
  { bank }: ChangeParts,
  { operation, submission: { submissionId } }: Sent<N>,
  { mismatch, status, reason }: Pick<Echo, 'mismatch' | 'status' | 'reason'>,
): AppError | null {
  if (mismatch !== null)
    return appError('outcome.unknown', submissionId, { operation, message: mismatch });
  if (!isFailureStatus(status, bank.statusWords)) return null;
  const [shownStatus, why] = [cleanText(status), cleanText(reason)];
  return appError('bank.refused', submissionId, {
    operation,
    message: bankStatusMessage(shownStatus, why),
    bank: { status: 200, message: why === '' ? shownStatus : `${shownStatus}: ${why}` },
  });
}

/** Returns the error for an answer that contradicts nothing but does not show the requested change; else null. */
function unshownIn<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  answer: OperationOutput<N>,
): AppError | null {
  const { operation, submission } = sent;
  const message = parts.registry[operation].unshown?.(parts, sent, answer) ?? null;
  return message === null
    ? null
    : appError('outcome.unknown', submission.submissionId, { operation, message });
}

/** Looks the change up in the bank's list. Null where it is not there, or the list cannot be read. */
export async function readBack<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<Acceptance<N>> | null> {
  return outcomeOfMatches(parts, sent, await listed(parts, sent, context));
}

/** Returns the outcome from the rows of the bank's list that carry our reference; null where there are none. */
export function outcomeOfMatches<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  [found, ...others]: readonly Found<N>[],
): Outcome<Acceptance<N>> | null {
  if (!found) return null;
  if (others.length > 0) return err(twice(sent, [found, ...others]));
  const objection = objectionTo(parts, sent, found);
  return objection ? err(objection) : ok({ answer: found.answer, confirmed: true });
}

/** Returns the rows of the bank's list that carry our reference; none where the list cannot be read. */
async function listed<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<readonly Found<N>[]> {
  const { search } = parts.registry[sent.operation];
  if (search.by !== 'list' || !parts.bank.isOpen(search.operation)) return [];
  const found = await search.find(parts, sent, withPatience(context, limits.readBackMs));
  return found.ok ? found.value.matches : [];
}

/** The error for a change that the bank has more than once under one reference. */
function twice<N extends ChangingOperation>(
  { operation, submission: { submissionId } }: Sent<N>,
  found: readonly { readonly recordId: string }[],
): AppError {
  const ids = found.map(({ recordId }) => recordId).join(' and ');
  const message = `The bank has it ${found.length} times under one reference: ${ids}.`;
  return appError('outcome.duplicated', submissionId, { operation, message });
}

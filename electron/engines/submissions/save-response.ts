import type { ChangingOperation, OperationOutput } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError, type DeskFault } from '../../../shared/errors.ts';
import { ignoreErrors, attempt } from '../store/local-faults.ts';
import type { ChangeParts } from './change.ts';
import type { Sent } from './sent.ts';
import type { Submission } from './journal/submission-table.ts';

/** What of an accepted answer is written beside the submission. */
export function answered<N extends ChangingOperation>(
  { registry }: ChangeParts,
  { operation }: Sent<N>,
  answer: OperationOutput<N>,
): { answer: string; recordId: string | null } {
  const { recordId } = registry[operation];
  return {
    answer: JSON.stringify(answer),
    recordId: recordId === 'none' ? null : recordId(answer),
  };
}

/** Takes an accepted answer into the local copy. What goes wrong there is told beside the outcome, and answered; never thrown. */
export async function keep<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  answer: OperationOutput<N>,
): Promise<AppError | null> {
  const { keep: take } = parts.registry[sent.operation];
  const kept = await attempt(() => (take === 'not kept' ? undefined : take(parts, answer, sent)));
  return kept.ok ? null : reportNotSaved(parts, sent.submission, kept.error);
}

/** Tells what the local copy did not take of something that the bank accepted. */
export function reportNotSaved(
  parts: ChangeParts,
  submission: Submission,
  fault: DeskFault,
): AppError {
  const { operation, submissionId, about } = submission;
  const error = appError('local.not-kept', submissionId, {
    operation,
    message: `${about?.title ?? operation}: the bank accepted it, and this machine did not take all of it in. ${fault.message}`,
  });
  return told(parts, error);
}

/** Tells that the journal did not take the bank's answer, which is accepted all the same. */
export function reportNotWritten(
  parts: ChangeParts,
  submission: Submission,
  fault: DeskFault,
): AppError {
  const { operation, submissionId, about } = submission;
  const error = appError('local.not-written', submissionId, {
    operation,
    message: `${about?.title ?? operation}: the bank accepted it, and the journal did not take its answer. ${fault.message}`,
  });
  return told(parts, error);
}

function told({ announceLocalFault }: ChangeParts, fault: AppError): AppError {
  ignoreErrors(() => {
    announceLocalFault(fault);
  });
  return fault;
}

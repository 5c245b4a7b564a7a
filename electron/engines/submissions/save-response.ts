import type { ChangingOperation, OperationOutput } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError, type DeskFault } from '../../../shared/errors.ts';
import { ignoreErrors, attempt } from '../store/local-faults.ts';
import type { ChangeParts } from './change.ts';
import type { Sent } from './sent.ts';
import type { Submission } from './journal/submission-table.ts';

/** Returns the parts of an accepted answer that are stored with the submission. */
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

/** Saves an accepted answer in the local copy. A fault is announced and returned, never thrown. */
export async function keep<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  answer: OperationOutput<N>,
): Promise<AppError | null> {
  const { keep: save } = parts.registry[sent.operation];
  const saved = await attempt(() => (save === 'not kept' ? undefined : save(parts, answer, sent)));
  return saved.ok ? null : reportNotSaved(parts, sent.submission, saved.error);
}

/** Announces that an accepted change could not be saved in the local copy. */
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
  return announceFault(parts, error);
}

/** Announces that the journal could not save the bank's answer; the change is still accepted. */
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
  return announceFault(parts, error);
}

function announceFault({ announceLocalFault }: ChangeParts, fault: AppError): AppError {
  ignoreErrors(() => {
    announceLocalFault(fault);
  });
  return fault;
}

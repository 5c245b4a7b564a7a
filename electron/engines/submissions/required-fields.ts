import { moreProblems, sentFields, type More } from '../../../shared/bank/required-fields.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import type { SubmissionAbout } from '../../../shared/ipc/submissions.ts';
import type { BankClient } from '../bank/client.ts';
import type { Context } from '../machine/context.ts';

type Asking = { readonly bank: Pick<BankClient, 'requiredFields'> };

/**
 * Returns why an input cannot be sent: a field that the bank file requires is missing or invalid, or a field is not in the bank file.
 * `input.invalid` with `more.NAME` -> the problem; null where there is none.
 */
export function whyUnfilled(
  { bank }: Asking,
  operation: OperationName,
  input: unknown,
  { correlationId }: Context,
): AppError | null {
  const fields = moreProblems(bank.requiredFields(operation), moreIn(input));
  if (Object.keys(fields).length === 0) return null;
  return appError('input.invalid', correlationId, { operation, fields });
}

/** Adds the bank file's extra fields, under its present labels, to the description of a submission. */
export function aboutWithMore(
  { bank }: Asking,
  operation: OperationName,
  input: unknown,
  about: SubmissionAbout,
): SubmissionAbout {
  const more = sentFields(bank.requiredFields(operation), moreIn(input));
  return more.length === 0 ? about : { ...about, more };
}

const moreIn = (input: unknown): More | undefined =>
  (input as { readonly body?: { readonly more?: More } }).body?.more;

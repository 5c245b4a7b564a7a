import { moreProblems, sentFields, type More } from '../../../shared/bank/required-fields.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import type { SubmissionAbout } from '../../../shared/ipc/submissions.ts';
import type { BankClient } from '../bank/client.ts';
import type { Context } from '../machine/context.ts';

type Asking = { readonly bank: Pick<BankClient, 'requiredFields'> };

/**
 * Why an input cannot be sent as it stands: the bank file asks for a field that is missing or filled in wrongly, or does not ask for
 * one that is there. `input.invalid` with `more.NAME` -> the problem; null where nothing is wrong.
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

/** What a submission is about, with the extra fields of the bank file under its present labels. */
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

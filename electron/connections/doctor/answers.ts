import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { AppError } from '../../../shared/errors.ts';

type CheckResult = {
  readonly state: 'warning' | 'failed';
  readonly detail: string;
  readonly advice: string;
  readonly error: AppError;
};

/** The result of a failed read. Missing permissions of these credentials are a warning, not a fault of the bank file. */
export function resultOf(error: AppError): CheckResult {
  const status = error.bank?.status;
  if (error.code === 'bank.refused' && (status === 401 || status === 403))
    return {
      state: 'warning',
      detail: `These credentials may not ask it (${status}).${wordsOf(error)}`,
      advice: 'Ask the bank whether this user should have this permission.',
      error,
    };
  return { state: 'failed', detail: error.message, advice: adviceFor(error), error };
}

const wordsOf = ({ bank }: AppError): string =>
  bank?.message === undefined ? '' : ` The bank says: “${bank.message}”.`;

function adviceFor({ code, operation, fields, bank }: AppError): string {
  const place = `operations.${operation ?? '…'}`;
  if (bank?.status === 404 || bank?.status === 405)
    return `Write the bank’s own path and method in the bank file at ${place}.`;
  if (code === 'bank.refused')
    return `Compare ${place} in the bank file with the bank’s own words.`;
  const first = Object.keys(fields ?? {})[0];
  if (code === 'bank.unexpected' && first !== undefined)
    return `Say in the bank file at ${place}.response (for a list also ${place}.items) where the bank has “${first}”.`;
  if (code === 'bank.unexpected') return 'Ask the bank how it answers this question.';
  return 'Try again later.';
}

/** Why a closed operation is not called, and its place in the bank file. */
export const closedWords = (name: OperationName): string =>
  `Not asked: this bank’s path for it is not known yet; its place in the bank file is operations.${name}.`;

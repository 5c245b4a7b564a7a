import { errorFrom, windowErrors, type Extra } from './error-entries.ts';
import type { AppError } from './errors.ts';
import { err, type Err } from './result.ts';

type WindowErrorCode = keyof typeof windowErrors;

/** A failure that the window itself found. All others come from the main process with their texts. */
export const windowError = (
  code: WindowErrorCode,
  correlationId: string,
  extra: Extra = {},
): AppError => errorFrom(code, windowErrors[code], correlationId, extra);

export const windowFail = (
  code: WindowErrorCode,
  correlationId: string,
  extra: Extra = {},
): Err<AppError> => err(windowError(code, correlationId, extra));

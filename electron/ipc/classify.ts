import { appError, DeskFault, type AppError } from '../../shared/errors.ts';

/** An exception as the window may see it: a fault by its code, anything else as `internal`, without its text. */
export function classify(cause: unknown, correlationId: string): AppError {
  if (cause instanceof DeskFault)
    return appError(cause.code, correlationId, { message: cause.message });
  return appError('internal', correlationId);
}

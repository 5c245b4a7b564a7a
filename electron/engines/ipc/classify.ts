import { appError, DeskFault, type AppError } from '../../../shared/errors.ts';
import { diskCodes } from '../machine/on-disk.ts';

/**
 * Converts an exception to an error that the window may see: a fault by its code, a full or failing disk by its own, anything else as
 * `internal`, without its text.
 */
export function classify(cause: unknown, correlationId: string): AppError {
  if (cause instanceof DeskFault)
    return appError(cause.code, correlationId, { message: cause.message });
  const diskCode = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  return appError(diskCodes[diskCode] ?? 'internal', correlationId);
}

import { appError, DeskFault, type AppError } from '../../shared/errors.ts';

/** What a full disk is called by the system, whoever asked it. */
const isFullDisk = (cause: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException | null)?.code ?? '');

/**
 * An exception as the window may see it: a fault by its code, a full disk as `store.full`, anything else as `internal`, without
 * its text.
 */
export function classify(cause: unknown, correlationId: string): AppError {
  if (cause instanceof DeskFault)
    return appError(cause.code, correlationId, { message: cause.message });
  return appError(isFullDisk(cause) ? 'store.full' : 'internal', correlationId);
}

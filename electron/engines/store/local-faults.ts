import { DeskFault } from '../../../shared/errors.ts';
import { diskFault } from '../machine/on-disk.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/**
 * Runs local work after an answer of the bank, which its failure must not change. Returns any error as a fault; never throws.
 */
export async function attempt<T>(work: () => T | Promise<T>): Promise<Result<T, DeskFault>> {
  try {
    return ok(await work());
  } catch (cause) {
    return err(faultIn(cause));
  }
}

/** Runs synchronous work like {@link attempt}. */
export function attemptSync<T>(work: () => T): Result<T, DeskFault> {
  try {
    return ok(work());
  } catch (cause) {
    return err(faultIn(cause));
  }
}

/** Runs work and ignores its errors. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

/** Awaits work and ignores its errors. */
export async function ignoreErrorsAsync(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    return;
  }
}

/** Converts a cause to a fault. An error of the disk has its own code. */
export function faultIn(cause: unknown): DeskFault {
  const fault = diskFault(cause);
  return fault instanceof DeskFault ? fault : new DeskFault('internal', undefined, { cause });
}

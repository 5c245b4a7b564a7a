import { DeskFault } from '../../../shared/errors.ts';
import { diskFault } from '../machine/on-disk.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/**
 * Does work of this machine behind a word of the bank, which it must not change: whatever goes wrong in it is answered
 * as a fault, never thrown.
 */
export async function attempt<T>(work: () => T | Promise<T>): Promise<Result<T, DeskFault>> {
  try {
    return ok(await work());
  } catch (cause) {
    return err(faultIn(cause));
  }
}

/** The same for what is done at once. */
export function attemptSync<T>(work: () => T): Result<T, DeskFault> {
  try {
    return ok(work());
  } catch (cause) {
    return err(faultIn(cause));
  }
}

/** The same where nobody needs to hear of it: it is attempt, and that is all. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

/** The same, waited for. */
export async function ignoreErrorsAsync(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    return;
  }
}

/** What went wrong here, as a fault: a disk's by its name. */
export function faultIn(cause: unknown): DeskFault {
  const fault = diskFault(cause);
  return fault instanceof DeskFault ? fault : new DeskFault('internal', undefined, { cause });
}

import type { Journal } from '../store/database.ts';
import { ignoreErrors, ignoreErrorsAsync } from '../store/local-faults.ts';
import { putThrough } from '../store/opening/deferred-sync.ts';

/**
 * Submissions that are sent one behind the other, such as the lines of a payment file. The outcome of one is written to the disk with the
 * next one's intent, and is announced and saved in the local copy while the next one is in progress.
 */
export class Sequence {
  #last: Promise<void> = Promise.resolve();

  /** Does the rest of one; waits until the rest of the one before is done, so that no more than one is ever open. */
  async behind(rest: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = ignoreErrorsAsync(rest);
  }

  /** Behind the last one: nothing waits for a next one any more. */
  over(journal: Journal): Promise<void> {
    ignoreErrors(() => {
      putThrough(journal);
    });
    return this.#last;
  }
}

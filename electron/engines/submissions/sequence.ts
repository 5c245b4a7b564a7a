import type { Journal } from '../store/database.ts';
import { ignoreErrors, ignoreErrorsAsync } from '../store/local-faults.ts';
import { putThrough } from '../store/opening/deferred-sync.ts';

/**
 * Submissions that are sent one behind the other, a few at once, such as the lines of a payment file. Their outcomes are written to the
 * disk with the intents of the next ones, and are announced and saved in the local copy while those are in progress.
 */
export class Sequence {
  #last: Promise<void> = Promise.resolve();
  /** The rest of all that were sent before those that are being sent now. */
  #before: Promise<void> = this.#last;

  /** Some are about to be written down and sent at once. */
  begin(): void {
    this.#before = this.#last;
  }

  /**
   * Does the rest of one behind the rests of the others. Waits for those that were sent before, so that they never pile up, and not
   * for those sent at once with it: their outcomes are on the disk only with the next intents.
   */
  async behind(rest: () => Promise<unknown>): Promise<void> {
    this.#last = this.#last.then(() => ignoreErrorsAsync(rest));
    await this.#before;
  }

  /** Behind the last one: nothing waits for a next one any more. */
  over(journal: Journal): Promise<void> {
    ignoreErrors(() => {
      putThrough(journal);
    });
    return this.#last;
  }
}

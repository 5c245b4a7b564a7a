import type { Journal } from '../store/database.ts';
import { ignoreErrors, ignoreErrorsAsync } from '../store/local-faults.ts';
import { putThrough } from '../store/opening/deferred-sync.ts';

/**
 * Submissions that are sent in groups, one group after the other, such as the lines of a payment file. Their outcomes are written to
 * the disk together with the next group's intents. They are announced and saved in the local copy while the next group is in progress.
 */
export class Sequence {
  #last: Promise<void> = Promise.resolve();
  /** The follow-up work of all groups before the present one. */
  #before: Promise<void> = this.#last;

  /** Starts a group, before its submissions are recorded and sent. */
  begin(): void {
    this.#before = this.#last;
  }

  /**
   * Queues the follow-up work of one submission. Waits for the work of earlier groups, so that it never piles up, but not for that of
   * the same group: its outcomes reach the disk only with the next intents.
   */
  async behind(rest: () => Promise<unknown>): Promise<void> {
    this.#last = this.#last.then(() => ignoreErrorsAsync(rest));
    await this.#before;
  }

  /** Ends the sequence: writes the last outcomes to the disk and waits for all follow-up work. */
  over(journal: Journal): Promise<void> {
    ignoreErrors(() => {
      putThrough(journal);
    });
    return this.#last;
  }
}

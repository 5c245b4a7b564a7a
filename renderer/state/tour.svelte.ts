import { request } from './desk.ts';

/** The first tour: offered once, after the first screen, and again on request in the help. */
export class Tour {
  /** Null while the tour is not running. */
  #step = $state<number | null>(null);
  #isFirst = false;

  get step(): number | null {
    return this.#step;
  }

  /** The first screen was seen: a bank opened from there is the first one, unless the tour was already offered. */
  meetFirst(): void {
    this.#isFirst = true;
  }

  /** `wasSeen`: on this machine, according to the main process. */
  offer(wasSeen: boolean): void {
    if (this.#isFirst && !wasSeen) this.begin();
    this.#isFirst = false;
  }

  /** Starts from the beginning, and stores at once that the tour was seen, so that it never starts twice unasked. */
  begin(): void {
    this.#step = 0;
    void this.#keepSeen();
  }

  /** Stores that the tour was seen. If that fails it is only offered once more. */
  async #keepSeen(): Promise<boolean> {
    return (await request('settings.keepToured', {})).ok;
  }

  go(step: number): void {
    this.#step = step;
  }

  end(): void {
    this.#step = null;
  }
}

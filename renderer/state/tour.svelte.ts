import { request } from './desk.ts';

/** The first tour: offered once, to who comes from the first screen, and again to who asks for it in the help. */
export class Tour {
  /** Null while nobody is on it. */
  #step = $state<number | null>(null);
  #isFirst = false;

  get step(): number | null {
    return this.#step;
  }

  /** The first screen was seen: a bank that is opened from there is somebody's first, unless they were told. */
  meetFirst(): void {
    this.#isFirst = true;
  }

  /** `wasSeen`: on this machine, by the main process's word. */
  offer(wasSeen: boolean): void {
    if (this.#isFirst && !wasSeen) this.begin();
    this.#isFirst = false;
  }

  /** From the beginning; that it was seen is kept at once, so that nobody meets it a second time unasked. */
  begin(): void {
    this.#step = 0;
    void this.#keepSeen();
  }

  /** Where it could not be kept, who starts anew meets it once more: that is all. */
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

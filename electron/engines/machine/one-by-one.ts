/** Work that must not overlap: each piece begins when the one before it has ended, well or not. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Waits until everything is over that was given to it. */
  async over(): Promise<void> {
    await this.#last;
  }
}

/** Runs work that must not overlap. Each piece starts when the one before it has succeeded or failed. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Waits until all work so far has ended. */
  async over(): Promise<void> {
    await this.#last;
  }
}

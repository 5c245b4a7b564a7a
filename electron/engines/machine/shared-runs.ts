import { OneByOne } from './one-by-one.ts';

/** Runs of one work, one at a time. Those who ask while one is under way share the next. */
export class SharedRuns<T> {
  readonly #runs: OneByOne;
  #next: Promise<T> | null = null;

  /** `runs`: what else must not overlap with it. */
  constructor(runs = new OneByOne()) {
    this.#runs = runs;
  }

  run(work: () => Promise<T>): Promise<T> {
    this.#next ??= this.#runs.run(() => {
      this.#next = null;
      return work();
    });
    return this.#next;
  }
}

import { OneByOne } from './one-by-one.ts';

/** Runs the same work one at a time. Callers during a run share the next one. */
export class SharedRuns<T> {
  readonly #runs: OneByOne;
  #next: Promise<T> | null = null;

  /** `runs`: other work that must not overlap with it. */
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

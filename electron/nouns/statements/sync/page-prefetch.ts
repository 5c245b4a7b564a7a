import type { Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';

/** Consecutive pages that arrived, from `first` on, and the failure after them. */
export type Arrived = {
  readonly first: number;
  readonly count: number;
  readonly failure: Outcome<never> | null;
};

type Ask = (pageIndex: number) => Promise<Outcome<unknown>>;

/** How many pages are in flight or wait for their turn: while some are being stored, the next ones arrive. */
const aheadMax = 2 * limits.pagesAtOnce;

/** Prefetches pages, a few at once, and returns them in order. */
export class PagesAhead {
  readonly #ask: Ask;
  readonly #end: number;
  readonly #requests = new Map<number, Promise<void>>();
  readonly #arrived = new Map<number, Outcome<unknown>>();
  #next: number;
  #toAsk: number;
  #inFlight = 0;
  #isOver = false;

  /** Prefetches the pages from `first` up to but excluding `end`. */
  constructor(ask: Ask, first: number, end: number) {
    this.#ask = ask;
    this.#end = end;
    this.#next = first;
    this.#toAsk = first;
  }

  /**
   * Returns all arrived pages once the next one is there; null after the last. A page's failure comes after the pages before it and
   * ends the sequence. Rejects with a request's rejection at that page's turn.
   */
  async next(): Promise<Arrived | null> {
    if (this.#next >= this.#end) return null;
    this.#pump();
    await this.#requests.get(this.#next);
    const first = this.#next;
    while (this.#arrived.get(this.#next)?.ok) {
      this.#arrived.delete(this.#next);
      this.#requests.delete(this.#next);
      this.#next += 1;
    }
    const behind = this.#arrived.get(this.#next);
    const failure = behind?.ok === false ? behind : null;
    return { first, count: this.#next - first, failure };
  }

  /** Stops requesting pages and abandons those in flight. */
  stop(): void {
    this.#isOver = true;
  }

  #pump(): void {
    const end = Math.min(this.#end, this.#next + aheadMax);
    for (; this.#inFlight < limits.pagesAtOnce && this.#toAsk < end; this.#toAsk += 1) {
      if (this.#isOver) return;
      const request = this.#askFor(this.#toAsk);
      // `next` reports the rejection. The rejection of a page that is no longer awaited is ignored.
      request.catch(() => undefined);
      this.#requests.set(this.#toAsk, request);
    }
  }

  async #askFor(pageIndex: number): Promise<void> {
    this.#inFlight += 1;
    const outcome = await this.#ask(pageIndex);
    this.#inFlight -= 1;
    this.#arrived.set(pageIndex, outcome);
    if (!outcome.ok) this.stop();
    this.#pump();
  }
}

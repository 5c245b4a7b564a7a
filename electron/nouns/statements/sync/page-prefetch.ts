import type { Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';

/** Pages that came in one behind the other, from `first` on, and the failure behind them. */
export type Arrived = {
  readonly first: number;
  readonly count: number;
  readonly failure: Outcome<never> | null;
};

type Ask = (pageIndex: number) => Promise<Outcome<unknown>>;

/** So many pages are in flight or wait for their turn: while some are being kept, the next ones come in. */
const aheadMax = 2 * limits.connectionsMax;

/** Asks for pages ahead of their turn, a few at once, and hands them out in order. */
export class PagesAhead {
  readonly #ask: Ask;
  readonly #end: number;
  readonly #requests = new Map<number, Promise<void>>();
  readonly #arrived = new Map<number, Outcome<unknown>>();
  #next: number;
  #toAsk: number;
  #inFlight = 0;
  #isOver = false;

  /** The pages from `first` to before `end`. */
  constructor(ask: Ask, first: number, end: number) {
    this.#ask = ask;
    this.#end = end;
    this.#next = first;
    this.#toAsk = first;
  }

  /**
   * All that are there, as soon as the next one is; null behind the last. The failure of a page comes after the pages before it,
   * and nothing comes behind it. Rejects with what the asking rejects with, when that page's turn comes.
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

  /** Nothing more is asked; what is in flight is let go. */
  stop(): void {
    this.#isOver = true;
  }

  #pump(): void {
    const end = Math.min(this.#end, this.#next + aheadMax);
    for (; this.#inFlight < limits.connectionsMax && this.#toAsk < end; this.#toAsk += 1) {
      if (this.#isOver) return;
      const request = this.#askFor(this.#toAsk);
      // Whoever waits for the page hears of it; of one that nobody waits for any more nobody does.
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

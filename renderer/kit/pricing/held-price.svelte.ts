import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { Countdown } from './countdown.svelte.ts';
import type { End } from './price-labels.ts';

/** A price of the bank that may be traded until its time is over, or it can no longer be trusted. */
export class HeldPrice {
  readonly countdown: Countdown;
  #quote = $state.raw<QuoteView | null>(null);
  #ended = $state<End | null>(null);

  /** `onend` is called when its time is over, or a clock jumped: it ends the price, unless it is being traded. */
  constructor(onend: (why: End) => void) {
    this.countdown = new Countdown(onend);
  }

  get quote(): QuoteView | null {
    return this.#quote;
  }

  /** Why it is no longer good; null while it is. */
  get ended(): End | null {
    return this.#ended;
  }

  get isGood(): boolean {
    return this.#quote !== null && this.#ended === null;
  }

  hold(quote: QuoteView): void {
    this.#quote = quote;
    this.#ended = null;
    this.countdown.start(quote.remainingMs);
  }

  /** Ends the price: it may not be traded any more. The first reason counts. */
  end(why: End): void {
    this.countdown.stop();
    if (this.isGood) this.#ended = why;
  }

  /** Ends it for a reason from the bank, which replaces any other. */
  endBy(why: End): void {
    this.countdown.stop();
    this.#ended = why;
  }

  drop(): void {
    this.countdown.stop();
    this.#quote = null;
    this.#ended = null;
  }
}

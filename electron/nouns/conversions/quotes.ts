import type { Quote } from '../../../shared/bank/conversions.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  givenAt,
  hasJumped,
  momentOf,
  remainingMs,
  type MachineClocks,
  type Moment,
  type QuoteTime,
} from './quote-time.ts';

export type QuotePair = { readonly sellAccountNumber: string; readonly buyAccountNumber: string };

/** A price that was given, for two accounts, in one session. */
export type HeldQuote = QuotePair & {
  readonly quote: Quote;
  readonly time: QuoteTime;
  readonly signedInAt: Timestamp | null;
};

/** A request for a price, in progress. */
type Asking = QuotePair & { readonly requestedAt: Moment };

type Ports = {
  readonly clocks: MachineClocks;
  /** How far the bank's clock is ahead of this machine's, by its last answer. */
  readonly bankOffsetMs: () => number | null;
  /** Called when the machine slept or its clock was set while a price was held. */
  readonly onJump: () => void;
};

const watchEveryMs = 1_000;

/**
 * The prices that may still be locked, each once. A new question for the same pair ends its previous price, even where the question fails;
 * a clock jump ends all prices.
 */
export class QuoteBook {
  readonly #ports: Ports;
  readonly #held = new Map<string, HeldQuote>();
  /** The last question of each pair. */
  readonly #newest = new Map<string, Asking>();
  #watch: NodeJS.Timeout | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Call it before the bank is asked. Ends the held prices of the pair. */
  ask(pair: QuotePair): Asking {
    const asking: Asking = { ...pair, requestedAt: this.#now() };
    this.#newest.set(keyOf(pair), asking);
    for (const [quoteId, held] of this.#held)
      if (keyOf(held) === keyOf(pair)) this.#held.delete(quoteId);
    return asking;
  }

  /** Holds the price, unless there is a newer question for the pair. `clockOffsetMs`: how far the bank's clock is ahead of ours. */
  hold(
    asking: Asking,
    quote: Quote,
    signedInAt: Timestamp | null,
  ): { remainingMs: number; clockOffsetMs: number | null } {
    const now = this.#now();
    const offsetMs = this.#ports.bankOffsetMs();
    const givenAtMs = givenAt(now, offsetMs, quote.createdAt);
    const { requestedAt, ...pair } = asking;
    const time: QuoteTime = { requestedAt, givenAtMs, expiresAtMs: Date.parse(quote.expiresAt) };
    const isNewest = this.#newest.get(keyOf(pair)) === asking;
    const held: HeldQuote = { ...pair, quote, time, signedInAt };
    const left = this.#leftOf(held, now);
    if (isNewest && left > 0) this.#keep(held);
    return {
      remainingMs: isNewest ? left : 0,
      clockOffsetMs: offsetMs === null && quote.createdAt === null ? null : givenAtMs - now.wallMs,
    };
  }

  /** Takes a price out to be locked, if it may still be sent. It is not given out again. */
  take(quoteId: string): HeldQuote | null {
    this.#look();
    const held = this.#held.get(quoteId) ?? null;
    this.#held.delete(quoteId);
    return held;
  }

  /** May it be sent at this very moment? */
  isGood(held: HeldQuote): boolean {
    return this.#leftOf(held, this.#now()) > 0;
  }

  /** Ends every held price, because the machine slept. */
  distrust(): void {
    if (this.#held.size === 0) return;
    this.#held.clear();
    this.#look();
    this.#ports.onJump();
  }

  #keep(held: HeldQuote): void {
    this.#held.set(held.quote.quoteId, held);
    this.#watch ??= setInterval(() => {
      this.#look();
    }, watchEveryMs).unref();
  }

  /** Drops the prices that can no longer be sent; stops the timer when none is left. */
  #look(): void {
    const now = this.#now();
    const jumped = [...this.#held.values()].some(({ time }) => hasJumped(time.requestedAt, now));
    for (const [quoteId, held] of this.#held)
      if (jumped || this.#leftOf(held, now) <= 0) this.#held.delete(quoteId);
    if (this.#held.size === 0 && this.#watch) {
      clearInterval(this.#watch);
      this.#watch = null;
    }
    if (jumped) this.#ports.onJump();
  }

  /** The time left in milliseconds; zero when the price is over. */
  #leftOf({ time }: HeldQuote, now: Moment): number {
    if (hasJumped(time.requestedAt, now)) return 0;
    return Math.max(0, remainingMs(time, now, this.#ports.bankOffsetMs()));
  }

  #now(): Moment {
    return momentOf(this.#ports.clocks);
  }
}

const keyOf = ({ sellAccountNumber, buyAccountNumber }: QuotePair): string =>
  JSON.stringify([sellAccountNumber, buyAccountNumber]);

import { limits } from '../../../shared/limits.ts';

const tickMs = 200;

/**
 * Counts a price's time down on the monotonic clock. It ends once: at zero, or when the wall clock runs apart
 * from it, which means that the machine slept or its clock was set.
 */
export class Countdown {
  #leftMs = $state(0);
  #totalMs = $state(0);
  #deadline = 0;
  /** The wall clock less the other one; it stays the same while both can be trusted. */
  #apartMs = 0;
  #timer: number | null = null;
  readonly #onend: (why: 'time' | 'clock') => void;

  constructor(onend: (why: 'time' | 'clock') => void) {
    this.#onend = onend;
  }

  get secondsLeft(): number {
    return Math.ceil(this.#leftMs / 1_000);
  }

  /** The remaining share, between 0 and 1. */
  get share(): number {
    return this.#totalMs === 0 ? 0 : this.#leftMs / this.#totalMs;
  }

  start(remainingMs: number): void {
    this.stop();
    this.#deadline = performance.now() + remainingMs;
    this.#totalMs = remainingMs;
    this.#leftMs = remainingMs;
    this.#apartMs = Date.now() - performance.now();
    this.#timer = window.setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  /** Stops without an end: the price is over, or decided. */
  stop(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    this.#leftMs = Math.max(0, this.#deadline - performance.now());
    const drift = Date.now() - performance.now() - this.#apartMs;
    if (Math.abs(drift) > limits.clockJumpMs) this.#end('clock');
    else if (this.#leftMs === 0) this.#end('time');
  }

  #end(why: 'time' | 'clock'): void {
    this.stop();
    this.#leftMs = 0;
    this.#onend(why);
  }
}

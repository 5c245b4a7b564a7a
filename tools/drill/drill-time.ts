import type { Clock } from '../../electron/engines/machine/context.ts';
import type { SandboxClock } from '../../sandbox/server/clock.ts';

const minuteMs = 60_000;

/** The time of a drill. It passes only where the drill lets it, alike for desks, bank and record. Milliseconds since 1970. */
export class DrillTime {
  readonly #beginningMs: number;
  readonly #followers: ((nowMs: number) => void)[] = [];
  #nowMs: number;

  constructor(beginning: string) {
    this.#beginningMs = Date.parse(beginning);
    this.#nowMs = this.#beginningMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** `setClock` sets a clock that cannot be handed in: now, and whenever time passes. */
  follow(setClock: (nowMs: number) => void): void {
    this.#followers.push(setClock);
    setClock(this.#nowMs);
  }

  pass(minutes: number): void {
    this.passTo(this.#nowMs + minutes * minuteMs);
  }

  /** It never goes back. */
  passTo(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
    for (const setClock of this.#followers) setClock(this.#nowMs);
  }

  readonly deskClock: Clock = {
    now: () => this.#nowMs,
    monotonicMs: () => this.#nowMs - this.#beginningMs,
  };

  readonly bankClock: SandboxClock = {
    now: () => this.#nowMs,
    advance: (ms) => {
      this.passTo(this.#nowMs + ms);
    },
    state: () => ({ standsAtMs: this.#nowMs }),
    set: () => undefined,
  };
}

import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';

/** The time of a test: of the desk by both its clocks, and of a bank that goes by `bankNow`. Milliseconds. */
export type TestTime = {
  readonly clock: Clock;
  readonly bankNow: () => number;
  /** Time passes, for everybody. */
  readonly passes: (ms: number) => void;
  /** Somebody sets this machine's clock; no time passes. */
  readonly setsWall: (ms: number) => void;
  /** The bank's clock is set; no time passes. */
  readonly setsBank: (ms: number) => void;
};

/** `standing`: no time passes by itself. */
export function testTime({ standing = false } = {}): TestTime {
  const ahead = { wall: 0, monotonic: 0, bank: 0 };
  const begin = { wall: systemClock.now(), monotonic: systemClock.monotonicMs() };
  const wall = () => (standing ? begin.wall : systemClock.now());
  const monotonic = () => (standing ? begin.monotonic : systemClock.monotonicMs());
  return {
    clock: {
      now: () => wall() + ahead.wall,
      monotonicMs: () => monotonic() + ahead.monotonic,
    },
    bankNow: () => wall() + ahead.bank,
    passes: (ms) => {
      ahead.wall += ms;
      ahead.monotonic += ms;
      ahead.bank += ms;
    },
    setsWall: (ms) => {
      ahead.wall += ms;
    },
    setsBank: (ms) => {
      ahead.bank += ms;
    },
  };
}

/** A wall clock alone, as somebody sets it; the other clock goes on as it does. */
export const wallClock = (now: () => number): Clock => ({
  now,
  monotonicMs: () => systemClock.monotonicMs(),
});

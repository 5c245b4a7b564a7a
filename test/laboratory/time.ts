import type { Clock } from '../../electron/engines/machine/context.ts';

/** Time as it truly passes, and the machine's wall clock, which somebody may set. Milliseconds. */
export type Time = {
  /** Since 1970: what a right clock would show. */
  now(): number;
  pass(ms: number): void;
  /** How far the machine's clock is set from it. */
  wallOffsetMs: number;
  /** The clocks of a desk that starts now. */
  deskClock(): Clock;
};

/** A Monday morning. */
const beginning = Date.parse('2026-11-02T09:00:00.000Z');

export function newTime(): Time {
  let ms = beginning;
  const time: Time = {
    now: () => ms,
    pass: (passed) => {
      ms += passed;
    },
    wallOffsetMs: 0,
    // No two looks of a desk at its clock fall into one millisecond.
    deskClock: () => {
      const begun = ms;
      const clock = {
        now: () => (ms += 1) + time.wallOffsetMs,
        monotonicMs: () => (ms += 1) - begun,
      };
      return clock;
    },
  };
  return time;
}

import { limits } from '../../../shared/limits.ts';
import type { Clock } from '../../engines/machine/context.ts';

/** The clocks of this machine as ports, so that tests move them. */
export type MachineClocks = {
  readonly wall: Clock;
  /** Milliseconds since an arbitrary moment. It cannot be set, but may stand still while the machine sleeps. */
  readonly monotonicNow: () => number;
};

/** Both clocks at one moment. */
export type Moment = { readonly wallMs: number; readonly monotonicMs: number };

export const momentOf = ({ wall, monotonicNow }: MachineClocks): Moment => ({
  wallMs: wall.now(),
  monotonicMs: monotonicNow(),
});

/** The times of a quote. The bank's clock is in milliseconds since 1970, as the bank reports it. */
export type QuoteTime = {
  /** When it was requested, which is before it was given: its validity is never overestimated. */
  readonly requestedAt: Moment;
  /** By the bank's clock: the latest time that is known. */
  readonly givenAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * The bank's clock when it gave a quote: the later of its Date header and the quote's own time, since both are written before they arrive.
 * This machine's clock where the bank gives neither.
 */
export function givenAt(
  { wallMs }: Moment,
  offsetMs: number | null,
  createdAt: string | null,
): number {
  const times = [
    ...(offsetMs === null ? [] : [wallMs + offsetMs]),
    ...(createdAt === null ? [] : [Date.parse(createdAt)]),
  ];
  return times.length === 0 ? wallMs : Math.max(...times);
}

/**
 * How long a quote may still be sent, in milliseconds; zero or less when it no longer may. Uses the clock that shows the greatest age, and
 * the bank's own clock where a later answer carried it.
 */
export function remainingMs(
  { requestedAt, givenAtMs, expiresAtMs }: QuoteTime,
  now: Moment,
  bankOffsetMs: number | null,
): number {
  const age = Math.max(now.monotonicMs - requestedAt.monotonicMs, now.wallMs - requestedAt.wallMs);
  const bankNowMs = Math.max(givenAtMs + age, now.wallMs + (bankOffsetMs ?? -Infinity));
  return expiresAtMs - bankNowMs - limits.quoteMarginMs;
}

/** Have the two clocks run apart? Then the machine slept or its clock was set, and neither can be trusted. */
export const hasJumped = (since: Moment, now: Moment): boolean =>
  Math.abs(now.wallMs - since.wallMs - (now.monotonicMs - since.monotonicMs)) > limits.clockJumpMs;

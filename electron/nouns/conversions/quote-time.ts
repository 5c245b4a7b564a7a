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
  /** When it was asked for, which is before it was given: nothing is counted too long. */
  readonly requestedAt: Moment;
  /** By the bank's clock, as late as is known. */
  readonly givenAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * The bank's clock when it gave a quote: by its Date header and by the quote's own time, whichever is later, since both
 * are written before they arrive. This machine's clock where the bank gives neither.
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
 * How long a quote may still be sent, in milliseconds; not above zero when it no longer may. Of the clocks that count
 * its age the one that counts most is believed, and the bank's own clock if an answer carried it since.
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

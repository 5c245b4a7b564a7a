import { limits } from '../../../shared/limits.ts';
import type { Clock } from '../../engines/machine/context.ts';

/** The clocks of this machine as ports, so that tests move them. */
export type MachineClocks = {
  readonly wall: Clock;
  /** Milliseconds since some moment; nobody can set it, though it may stand still while the machine sleeps. */
  readonly monotonicNow: () => number;
};

/** Both clocks at one moment. */
export type Moment = { readonly wallMs: number; readonly monotonicMs: number };

export const momentOf = ({ wall, monotonicNow }: MachineClocks): Moment => ({
  wallMs: wall.now(),
  monotonicMs: monotonicNow(),
});

/** What is known of a quote's time. The bank's clock is told in milliseconds since 1970, as the bank tells it. */
export type QuoteTime = {
  /** When it was asked for, which is before it was given: nothing is counted too long. */
  readonly asked: Moment;
  /** By the bank's clock, as late as is known. */
  readonly givenAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * The bank's clock when it gave a quote: by its Date header and by the quote's own time, whichever is later, since both
 * are told before they are heard. This machine's clock where the bank tells neither.
 */
export function givenAt(
  { wallMs }: Moment,
  offsetMs: number | null,
  createdAt: string | null,
): number {
  const told = [
    ...(offsetMs === null ? [] : [wallMs + offsetMs]),
    ...(createdAt === null ? [] : [Date.parse(createdAt)]),
  ];
  return told.length === 0 ? wallMs : Math.max(...told);
}

/**
 * How long a quote may still be sent, in milliseconds; not above zero when it no longer may. Of the clocks that count
 * its age the one that counts most is believed, and the bank's own clock if it has been heard since.
 */
export function remainingMs(
  { asked, givenAtMs, expiresAtMs }: QuoteTime,
  now: Moment,
  bankOffsetMs: number | null,
): number {
  const age = Math.max(now.monotonicMs - asked.monotonicMs, now.wallMs - asked.wallMs);
  const bankNowMs = Math.max(givenAtMs + age, now.wallMs + (bankOffsetMs ?? -Infinity));
  return expiresAtMs - bankNowMs - limits.quoteMarginMs;
}

/** Have the two clocks run apart? Then the machine slept or its clock was set, and neither can be trusted. */
export const hasJumped = (since: Moment, now: Moment): boolean =>
  Math.abs(now.wallMs - since.wallMs - (now.monotonicMs - since.monotonicMs)) > limits.clockJumpMs;

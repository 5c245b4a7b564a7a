import type { Timestamp } from '../shared/calendar.ts';

/** Travels with every request: from the window through main to the bank, and into the log. */
export type Context = {
  /** Shown to people as "Reference". */
  readonly correlationId: string;
  /** Ends the work early: sign-out, lock, cancel. */
  readonly signal?: AbortSignal;
};

/** The clock as a port, so that tests move it. Milliseconds since 1970. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** Now, as the bank writes an instant. */
export const timestampNow = (clock: Clock): Timestamp => new Date(clock.now()).toISOString();

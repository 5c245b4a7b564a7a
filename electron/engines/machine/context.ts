import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Moment } from '../../../shared/calendar/moment.ts';

/** The context of a request. It is passed from the window through main to the bank, and into the log. */
export type Context = {
  /** Shown to people as "Reference". */
  readonly correlationId: string;
  /** Ends the work early, at a sign-out, lock or cancel. */
  readonly signal?: AbortSignal;
};

/** Returns a context whose signal also aborts after this many milliseconds. */
export function withPatience(context: Context, ms: number): Context & { signal: AbortSignal } {
  const patience = AbortSignal.timeout(ms);
  const { signal } = context;
  return { ...context, signal: signal ? AbortSignal.any([signal, patience]) : patience };
}

/** The clocks of this machine as a port, so that tests can move them. Milliseconds. */
export type Clock = {
  /** Milliseconds since 1970; the clock can be set. */
  now(): number;
  /** Milliseconds since some moment; it cannot be set, but may stop while the machine sleeps. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** Returns the present time in the bank's format. */
export const timestampNow = (clock: Pick<Clock, 'now'>): Timestamp =>
  new Date(clock.now()).toISOString();

/** The bank's time in an answer, and this machine's clocks at that time. */
export type BankDate = {
  readonly dateMs: number;
  readonly wallMs: number;
  readonly monotonicMs: number;
};

/** The clocks of an open bank: the machine's, and the bank's by its answers. */
export type DeskClock = Clock & { moment(): Moment };

/** A Date header has whole seconds. */
const dateGrainMs = 1_000;

/** Creates the clock. Call it once a bank's journal is open and locked: all rows in it were written before. */
export function deskClock(clock: Clock, bankDate: () => BankDate | null): DeskClock {
  const opening = crypto.randomUUID();
  const openedMs = clock.monotonicMs();
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    moment: () => ({
      wallMs: clock.now(),
      opening,
      sinceOpeningMs: clock.monotonicMs() - openedMs,
      bank: bankTimeOf(bankDate(), clock),
    }),
  };
}

/** Bounds the bank's time by both clocks: the monotonic one may have stopped during sleep, the wall clock may have been set. */
function bankTimeOf(bankDate: BankDate | null, clock: Clock): Moment['bank'] {
  if (bankDate === null) return null;
  const since = clock.monotonicMs() - bankDate.monotonicMs;
  const sinceByWall = clock.now() - bankDate.wallMs;
  const leastMs = bankDate.dateMs + since;
  return { leastMs, mostMs: bankDate.dateMs + Math.max(since, sinceByWall) + dateGrainMs };
}

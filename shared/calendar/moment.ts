import { limits } from '../limits.ts';

/**
 * One moment by every clock at hand. The wall clock can be set by anybody; the bank's is told by the Date of its answers;
 * the third counts from the opening of a bank and nobody can set it, but another opening counts anew. Milliseconds.
 */
export type Moment = {
  /** Since 1970, by this machine. */
  readonly wallMs: number;
  /** One opening of a bank by one process. */
  readonly opening: string;
  /** Since that opening; it may stand still while the machine sleeps, so that it never tells too much. */
  readonly sinceOpeningMs: number;
  /** Since 1970, by the bank: not earlier and not later than this. Null while the bank has told no Date. */
  readonly bank: { readonly leastMs: number; readonly mostMs: number } | null;
};

/**
 * How much time has passed for certain between two moments, in milliseconds; -Infinity where nothing can be said. Within one
 * opening the clock that nobody sets counts. Otherwise the bank's does, at both ends; and what is not of the opening
 * of `now` was over when that began. A moment that was not noted is of an earlier opening.
 */
export function surelyPassedMs(from: Moment | null, to: Moment, now: Moment): number {
  if (from?.opening === to.opening) return to.sinceOpeningMs - from.sinceOpeningMs;
  const byBank = from?.bank && to.bank ? to.bank.leastMs - from.bank.mostMs : -Infinity;
  return to.opening === now.opening ? Math.max(to.sinceOpeningMs, byBank) : byBank;
}

/** How far this machine's clock is ahead of the bank's; 0 while they agree to a second or the bank tells none. */
function wallAheadMs({ wallMs, bank }: Moment): number {
  if (bank === null) return 0;
  return wallMs > bank.mostMs ? wallMs - bank.mostMs : Math.min(0, wallMs - bank.leastMs);
}

/** Nothing is concluded from clocks that tell different times. */
export const clocksAgree = (moment: Moment): boolean =>
  Math.abs(wallAheadMs(moment)) <= limits.clocksApartMs;

/** The latest time that it can be, by both clocks: a clock of this machine that is set ahead counts up to the bank's. */
export const latestMs = ({ wallMs, bank }: Moment): number =>
  Math.min(wallMs, bank?.mostMs ?? wallMs);

/** The time of day that is believed: the bank's where it tells one, this machine's otherwise. Milliseconds since 1970. */
export const believedMs = ({ wallMs, bank }: Moment): number => bank?.leastMs ?? wallMs;

import { limits } from '../limits.ts';

/**
 * One moment by every clock at hand, in milliseconds. Anybody can set the wall clock; the bank's clock comes from the Date of its
 * answers; the third clock counts from the opening of a bank and cannot be set, but each opening starts it anew.
 */
export type Moment = {
  /** Since 1970, by this machine. */
  readonly wallMs: number;
  /** One opening of a bank by one process. */
  readonly opening: string;
  /** Since that opening; it may stop while the machine sleeps, so it never counts too much. */
  readonly sinceOpeningMs: number;
  /** Since 1970, by the bank: not earlier and not later than this. Null until the bank has sent a Date. */
  readonly bank: { readonly leastMs: number; readonly mostMs: number } | null;
};

/**
 * Returns the time that has certainly passed between two moments, in milliseconds; -Infinity where it is unknown. Within one opening, uses
 * the clock that cannot be set. Otherwise uses the bank's clock at both ends; if `to` is of the opening of `now`, at least the time since
 * that opening. A null `from` is of an earlier opening.
 */
export function surelyPassedMs(from: Moment | null, to: Moment, now: Moment): number {
  if (from?.opening === to.opening) return to.sinceOpeningMs - from.sinceOpeningMs;
  const byBank = from?.bank && to.bank ? to.bank.leastMs - from.bank.mostMs : -Infinity;
  return to.opening === now.opening ? Math.max(to.sinceOpeningMs, byBank) : byBank;
}

/** How far this machine's clock is ahead of the bank's; 0 while they agree to a second or the bank sent none. */
function wallAheadMs({ wallMs, bank }: Moment): number {
  if (bank === null) return 0;
  return wallMs > bank.mostMs ? wallMs - bank.mostMs : Math.min(0, wallMs - bank.leastMs);
}

/** Nothing is concluded from clocks that show different times. */
export const clocksAgree = (moment: Moment): boolean =>
  Math.abs(wallAheadMs(moment)) <= limits.clocksApartMs;

/** The latest time that it can be, by both clocks: a clock of this machine that is set ahead counts up to the bank's. */
export const latestMs = ({ wallMs, bank }: Moment): number =>
  Math.min(wallMs, bank?.mostMs ?? wallMs);

/** The time of day to use: the bank's where it sends one, this machine's otherwise. Milliseconds since 1970. */
export const believedMs = ({ wallMs, bank }: Moment): number => bank?.leastMs ?? wallMs;

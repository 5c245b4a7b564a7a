import { limits } from '../../../shared/limits.ts';

/**
 * Why a price is over. time: it ran out · clock: the machine slept or its clock was set · session: signed out or offline · away: the window
 * was hidden, or left, too long · requested: a new one was requested · used: it was sent.
 */
export type End = 'time' | 'clock' | 'session' | 'away' | 'requested' | 'used';

const reasons: Readonly<Record<End, string>> = {
  time: 'Its time ran out.',
  clock: 'Paused: sleep or clock change.',
  session: 'Offline or signed out.',
  away: 'Paused: window idle.',
  requested: 'No new quote received.',
  used: 'Quote already used.',
};

/** The reason in one sentence, after “Quote expired”. */
export const endReason = (end: End): string => reasons[end];

/** A notice about the offset of the two clocks; null if they agree well enough. */
export function skewNotice(clockOffsetMs: number | null): string | null {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) <= limits.clockSkewMs) return null;
  const direction = clockOffsetMs > 0 ? 'behind' : 'ahead of';
  return `This machine’s clock is ${roughly(Math.abs(clockOffsetMs))} ${direction} the bank’s. The countdown uses the bank’s time. Set the clock when you can.`;
}

function roughly(ms: number): string {
  const [amount, unit] =
    ms < 90_000
      ? [Math.round(ms / 1_000), 'second']
      : ms < 90 * 60_000
        ? [Math.round(ms / 60_000), 'minute']
        : ms < 36 * 3_600_000
          ? [Math.round(ms / 3_600_000), 'hour']
          : [Math.round(ms / 86_400_000), 'day'];
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(
    amount,
  );
}

/** The countdown for screen readers, and when it is announced: at the last ten seconds once, and at the end. */
export function announcedAt(secondsLeft: number, ended: End | null): string {
  if (ended !== null) return 'Quote expired.';
  return secondsLeft <= 10 ? 'Quote valid for 10 more seconds.' : '';
}

import type { OrderAnswer, OrderBehaviour } from '../../support/banks/mirage/mirage.ts';
import type { Point } from '../desk.ts';
import type { Dice } from '../dice.ts';
import { killPoints } from '../plan.ts';
import { lineMoments, type LineFault, type LineMoment } from './record-line.ts';

/** claims: the record is all that holds desks apart · history: the record itself is lost, and the bank’s list can be read. */
export type Theme = 'claims' | 'history';

export type HoldPoint = Extract<Point, LineMoment | 'before the witness'>;
export const holdPoints: readonly HoldPoint[] = [
  'before the witness',
  'before the witness',
  'claim on its way',
  'claim at the record',
];

/** How a sending of one desk goes. */
export type Sending = {
  readonly behaviour: OrderBehaviour;
  readonly killAt: Point | null;
  readonly fault: LineFault | null;
  /** There the desk stands still until it is released. */
  readonly hold: HoldPoint | null;
  /** Reads the record on first, as a command does; a window has read it within half a minute. */
  readonly readsFirst: boolean;
};

const minute = 60_000;

export const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };

export const losses: readonly OrderAnswer[] = [
  ...(['none', 'none', 'unauthorized', 'cut', 'error', 'page', 'conflict', 'empty'] as const),
];
/** Answers to what is never booked. */
export const refusals = ['failed', 'refused'] as const;
/** Answers to what is booked, now or later. */
export const unclear: readonly OrderAnswer[] = [
  'pending',
  'identifier only',
  'amount null',
  'other amount',
];

/** What it turns down it does not book, and none books later than nine minutes: it could not be known. */
function behaviourOf(die: Dice, theme: Theme): OrderBehaviour {
  if (die.chance(0.5)) return well;
  if (die.chance(0.15)) return { booksAfterMs: null, answer: die.of(refusals) };
  const late = theme === 'claims' && die.chance(0.3) ? die.between(1_000, 9 * minute) : 0;
  if (die.chance(0.3)) return { booksAfterMs: null, answer: die.of(losses) };
  return { booksAfterMs: late, answer: die.of([...losses, ...unclear]) };
}

/**
 * Of a record the bank shows no state: it answers that it was made, or turns it down. A payee has no reference that the bank could have
 * already: a conflict is a refusal there, and nothing was changed.
 */
export function recordBehaviour(
  { booksAfterMs, answer }: OrderBehaviour,
  hasReference: boolean,
): OrderBehaviour {
  if (answer === 'failed') return { booksAfterMs, answer: 'refused' };
  if (answer === 'conflict' && !hasReference) return { booksAfterMs: null, answer };
  return { booksAfterMs, answer: unclear.includes(answer) ? 'whole' : answer };
}

/** A loss behind which the bank may book it, at once or late. */
export const lostBehaviour = (die: Dice, theme: Theme): OrderBehaviour => ({
  booksAfterMs: theme === 'claims' ? die.of([0, null, die.between(1_000, 9 * minute)]) : 0,
  answer: die.of(losses),
});

export const cutAt = (at: LineMoment): LineFault => ({ at, staysCut: true });

export const teamKillPoints = [...killPoints, ...lineMoments] as const;

/** How one sending goes. It does not stand still. */
export function sendingOf(die: Dice, theme: Theme): Sending {
  const ending = die.next();
  return {
    behaviour: behaviourOf(die, theme),
    killAt: ending < 0.2 ? die.of(teamKillPoints) : null,
    fault: ending > 0.85 ? { at: die.of(lineMoments), staysCut: die.chance(0.5) } : null,
    hold: null,
    readsFirst: die.chance(0.5),
  };
}

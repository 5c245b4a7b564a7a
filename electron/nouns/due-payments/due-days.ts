import {
  dayOf,
  earliest,
  latest,
  todayAt,
  type IsoDate,
} from '../../../shared/calendar/calendar.ts';
import type { DeskClock } from '../../engines/machine/context.ts';

/**
 * The current day by this machine's clock and by the bank's. A clock can be set: a payment is due only by both, and one that is overdue by
 * either needs a person. Without a time of the bank, both are this machine's day.
 */
export type DueDays = { readonly first: IsoDate; readonly last: IsoDate };

export function dueDaysAt(clock: DeskClock): DueDays {
  const own = todayAt(clock.now());
  const { bank } = clock.moment();
  if (bank === null) return { first: own, last: own };
  const instant = (ms: number): IsoDate => dayOf(new Date(ms).toISOString());
  return {
    first: earliest(own, instant(bank.leastMs)),
    last: latest(own, instant(bank.mostMs)),
  };
}

/** Where the two clocks name different days, in a sentence; null where they do not. */
export const daysDiffer = ({ first, last }: DueDays): string | null =>
  first === last
    ? null
    : `This machine's clock and the bank's name different days (${first} and ${last}): only what is due by both is sent. Check the clock of this machine.`;

import { dayOf, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { ReconcileDay } from '../../../shared/ipc/review/reconcile.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { JournalPayment } from '../../engines/submissions/journal/journal-payments.ts';
import { addTo, newTally, tallyIn, type RunningTally } from './amounts.ts';
import {
  accountOf,
  dayOfGroup,
  hasFailed,
  mainRowOf,
  type BankGroup,
  type Comparison,
} from './compare.ts';

type Place = { readonly date: IsoDate; readonly accountNumber: string; readonly currency: string };
type Sides = Record<'journal' | 'bank' | 'unexplained', RunningTally>;

/**
 * Counts and sums both sides, by day, account and currency, newest first. A payment of both sides counts on one day for both: the
 * journal's, as a bank may book a day later.
 */
export function daysOf(comparison: Comparison, today: IsoDate): ReconcileDay[] {
  const days = new Map<string, Place & Sides>();
  const count = (side: keyof Sides, place: Place, amount: Decimal | null): void => {
    const key = JSON.stringify([place.date, place.accountNumber, place.currency]);
    const day = days.get(key) ?? {
      ...place,
      journal: newTally(),
      bank: newTally(),
      unexplained: newTally(),
    };
    days.set(key, day);
    addTo(day[side], amount);
  };
  for (const { own, group } of [...comparison.agreeing, ...comparison.different]) {
    count('journal', placeOfOwn(own), own.amount);
    if (!hasFailed(group)) count('bank', placeOfPair(own, group), mainRowOf(group).amount);
  }
  for (const own of comparison.notShown) count('journal', placeOfOwn(own), own.amount);
  for (const { own, group } of [...comparison.corrected, ...comparison.foundBefore])
    if (!hasFailed(group)) count('bank', placeOfPair(own, group), mainRowOf(group).amount);
  for (const group of comparison.lacking)
    if (!hasFailed(group)) count('bank', placeOfGroup(group, today), mainRowOf(group).amount);
  for (const { day, accountNumber, currency, amount } of comparison.unexplained)
    count('unexplained', { date: day ?? today, accountNumber, currency }, amount);
  return [...days.values()].toSorted(byPlace).map(({ journal, bank, unexplained, ...place }) => ({
    ...place,
    journal: tallyIn(journal, place.currency),
    bank: tallyIn(bank, place.currency),
    unexplained: tallyIn(unexplained, place.currency),
  }));
}

const placeOfOwn = ({ createdAt, accountNumber, currency }: JournalPayment): Place => ({
  date: dayOf(createdAt),
  accountNumber,
  currency,
});

/** The bank's values, filled from the journal where the bank gives none. */
const placeOfPair = (own: JournalPayment, group: BankGroup): Place => ({
  date: dayOf(own.createdAt),
  accountNumber: accountOf(group) || own.accountNumber,
  currency: mainRowOf(group).currency || own.currency,
});

const placeOfGroup = (group: BankGroup, today: IsoDate): Place => ({
  date: dayOfGroup(group) ?? today,
  accountNumber: accountOf(group),
  currency: mainRowOf(group).currency,
});

const byPlace = (a: Place, b: Place): number =>
  textOrder(b.date, a.date) ||
  textOrder(a.accountNumber, b.accountNumber) ||
  textOrder(a.currency, b.currency);

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import type { StatementEntry } from '../../../../../shared/bank/statements.ts';
import {
  addDays,
  dayOf,
  isIsoDate,
  type IsoDate,
} from '../../../../../shared/calendar/calendar.ts';
import { reportedDay, differingFields } from './entry-fields.ts';
import { unitsOf } from '../formats/figures.ts';
import type { SourceEntry } from '../formats/source.ts';

type Sides = { readonly here: StatementEntry[]; readonly there: SourceEntry[] };

/**
 * Pairs entries that agree in every field that the file has, and returns the rest of both sides. For files whose ids are their own
 * references.
 */
export function unpaired(here: readonly StatementEntry[], there: readonly SourceEntry[]): Sides {
  const open = new Map<string, StatementEntry[]>();
  for (const entry of here) {
    const key = keyOf(entry, dayOf(entry.transactionDate));
    const alike = open.get(key);
    if (alike) alike.push(entry);
    else open.set(key, [entry]);
  }
  const left = there.filter((entry) => !takeTwin(open, entry));
  const unmatched = new Set([...open.values()].flat());
  return { here: here.filter((entry) => unmatched.has(entry)), there: left };
}

/** Removes a matching local entry from `open`. Returns whether it found one. */
function takeTwin(open: Map<string, StatementEntry[]>, entry: SourceEntry): boolean {
  for (const day of daysAround(reportedDay(entry))) {
    const alike = open.get(keyOf(entry, day)) ?? [];
    const at = alike.findIndex((here) => differingFields(here, entry).length === 0);
    if (at >= 0) {
      alike.splice(at, 1);
      return true;
    }
  }
  return false;
}

/** Returns the day and its neighbours: a day without a time may be an adjacent day in UTC. */
const daysAround = (day: string | null): IsoDate[] =>
  day === null || !isIsoDate(day) ? [] : [day, addDays(day, -1), addDays(day, 1)];

/** Keys an entry by its absolute amount; the direction gives the sign. */
const keyOf = ({ amount = '', direction = '' }: Partial<SourceEntry>, day: string): string =>
  `${day} ${direction} ${String(unitsOf(amount.replace(/^-/, '')) ?? amount)}`;

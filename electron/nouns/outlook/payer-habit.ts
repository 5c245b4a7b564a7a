import { dayNumber, dayOf, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { Registered } from '../orders/tables.ts';
import type { StoredMatch } from '../orders/receivables/matches-table.ts';
import { dueOf } from './due.ts';

type Receivable = Pick<Registered<'receivable'>, 'id' | 'record'>;

/** Payments of a payer from which its usual delay is derived. */
const habitMin = 2;

/**
 * The median delay of a payer in days, negative where it pays early, and the number of payments; null where they are too few. `isOfPayer`
 * decides by the payer's name.
 */
export function habitOf(
  isOfPayer: (payerName: string) => boolean,
  all: readonly Receivable[],
  matches: ReadonlyMap<string, StoredMatch>,
): { readonly late: number; readonly times: number } | null {
  const late = all
    .filter(({ record }) => record.payerName !== '' && isOfPayer(record.payerName))
    .flatMap(({ id, record }) => {
      const [due, paid] = [dueOf(record), paidOn(record, matches.get(id))];
      return due === null || paid === null ? [] : [dayNumber(paid) - due];
    })
    .sort((a, b) => a - b);
  if (late.length < habitMin) return null;
  return { late: late[Math.floor((late.length - 1) / 2)] ?? 0, times: late.length };
}

const paidOn = ({ paidAt }: Receivable['record'], match: StoredMatch | undefined): IsoDate | null =>
  match?.day ?? (paidAt === null ? null : dayOf(paidAt));

import { dayNumber, isIsoDate } from '../../../shared/calendar/calendar.ts';
import type { CreditMatch } from '../../../shared/ipc/changes/receivables.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { isFailureStatus, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { newestRegistered, type Registered } from '../orders/tables.ts';
import { matchesByReceivable } from '../orders/receivables/matches-table.ts';
import { receivableRows } from '../orders/receivables/receivables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';

export type Copy = { readonly journal: Journal; readonly reader: CacheReader };
type Receivable = Pick<Registered<'receivable'>, 'id' | 'record'>;

/** A receivable that is overdue for longer is not counted on. Days. */
export const overdueMax = 14;

export type DueReceivable = Receivable & {
  /** On which it is due; days since 1970. */
  readonly day: number;
  /** What is left of it, in 10^-4; null where the bank tells no amount. Above nought. */
  readonly units: bigint | null;
  /** What was paid of it, by the bank's word or by the credits under its reference; in 10^-4. */
  readonly paid: bigint;
  /** A credit of the same amount that names its payer, and nobody has said yet what it paid. */
  readonly mayBe: CreditMatch | null;
};

/** The day on which it is due, since 1970; null where the bank tells none. */
export function dueOf({ dueDate }: Receivable['record']): number | null {
  const date = (dueDate ?? '').slice(0, 10);
  return isIsoDate(date) ? dayNumber(date) : null;
}

type Asked = {
  /** Days since 1970, both included. */
  readonly from: number;
  readonly to: number;
  readonly words: StatusWords;
  readonly holds?: (record: Receivable['record']) => boolean;
};

/** The receivables that are due within these days and not paid, each with what is left of it. */
export async function dueReceivables(
  copy: Copy,
  { from, to, words, holds = () => true }: Asked,
): Promise<DueReceivable[]> {
  const matches = matchesByReceivable(copy.journal);
  const due = newestRegistered(copy.journal, 'receivable').flatMap((one) => {
    const { id, record } = one;
    const day = dueOf(record);
    if (day === null || day < from || day > to) return [];
    return holds(record) && !matches.has(id) && !isOver(record, words) ? [{ ...one, day }] : [];
  });
  const rows = await receivableRows(copy, due);
  return rows.flatMap(({ id, record, day, suggestions }): DueReceivable[] => {
    const whole = typeof record.amount === 'string' ? toUnits(record.amount) : null;
    const isWhole = ({ amount }: CreditMatch) => toUnits(amount.amount) === whole;
    // A credit of another amount is suggested by the reference alone, and pays a part.
    const booked = suggestions
      .filter((credit) => credit.strength === 'exact' || !isWhole(credit))
      .reduce((sum, { amount }) => sum + toUnits(amount.amount), 0n);
    const mayBe = suggestions.find((credit) => credit.strength === 'likely' && isWhole(credit));
    const paid = greater(toUnits(record.paidAmount ?? '0'), booked);
    const units = whole === null ? null : whole - paid;
    if (units !== null && units <= 0n) return [];
    return [{ id, record, day, units, paid, mayBe: mayBe ?? null }];
  });
}

const isOver = ({ status, paidAt }: Receivable['record'], words: StatusWords): boolean =>
  paidAt !== null || /^(?:paid|settled)$/i.test(status) || isFailureStatus(status, words);

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

import { dayNumber, isIsoDate } from '../../../shared/calendar/calendar.ts';
import type { CreditMatch } from '../../../shared/ipc/changes/receivables.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { isFailureStatus, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { newestRegistered, type Registered } from '../orders/tables.ts';
import { matchesByReceivable } from '../orders/receivables/matches-table.ts';
import { suggestionsOf } from '../orders/receivables/receivables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';

export type Copy = { readonly journal: Journal; readonly reader: CacheReader };
type Receivable = Pick<Registered<'receivable'>, 'id' | 'record'>;

/** Days after which an overdue receivable is no longer expected. */
export const overdueMax = 14;

export type DueReceivable = Receivable & {
  /** Its due date; days since 1970. */
  readonly day: number;
  /** The unpaid rest in units of 10^-4, above zero; null where the bank states no amount. */
  readonly units: bigint | null;
  /** The paid part in units of 10^-4, by the bank's record or by the credits under its reference. */
  readonly paid: bigint;
  /** An unmatched credit of the same amount that names the payer; null where there is none. */
  readonly mayBe: CreditMatch | null;
};

/** The due date in days since 1970; null where the bank states none. */
export function dueOf({ dueDate }: Receivable['record']): number | null {
  const date = (dueDate ?? '').slice(0, 10);
  return isIsoDate(date) ? dayNumber(date) : null;
}

type DueQuery = {
  /** Days since 1970, both included. */
  readonly from: number;
  readonly to: number;
  readonly words: StatusWords;
  readonly holds?: (record: Receivable['record']) => boolean;
};

/** Returns the unpaid receivables that are due within these days. */
export async function dueReceivables(
  copy: Copy,
  { from, to, words, holds = () => true }: DueQuery,
): Promise<DueReceivable[]> {
  const matches = matchesByReceivable(copy.journal);
  const due = newestRegistered(copy.journal, 'receivable').flatMap((one) => {
    const { id, record } = one;
    const day = dueOf(record);
    if (day === null || day < from || day > to) return [];
    return holds(record) && !matches.has(id) && !isOver(record, words) ? [{ ...one, day }] : [];
  });
  const suggestionsById = await suggestionsOf(copy, due);
  return due.flatMap(({ id, record, day }): DueReceivable[] => {
    const suggestions = suggestionsById.get(id) ?? [];
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

/** Unpaid receivables without a due day, as the bank's record has them. */
export const undatedReceivables = (
  journal: Journal,
  words: StatusWords,
  holds: (record: Receivable['record']) => boolean,
): Receivable[] => {
  const matches = matchesByReceivable(journal);
  return newestRegistered(journal, 'receivable').filter(
    ({ id, record }) =>
      dueOf(record) === null && holds(record) && !matches.has(id) && !isOver(record, words),
  );
};

const isOver = ({ status, paidAt }: Receivable['record'], words: StatusWords): boolean =>
  paidAt !== null || /^(?:paid|settled)$/i.test(status) || isFailureStatus(status, words);

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

import { asSent } from '../../shared/bank/also.ts';
import { isDirection } from '../../shared/bank/direction.ts';
import { StatementEntry } from '../../shared/bank/statements.ts';
import { dayNumber, dayOf, isTimestamp, type Timestamp } from '../../shared/calendar.ts';
import { JsonNumber } from '../../shared/exact-json.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import type { AsideEntry, IncomingEntry } from './incoming.ts';

/** An entry of a page as it was read: kept, or set aside with the reason. */
export type ReadEntry =
  | { readonly ok: true; readonly entry: IncomingEntry }
  | { readonly ok: false; readonly aside: AsideEntry };

type Days = { readonly from: number; readonly to: number };

/**
 * Reads one entry of a page. What cannot be kept exactly (an amount with a fifth decimal that counts, a direction or day
 * that does not exist) is set aside whole, naming entry and field; nothing of it is rounded. A currency is kept as it is told.
 */
export function readEntry(raw: unknown, ordinal: number, days: Days): ReadEntry {
  const parsed = StatementEntry.safeParse(raw);
  if (!parsed.success) return { ok: false, aside: asideOf(raw, parsed.error.issues, days) };
  const { id, amount, balance, transactionDate, direction, ...rest } = parsed.data;
  if (!isDirection(direction))
    return { ok: false, aside: asideOf(raw, [strangeDirection(direction)], days) };
  return {
    ok: true,
    entry: {
      ...rest,
      id,
      direction,
      at: transactionDate,
      day: clampedDay(transactionDate, days),
      amountE4: toUnits(amount),
      balanceE4: toUnits(balance),
      ordinal,
    },
  };
}

/** The UTC day, kept inside the asked range: a bank may count its days by another clock. */
function clampedDay(at: Timestamp, { from, to }: Days): number {
  return Math.min(Math.max(dayNumber(dayOf(at)), from), to);
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

const strangeDirection = (word: string): Issue => ({
  path: ['direction'],
  message: `“${word.slice(0, 40)}” is no word for debit or credit that is known here`,
});

/** The entry's own JSON text, with what else the bank says of it where it stood. */
export const ownText = (raw: unknown): string => JSON.stringify(asSent(raw));

function asideOf(raw: unknown, issues: readonly Issue[], days: Days): AsideEntry {
  const fields = (raw ?? {}) as { id?: unknown; transactionDate?: unknown };
  const entryId = fields.id instanceof JsonNumber ? fields.id.source : fields.id;
  const at = fields.transactionDate;
  return {
    entryId: typeof entryId === 'string' ? entryId.toWellFormed() : '',
    day: typeof at === 'string' && isTimestamp(at) ? clampedDay(at, days) : null,
    reason: issues
      .map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`)
      .join('; '),
    text: ownText(raw),
  };
}

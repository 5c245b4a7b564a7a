import { StatementEntry } from '../../shared/bank/statements.ts';
import { dayNumber, dayOf, isTimestamp, type Timestamp } from '../../shared/calendar.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import type { AsideEntry, IncomingEntry } from './incoming.ts';

/** An entry of a page as it was read: kept, or set aside with the reason. */
export type ReadEntry =
  | { readonly ok: true; readonly entry: IncomingEntry }
  | { readonly ok: false; readonly aside: AsideEntry };

type Days = { readonly from: number; readonly to: number };

/**
 * Reads one entry of a page. What cannot be kept exactly (an amount with an exponent or a fifth decimal, a direction or day
 * that does not exist) is set aside whole, naming entry and field; nothing of it is rounded. So is an entry in a currency
 * that is neither known here nor the account's own; null where the account's is not known yet.
 */
export function readEntry(
  raw: unknown,
  ordinal: number,
  { days, currency }: { readonly days: Days; readonly currency: string | null },
): ReadEntry {
  const parsed = StatementEntry.safeParse(raw);
  if (!parsed.success) return { ok: false, aside: asideOf(raw, parsed.error.issues, days) };
  if (!isCurrency(parsed.data.currency) && currency !== null && parsed.data.currency !== currency)
    return { ok: false, aside: asideOf(raw, [strangeCurrency(parsed.data.currency)], days) };
  const { id, amount, balance, transactionDate, ...rest } = parsed.data;
  return {
    ok: true,
    entry: {
      ...rest,
      id,
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

const strangeCurrency = (currency: string): Issue => ({
  path: ['currency'],
  message: `${currency} is neither known here nor the account’s own`,
});

function asideOf(raw: unknown, issues: readonly Issue[], days: Days): AsideEntry {
  const fields = (raw ?? {}) as { id?: unknown; transactionDate?: unknown };
  const entryId = typeof fields.id === 'string' ? fields.id : '';
  const at = fields.transactionDate;
  return {
    entryId,
    day: typeof at === 'string' && isTimestamp(at) ? clampedDay(at, days) : null,
    reason: issues
      .map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`)
      .join('; '),
    text: JSON.stringify(raw),
  };
}

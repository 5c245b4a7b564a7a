import { directionOf, isDirection } from '../../../../shared/bank/direction.ts';
import { StatementEntry } from '../../../../shared/bank/statements.ts';
import { isTimestamp } from '../../../../shared/calendar/calendar.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { currencyIn } from '../../../../shared/money/currencies.ts';
import { isDecimal, type Decimal } from '../../../../shared/money/decimal.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';

/**
 * Parses an entry. Almost every entry has only texts and plain figures and is parsed here field by field. The catalogue's schema
 * parses or rejects all others, so that rejections and their messages are in one place.
 */
export const parseEntry = (raw: unknown): ReturnType<typeof StatementEntry.safeParse> => {
  const data = plainEntry(raw);
  return data === null ? StatementEntry.safeParse(raw) : { success: true, data };
};

/** Returns what the schema would parse; null if a field is neither text nor a plain figure, or would be rejected. */
export function plainEntry(raw: unknown): StatementEntry | null {
  if (!isRecord(raw)) return null;
  const { id, transactionDate, extras } = raw;
  const [amount, balance] = [plainFigure(raw['amount']), plainFigure(raw['balance'])];
  const currency = plainCurrency(raw['currency']);
  const direction = plainDirection(raw['direction']);
  const transactionType = looseText(raw['transactionType']);
  const narration = looseText(raw['narration']);
  const customReference = looseText(raw['customReference']);
  if (amount === null || balance === null || currency === null || direction === null) return null;
  if (transactionType === null || narration === null || customReference === null) return null;
  if (typeof id !== 'string' || id === '' || !id.isWellFormed()) return null;
  if (typeof transactionDate !== 'string' || !isTimestamp(transactionDate)) return null;
  if (extras !== undefined && typeof extras !== 'string') return null;
  return {
    id,
    amount,
    currency,
    direction,
    transactionType,
    transactionDate,
    narration,
    customReference,
    balance,
    extras,
  };
}

/** Returns a figure without an exponent or a fifth decimal, else null. Leaves a zero with a sign to the schema. */
function plainFigure(value: unknown): Decimal | null {
  const source = value instanceof JsonNumber ? value.source : value;
  if (typeof source !== 'string' || !isDecimal(source)) return null;
  return source.startsWith('-0') ? null : source;
}

function plainCurrency(value: unknown): string | null {
  const code = typeof value === 'string' ? currencyIn(value) : '';
  return code === '' || code.length > 40 ? null : code;
}

/** Returns `debit`, `credit` or the bank's own label; null if the value is no text. */
export function plainDirection(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isDirection(value) ? value : directionOf(value);
}

function looseText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : null;
}

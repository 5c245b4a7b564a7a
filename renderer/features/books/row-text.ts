import type { OpenEntry, OpenLine } from '../../../shared/ipc/review/books.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';

/** The text of a row. */
export const textOf = ({ text, reference }: OpenLine | OpenEntry): string =>
  text || reference || 'No text';

/** The reference of a row, and its place in the ledger or its entry. */
export const subtextOf = (row: OpenLine | OpenEntry): string =>
  [row.text === '' ? '' : row.reference, 'line' in row ? `line ${String(row.line)}` : row.id]
    .filter(Boolean)
    .join(', ');

/** An amount in the account's currency, without its code; incoming amounts are green. */
export const amountOf = (amount: Decimal, currency: string) =>
  ({
    money: { amount, currency },
    direction: amount.startsWith('-') ? undefined : 'credit',
    code: false,
  }) as const;

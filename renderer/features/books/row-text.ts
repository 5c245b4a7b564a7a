import type { OpenEntry, OpenLine } from '../../../shared/ipc/review/books.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';

/** What a row is about. */
export const textOf = ({ text, reference }: OpenLine | OpenEntry): string =>
  text || reference || 'No text';

/** Its reference, and where it is in the ledger or which entry it is. */
export const subtextOf = (row: OpenLine | OpenEntry): string =>
  [row.text === '' ? '' : row.reference, 'line' in row ? `line ${String(row.line)}` : row.id]
    .filter(Boolean)
    .join(', ');

/** An amount of the account's currency, without its code; what comes in is green. */
export const amountOf = (amount: Decimal, currency: string) =>
  ({
    money: { amount, currency },
    direction: amount.startsWith('-') ? undefined : 'credit',
    code: false,
  }) as const;

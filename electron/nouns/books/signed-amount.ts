import { toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';

/** Returns the amount, negative for money out, as in the books. */
export const signedAmount = ({ amount, direction }: ExportedEntry): Decimal =>
  direction === 'debit' && toUnits(amount) !== 0n ? `-${amount}` : amount;

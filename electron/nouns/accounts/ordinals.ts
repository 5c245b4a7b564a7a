import { DeskFault } from '../../../shared/errors.ts';
import { row, type AnyDatabase } from '../../engines/store/database.ts';

/** An entry's key has ten bits for its account. */
export const accountsMax = 2 ** 10;

/** The number of an account in the rows of its entries; null for an unknown account. */
export function findOrdinal(database: AnyDatabase, accountNumber: string): number | null {
  return (
    row<{ ordinal: number }>(
      database,
      'SELECT ordinal FROM account WHERE number = ?',
      accountNumber,
    )?.ordinal ?? null
  );
}

/** The same for an account that must be known. Throws `offline.not-cached`. */
export function ordinalOf(database: AnyDatabase, accountNumber: string): number {
  const ordinal = findOrdinal(database, accountNumber);
  if (ordinal === null)
    throw new DeskFault(
      'offline.not-cached',
      `The account ${accountNumber} is not in the local copy.`,
    );
  return ordinal;
}

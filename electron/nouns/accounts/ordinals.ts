import { DeskFault } from '../../../shared/errors.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  row,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../engines/store/database.ts';

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

/** The data of an account that its entries need. */
export type AccountKey = {
  /** Its number in the rows of its entries. */
  readonly ordinal: number;
  readonly number: string;
  readonly currency: string | null;
  /** When its newest statement was read to the end; null when none was. */
  readonly statementAsOf: Timestamp | null;
};

const keySql = 'SELECT ordinal, number, currency, statement_as_of AS statementAsOf FROM account';

/** Every account, by ordinal: 1,024 at most. */
export const accountKeys = (database: AnyDatabase): AccountKey[] =>
  rows(database, `${keySql} ORDER BY ordinal`);

export const accountKeyOf = (database: AnyDatabase, accountNumber: string): AccountKey | null =>
  row(database, `${keySql} WHERE number = ?`, accountNumber);

export const accountKeyAt = (database: AnyDatabase, ordinal: number): AccountKey | null =>
  row(database, `${keySql} WHERE ordinal = ?`, ordinal);

/** SQL: the number of the account with that ordinal. */
export const accountNumberSql = (ordinal: string): string =>
  `(SELECT number FROM account WHERE ordinal = ${ordinal})`;

/** Saves that a statement was read to its end; its currency counts where the account has none. */
export function noteStatementRead(
  database: CacheConnection,
  ordinal: number,
  { asOf, currency }: { readonly asOf: Timestamp; readonly currency: string | null },
): void {
  run(
    database,
    `UPDATE account SET statement_as_of = max(coalesce(statement_as_of, ''), ?), currency = coalesce(currency, ?)
     WHERE ordinal = ?`,
    asOf,
    currency,
    ordinal,
  );
}

import { accountNumberSql } from '../../accounts/ordinals.ts';
import {
  inTransaction,
  inUnsyncedTransaction,
  prepared,
  row,
  rows,
  run,
} from '../../../engines/store/database.ts';
import type { AnyDatabase, CacheConnection } from '../../../engines/store/database.ts';

/** An own order that the bank accepted, with the fields that an entry must have to settle it. Own orders are debits. */
export type OwnOrder = {
  /** Its number in the journal: the higher, the newer. */
  readonly n: number;
  readonly reference: string;
  readonly accountNumber: string;
  /** Without a sign, in units of 10^-4. */
  readonly amountE4: bigint;
  readonly currency: string;
  readonly payee: string;
};

/** A place in the journal: a submission and its number; the number 0 is the place before the first. */
export type JournalPlace = { readonly n: number; readonly submissionId: string };

/** The accepted orders of a part of the journal, and the place after that part; null leaves the stored place as it is. */
export type OrdersOfJournal = {
  readonly orders: readonly OwnOrder[];
  readonly place: JournalPlace | null;
};

/** Returns the place up to which the journal is copied. The orders are of one journal: for another one, copying starts over. */
export const copiedUpTo = (database: AnyDatabase): JournalPlace =>
  row<JournalPlace>(
    database,
    'SELECT last_submission AS n, last_submission_id AS submissionId FROM own_order_place',
  ) ?? { n: 0, submissionId: '' };

/** The writer thread's operations on own orders. */
export const ownOrderWrites = (database: CacheConnection) => ({
  saveOwnOrders: ({ orders, place }: OrdersOfJournal): void => {
    inUnsyncedTransaction(database, () => {
      const put = prepared(
        database,
        `INSERT OR REPLACE INTO own_order (reference, n, account_number, amount_e4, currency, payee)
         VALUES (@reference, @n, @accountNumber, @amountE4, @currency, @payee)`,
      );
      for (const order of orders) put.run({ ...order });
      if (place === null) return;
      run(
        database,
        'UPDATE own_order_place SET last_submission = ?, last_submission_id = ?',
        place.n,
        place.submissionId,
      );
    });
  },
  /** Deletes all orders and resets the place, before those of another journal are copied. */
  clearOwnOrders: (): void => {
    inTransaction(database, () => {
      run(database, 'DELETE FROM own_order');
      run(database, "UPDATE own_order_place SET last_submission = 0, last_submission_id = ''");
    });
  },
});

export type OwnOrderWrites = ReturnType<typeof ownOrderWrites>;

type Placed = Pick<OwnOrder, 'accountNumber' | 'reference'>;

/** Returns the newest own orders to a payee. */
export const ordersTo = (database: AnyDatabase, payee: string, limit: number): Placed[] =>
  rows<Placed>(
    database,
    `SELECT account_number AS accountNumber, reference FROM own_order WHERE payee = ? ORDER BY n DESC LIMIT ?`,
    payee,
    limit,
  );

/**
 * SQL: the payee of the own order that `entry e` settles, else null. It settles the order if it is a debit, no fee and not withdrawn,
 * and has the order's reference, account, amount and currency.
 */
export const orderedPayeeSql = `(SELECT o.payee FROM own_order o
  WHERE o.reference = e.reference AND e.direction = 0 AND e.withdrawn_at IS NULL AND o.amount_e4 = abs(e.amount_e4)
    AND o.currency = e.currency AND o.account_number = ${accountNumberSql('e.account')}
    AND e.type IS NOT (SELECT t.id FROM transaction_type t WHERE t.name = 'fee'))`;

/** SQL: the counterparty of `entry e` by a rule or a person, else null. */
export const labelledNameSql = `(SELECT l.name FROM entry_label x CROSS JOIN label l ON l.id = x.label
  WHERE x.key = e.key AND l.kind = 'counterparty' LIMIT 1)`;

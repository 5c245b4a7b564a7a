import type { Order } from '../../support/banks/mirage/mirage-ledger.ts';
import type { LabDatabase } from './record-line.ts';

/** Orders whose claims one history of the record has. */
export type OrdersOfRecord = Set<Order>;

/**
 * The orders that were sent under each copy of the record. A copy that was restored or forked has other claims from then on: what one
 * copy has, the other cannot hold back.
 */
export class ClaimedOrders {
  readonly #under: Record<LabDatabase, OrdersOfRecord> = {
    lab_main: new Set(),
    lab_fork: new Set(),
  };

  /** Those of the copy that a database has now. A sending that stands still stays one of the copy in which it was claimed. */
  under(database: LabDatabase): OrdersOfRecord {
    return this.#under[database];
  }

  /** The record as it is now, for a backup. */
  copy(): OrdersOfRecord {
    return new Set(this.#under.lab_main);
  }

  restore(backup: OrdersOfRecord): void {
    this.#under.lab_main = new Set(backup);
  }

  fork(): void {
    this.#under.lab_fork = this.copy();
  }

  /** A repair put back the acts that claim these. */
  repair(orders: Iterable<Order>): void {
    for (const order of orders) this.#under.lab_main.add(order);
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeskFault } from '../../../../shared/errors.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import type { Remote } from '../../../engines/store/threads/remote-methods.ts';
import {
  firstOpen,
  isInPlace,
  orderById,
  ordersAfter,
  type OrderToPayee,
} from '../../../engines/submissions/journal/settled-orders.ts';
import { copiedUpTo, type OwnOrder, type OwnOrderWrites } from './own-orders.ts';

/** The number of orders copied in one step, which takes some milliseconds. */
const ordersAtOnce = 500;

type Ports = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly writer: Remote<OwnOrderWrites>;
  /** Orders were copied, so entries may have another counterparty now. */
  readonly onCopied: () => void;
  readonly onFault: (fault: DeskFault) => void;
};

/**
 * Copies the accepted own orders of the journal into the local copy, where they name the counterparties of entries. The local copy
 * stores how far it got: it resumes there after a kill. The stored place stays before the first order without an answer.
 */
export class OwnOrderCopier {
  readonly #ports: Ports;
  /** Submissions that were accepted and are not yet copied. */
  readonly #accepted = new Set<string>();
  #isCaughtUp = false;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Copies the new orders of the journal; resolves when all are copied. */
  run(): Promise<void> {
    this.#running ??= this.#copyAll()
      .catch((cause: unknown) => {
        if (!(cause instanceof DeskFault)) throw cause;
        if (!this.#isClosed && cause.code !== 'cancelled') this.#ports.onFault(cause);
      })
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** Copies an order that the bank accepted. Its entry comes with a later sync, which refreshes the views. */
  accepted(submissionId: string): void {
    if (this.#isClosed) return;
    this.#accepted.add(submissionId);
    void this.run();
  }

  /** Starts no further step and waits for the current one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #copyAll(): Promise<void> {
    if (!this.#isCaughtUp && (await this.#copyNew())) this.#ports.onCopied();
    this.#isCaughtUp = true;
    while (this.#accepted.size > 0 && !this.#isClosed) {
      const { journal, writer } = this.#ports;
      const ids = [...this.#accepted];
      this.#accepted.clear();
      const orders = ownOrders(ids.map((id) => orderById(journal, id)));
      if (orders.length > 0) await writer.saveOwnOrders({ orders, place: null });
    }
  }

  /** Copies the orders after the stored place. Returns whether there were any. */
  async #copyNew(): Promise<boolean> {
    const { journal, reader, writer } = this.#ports;
    const last = copiedUpTo(reader);
    let after = last.n;
    // The journal may have been replaced, for example by a restored one.
    if (after > 0 && !isInPlace(journal, after, last.submissionId)) {
      await writer.clearOwnOrders();
      after = 0;
    }
    const open = firstOpen(journal) ?? Infinity;
    let isAny = false;
    for (;;) {
      const found = ordersAfter(journal, after, ordersAtOnce);
      const newest = found.at(-1);
      if (newest === undefined || this.#isClosed) return isAny;
      const orders = ownOrders(found);
      const place = found.findLast(({ n }) => n < open) ?? null;
      if (orders.length > 0 || place !== null) await writer.saveOwnOrders({ orders, place });
      isAny ||= orders.length > 0;
      after = newest.n;
      await nextTurn();
    }
  }
}

/** Returns the orders that the bank accepted and that have a payee and an amount. */
const ownOrders = (orders: readonly (OrderToPayee | null)[]): OwnOrder[] =>
  orders.flatMap((order) => {
    if (!order?.isAccepted || order.payee === '' || order.amount === '') return [];
    const { n, reference, accountNumber, amount, currency, payee } = order;
    return [{ n, reference, accountNumber, amountE4: toUnits(amount), currency, payee }];
  });

import type { Context } from '../../../engines/machine/context.ts';
import { attempt } from '../../../engines/store/local-faults.ts';
import { askTransfers, type TransferSearchResult } from '../list-transfers.ts';
import type { PaymentParts } from '../tables.ts';

/** Failures in a row after which the rest of the run does not read the list any more. */
const failuresMax = 3;

/** Looks up the references of one run in the bank's list, each before its line is sent. */
export class ReferencesOfRun {
  /**
   * The lookups for the next lines, by reference, started while others are being sent; null where the local copy could not be read.
   * They never reject: while a payment is at the bank, nothing awaits them.
   */
  readonly #ahead = new Map<string, Promise<TransferSearchResult | null>>();
  #failures = 0;
  #unread: string | null = null;

  /** The search result for the reference of a line that is sent next. Throws where the local copy cannot be read. */
  async read(
    parts: PaymentParts,
    reference: string,
    context: Context,
  ): Promise<TransferSearchResult> {
    const early = this.#ahead.get(reference);
    this.#ahead.delete(reference);
    const found = (await early) ?? (await this.#ask(parts, reference, context));
    this.#failures = found.unread === null ? 0 : this.#failures + 1;
    this.#unread = this.#failures < failuresMax ? null : found.unread;
    return found;
  }

  /** Looks up the reference of one of the next lines while others are being sent. */
  readAhead(parts: PaymentParts, reference: string, context: Context): void {
    if (this.#ahead.has(reference)) return;
    const lookup = attempt(() => this.#ask(parts, reference, context));
    this.#ahead.set(
      reference,
      lookup.then((found) => (found.ok ? found.value : null)),
    );
  }

  /** Ends the run: waits for the lookups in progress. */
  async over(): Promise<void> {
    await Promise.all(this.#ahead.values());
  }

  async #ask(
    parts: PaymentParts,
    reference: string,
    context: Context,
  ): Promise<TransferSearchResult> {
    return this.#unread === null
      ? askTransfers(parts, { reference }, context)
      : { underReference: [], nearReference: [], unread: this.#unread };
  }
}

import type { Context } from '../../../engines/machine/context.ts';
import { askTransfers, type TransferSearchResult } from '../list-transfers.ts';
import type { PaymentParts } from '../tables.ts';

/** Failures in a row after which the rest of the run does not read the list any more. */
const failuresMax = 3;

/** Looks up the references of one run in the bank's list, each before its line is sent. */
export class ReferencesOfRun {
  /** The lookup for the next line, started while a line is being sent. */
  #ahead: { readonly reference: string; readonly result: Promise<TransferSearchResult> } | null =
    null;
  #failures = 0;
  #unread: string | null = null;

  /** The search result for the reference of the line that is sent next. */
  async read(
    parts: PaymentParts,
    reference: string,
    context: Context,
  ): Promise<TransferSearchResult> {
    const ahead = this.#ahead;
    this.#ahead = null;
    const early = await ahead?.result;
    const found =
      early && ahead?.reference === reference ? early : await this.#ask(parts, reference, context);
    this.#failures = found.unread === null ? 0 : this.#failures + 1;
    this.#unread = this.#failures < failuresMax ? null : found.unread;
    return found;
  }

  /** Looks up the reference of the next line while this one is being sent. */
  readAhead(parts: PaymentParts, reference: string, context: Context): void {
    this.#ahead ??= { reference, result: this.#ask(parts, reference, context) };
  }

  /** Ends the run: waits for the lookup in progress. */
  async over(): Promise<void> {
    await this.#ahead?.result;
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

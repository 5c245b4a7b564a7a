import type { Context } from '../../../engines/machine/context.ts';
import { askTransfers, type AskedTransfers } from '../list-transfers.ts';
import type { PaymentParts } from '../parts.ts';

/** So many failures in a row mean that the list has trouble: the rest of the run does not wait for it. */
const failuresMax = 3;

/** What the bank lists under the references of one run: each is asked for before its line is sent. */
export class ReferencesOfRun {
  /** The one that is asked for while the line before it is on its way. */
  #ahead: { readonly reference: string; readonly asked: Promise<AskedTransfers> } | null = null;
  #failures = 0;
  #unread: string | null = null;

  /** The answer for the reference of the line that is sent next. */
  async read(parts: PaymentParts, reference: string, context: Context): Promise<AskedTransfers> {
    const ahead = this.#ahead;
    this.#ahead = null;
    const early = await ahead?.asked;
    const asked =
      early && ahead?.reference === reference ? early : await this.#ask(parts, reference, context);
    this.#failures = asked.unread === null ? 0 : this.#failures + 1;
    this.#unread = this.#failures < failuresMax ? null : asked.unread;
    return asked;
  }

  /** Asks for the reference of the next line while this one is on its way. */
  readAhead(parts: PaymentParts, reference: string, context: Context): void {
    this.#ahead ??= { reference, asked: this.#ask(parts, reference, context) };
  }

  /** The run is over: waits for what is still asked. */
  async over(): Promise<void> {
    await this.#ahead?.asked;
  }

  async #ask(parts: PaymentParts, reference: string, context: Context): Promise<AskedTransfers> {
    return this.#unread === null
      ? askTransfers(parts, { reference }, context)
      : { underReference: [], nearReference: [], unread: this.#unread };
  }
}

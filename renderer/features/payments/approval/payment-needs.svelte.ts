import type { PaymentNeeds } from '../../../../shared/ipc/approvals.ts';
import { request } from '../../../state/desk.ts';
import { onceRested } from '../../../ui/lists/once-rested.ts';

/** The part of a payment that rules ask about. */
export type NeedsQuestion = {
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly amount: string;
  readonly currency: string;
};

/** Milliseconds without a key before the rules are asked. */
const restMs = 200;

/** The approvals that the payment being entered needs. Without a team nothing is asked. */
export class EnteredNeeds {
  #answer = $state.raw<{ readonly text: string; readonly needs: PaymentNeeds } | null>(null);
  #current = $state('');
  #step = '';
  /** The last question, as text. */
  #requested = '';
  readonly #rested = onceRested(restMs);

  /** Null while nothing is needed, and while it is not known. */
  readonly shown: PaymentNeeds | null = $derived.by(() =>
    this.#answer?.text === this.#current && this.#answer.needs.needs.length > 0
      ? this.#answer.needs
      : null,
  );
  /** The rules need an approval that no one has given. */
  readonly mustRequest: boolean = $derived.by(
    () => this.shown?.needs.some(({ count, has }) => has < count) ?? false,
  );
  /** The needs are not known yet. */
  readonly isOpen: boolean = $derived.by(
    () => this.#current !== '' && this.#answer?.text !== this.#current,
  );

  /** Asks for the needs of another payment, and again at each step of the same; the old answer stays until the new one is here. */
  ask({ accountNumber, beneficiaryId, amount, currency }: NeedsQuestion, step: string): void {
    const question = { accountNumber, beneficiaryId, amount, currency };
    const isComplete = Object.values(question).every((text) => text !== '');
    const text = isComplete ? JSON.stringify(question) : '';
    const isSame = text === this.#current && step === this.#step;
    const isNextStep = step !== this.#step;
    this.#current = text;
    this.#step = step;
    if (text === '' || isSame) return;
    if (isNextStep) void this.#read(question, text);
    else this.#rested(() => this.#readRested(question, text));
  }

  /** Asks nothing more. */
  stop(): void {
    this.#current = '';
  }

  /** Asks unless the payment has changed, was left or was asked about in the meantime. */
  #readRested(question: NeedsQuestion, text: string): void {
    if (text === this.#current && text !== this.#requested) void this.#read(question, text);
  }

  /** Loads the needs. On failure the main process still sends nothing that lacks an approval. */
  async #read(question: NeedsQuestion, text: string): Promise<void> {
    this.#requested = text;
    const outcome = await request('approvals.needs', question);
    const needs = outcome.ok ? outcome.value : { needs: [], mayApprove: [] };
    if (text === this.#current) this.#answer = { text, needs };
  }
}

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

/** What the payment that is being entered will need of the team. Nothing is asked where there is none. */
export class EnteredNeeds {
  #answer = $state.raw<{ readonly text: string; readonly needs: PaymentNeeds } | null>(null);
  #current = $state('');
  #step = '';
  /** What was asked last. */
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
  /** It is not known yet what is needed. */
  readonly isOpen: boolean = $derived.by(
    () => this.#current !== '' && this.#answer?.text !== this.#current,
  );

  /** Asks about another payment, and anew with another step of the same: an answer stays until the next one is there. */
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

  /** A payment that changed, was left or was asked about meanwhile is not asked about. */
  #readRested(question: NeedsQuestion, text: string): void {
    if (text === this.#current && text !== this.#requested) void this.#read(question, text);
  }

  /** A failure leaves the payment to the main process, which sends nothing that lacks an approval. */
  async #read(question: NeedsQuestion, text: string): Promise<void> {
    this.#requested = text;
    const outcome = await request('approvals.needs', question);
    const needs = outcome.ok ? outcome.value : { needs: [], mayApprove: [] };
    if (text === this.#current) this.#answer = { text, needs };
  }
}

import type { AppError } from '../../../shared/errors.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { request } from '../desk.ts';
import { Resource } from './resource.svelte.ts';

/** The person's confirmation before the same is sent again. */
export type ResendConfirmation = {
  readonly acknowledged: PaymentWarningKind[];
  /** The payments that look the same, by name. */
  readonly twins: string[];
};

/** The review before the same is sent again: the desk's warnings, and those that a person has confirmed. */
export class ResendReview {
  readonly reading = new Resource(() =>
    request('submissions.reviewAgain', { submissionId: this.#submissionId }),
  );
  readonly warnings: readonly PaymentWarning[] = $derived.by(
    () => this.reading.value?.warnings ?? [],
  );
  /** Everything was read and confirmed, except the payee, which is read from the bank during the sending. */
  readonly isConfirmed: boolean = $derived.by(
    () =>
      this.reading.value !== null &&
      !this.reading.busy &&
      this.reading.error === null &&
      this.warnings.every(({ weight, kind }) => weight === 'notice' || this.isAcknowledged(kind)),
  );
  /** The last try failed because the bank did not return the payee. */
  unread = $state.raw<AppError | null>(null);
  #acknowledged = $state.raw<readonly PaymentWarningKind[]>([]);
  #submissionId = '';

  get confirmation(): ResendConfirmation {
    const seen = this.warnings.filter(({ kind }) => this.isAcknowledged(kind));
    return {
      acknowledged: [...this.#acknowledged],
      twins: seen.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    };
  }

  begin(submissionId: string): Promise<void> {
    this.#submissionId = submissionId;
    this.#acknowledged = [];
    this.unread = null;
    this.reading.clear();
    return this.reading.refresh();
  }

  isAcknowledged = (kind: PaymentWarningKind): boolean => this.#acknowledged.includes(kind);

  acknowledge = (kind: PaymentWarningKind, isSeen: boolean): void => {
    const others = this.#acknowledged.filter((other) => other !== kind);
    this.#acknowledged = isSeen ? [...others, kind] : others;
  };

  /** Handles why it was not sent. True if a person can confirm the obstacle. */
  async goesOn(error: AppError): Promise<boolean> {
    if (error.code === 'payee.unread') this.unread = error;
    else if (error.code === 'confirmation.required') await this.#readAnew();
    else return false;
    return error.code === 'payee.unread' || !this.isConfirmed;
  }

  /** Reviews again. Confirmations stay where the sentence of the warning is the same. */
  async #readAnew(): Promise<void> {
    const sentences = new Map(this.warnings.map(({ kind, message }) => [kind, message]));
    await this.reading.refresh();
    const changed = new Set(
      this.warnings.flatMap(({ kind, message }) => (sentences.get(kind) === message ? [] : [kind])),
    );
    this.#acknowledged = this.#acknowledged.filter((kind) => !changed.has(kind));
  }
}

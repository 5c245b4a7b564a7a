import type { AppError } from '../../../shared/errors.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { request } from '../desk.ts';
import { Resource } from './resource.svelte.ts';

/** What a person has seen and confirmed before the same is sent again. */
export type ResendConfirmation = {
  readonly acknowledged: PaymentWarningKind[];
  /** The payments that look the same, by name. */
  readonly twins: string[];
};

/** The second look before the same is sent again: the desk's warnings, and which of them a person has confirmed. */
export class ResendReview {
  readonly reading = new Resource(() =>
    request('submissions.reviewAgain', { submissionId: this.#submissionId }),
  );
  readonly warnings: readonly PaymentWarning[] = $derived.by(
    () => this.reading.value?.warnings ?? [],
  );
  /** Everything was read and confirmed, but for the payee, which the bank is asked for at the sending itself. */
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

  /** Takes in why it was not sent. True where a person can confirm what stands in the way. */
  async goesOn(error: AppError): Promise<boolean> {
    if (error.code === 'payee.unread') this.unread = error;
    else if (error.code === 'confirmation.required') await this.#readAnew();
    else return false;
    return error.code === 'payee.unread' || !this.isConfirmed;
  }

  /** What was confirmed stays so where its sentence is the same. */
  async #readAnew(): Promise<void> {
    const sentences = new Map(this.warnings.map(({ kind, message }) => [kind, message]));
    await this.reading.refresh();
    const changed = new Set(
      this.warnings.flatMap(({ kind, message }) => (sentences.get(kind) === message ? [] : [kind])),
    );
    this.#acknowledged = this.#acknowledged.filter((kind) => !changed.has(kind));
  }
}

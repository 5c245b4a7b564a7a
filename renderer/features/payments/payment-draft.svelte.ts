import { z } from 'zod';

import { placeOf } from '../../../shared/bank/required-fields.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type {
  PaymentWarning,
  PaymentWarningKind,
  ReviewedPayment,
} from '../../../shared/ipc/changes/payments.ts';
import type { DuePaymentRow } from '../../../shared/ipc/changes/due-payments.ts';
import type { RequestRow } from '../../../shared/ipc/approvals.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { newReference } from '../../../shared/reference.ts';
import { request } from '../../state/desk.ts';
import { BegunInvoice } from './invoice/begun-invoice.svelte.ts';
import { Beginning, PaymentEntry, textOf, type PayingAccounts } from './payment-entry.svelte.ts';

/** sent: the bank has it · open: the outcome is unknown, or it is being sent · kept: nothing was sent, the form shows why. */
type Sent =
  | { readonly kind: 'sent' | 'open'; readonly reference: string }
  | { readonly kind: 'kept' };

const WrittenPayment = z.object({
  ...Beginning.shape,
  reference: z.string(),
  payingFrom: z.string().optional(),
  unsent: z.object({ submissionId: z.string(), text: z.string() }).nullable(),
});
type WrittenPayment = z.output<typeof WrittenPayment>;

/** One payment being made: typed, reviewed, sent once. */
export class PaymentDraft {
  readonly entry: PaymentEntry;
  /** The invoice that the payment pays, with the person's decisions; null where there is none. */
  readonly invoice: BegunInvoice | null;
  /** The initial search text for the payee. */
  payeeSearch = '';
  isConfirming = $state(false);
  step = $state<'typing' | 'review'>('typing');
  /** The reviewed payment, as it will be sent; null until the review. */
  reviewed = $state.raw<ReviewedPayment | null>(null);
  #acknowledged = $state.raw<readonly PaymentWarningKind[]>([]);
  busy = $state<'reviewing' | 'sending' | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The idempotency key: created with the form, and kept until the outcome is known. */
  #reference = $state(newReference());
  /** A payment that was never sent under this reference: exactly the same may be sent again under it. */
  #unsent = $state.raw<{ readonly submissionId: string; readonly text: string } | null>(null);

  constructor(paying: PayingAccounts, beginning: Beginning = {}) {
    this.entry = new PaymentEntry(paying, beginning);
    const { invoice } = beginning;
    this.invoice = invoice ? new BegunInvoice(invoice) : null;
    // An invoice has one reference, which is never paid twice; to pay it again, a person decides so, under a new one.
    if (invoice && !invoice.isPaid) this.#reference = invoice.reference;
  }

  /** The open decision about the invoice; null if there is none. */
  get invoiceObstacle(): string | null {
    const { invoice, entry } = this;
    if (!invoice) return null;
    const payee = invoice.payeePoint(entry.beneficiary);
    if ([...invoice.points, ...(payee ? [payee] : [])].some(invoice.isOpen))
      return 'Decide what is marked above first.';
    const { currency } = invoice;
    return currency === '' || currency === entry.currency
      ? null
      : `The invoice is in ${currency}. Choose an account in ${currency}.`;
  }

  /** The reference in the journal and at the bank. */
  get reference(): string {
    return this.#reference;
  }

  /** True if something was entered. */
  get isDraft(): boolean {
    return this.entry.isBegun;
  }

  /** The draft as `BegunPayment` stores it: it continues under the same reference, which is never sent twice. */
  get written(): WrittenPayment {
    const { beginning, entered } = this.entry;
    const payingFrom = entered.accountNumber;
    return { ...beginning, payingFrom, reference: this.#reference, unsent: this.#unsent };
  }

  /** Restores a stored draft; null if it can no longer be read. */
  static again(paying: PayingAccounts, written: unknown): PaymentDraft | null {
    const { data } = WrittenPayment.safeParse(written);
    if (!data) return null;
    const draft = new PaymentDraft(paying, data);
    draft.#reference = data.reference;
    draft.#unsent = data.unsent;
    return draft;
  }

  /** The unconfirmed warnings, which block the sending. */
  get openWarnings(): readonly PaymentWarning[] {
    return (this.reviewed?.warnings ?? []).filter(
      ({ weight, kind }) =>
        weight === 'blocks' || (weight === 'confirm' && !this.isAcknowledged(kind)),
    );
  }

  isAcknowledged = (kind: PaymentWarningKind): boolean => this.#acknowledged.includes(kind);

  acknowledge(kind: PaymentWarningKind, isSeen: boolean): void {
    const others = this.#acknowledged.filter((other) => other !== kind);
    this.#acknowledged = isSeen ? [...others, kind] : others;
  }

  /** Goes back to typing: a new review is needed before sending. */
  backToTyping = (): void => {
    this.step = 'typing';
    this.isConfirming = false;
  };

  /** Goes to the review, if the entered payment can be sent. */
  async review(): Promise<void> {
    const { entry } = this;
    const required = entry.required.map(({ name }) => placeOf(name));
    entry.touch('beneficiaryId', 'amount', 'accountNumber', 'narration', ...required);
    if (this.busy !== null || !entry.isComplete || this.invoiceObstacle !== null) return;
    if (this.#unsent && this.#unsent.text !== textOf(entry.entered)) this.#becomeAnother();
    this.busy = 'reviewing';
    this.error = null;
    const question = { ...entry.entered, reference: this.#reference };
    const outcome = await request('payments.review', question);
    this.busy = null;
    if (!outcome.ok) {
      this.#showError(outcome.error);
      return;
    }
    this.reviewed = outcome.value;
    this.#acknowledged = [];
    this.step = 'review';
  }

  /** Reviews again, since the balances changed. Confirmations stay where the sentence of the warning is the same. */
  async lookAgain(): Promise<void> {
    const before = this.reviewed;
    if (before === null || !this.#isShown(before)) return;
    const question = { ...this.entry.entered, reference: this.#reference };
    const outcome = await request('payments.review', question);
    if (!outcome.ok || !this.#isShown(before)) return;
    const sentences = new Map(before.warnings.map(({ kind, message }) => [kind, message]));
    const changed = outcome.value.warnings.filter(
      ({ kind, message }) => sentences.get(kind) !== message,
    );
    this.#acknowledged = this.#acknowledged.filter((kind) =>
      changed.every((warning) => warning.kind !== kind),
    );
    this.reviewed = outcome.value;
    if (this.openWarnings.length > 0) this.isConfirming = false;
  }

  /** True while this review is visible and nothing is being asked or sent. */
  #isShown = (review: ReviewedPayment): boolean =>
    this.busy === null && this.step === 'review' && this.reviewed === review;

  /** Sends the reviewed payment once: two clicks are one payment. */
  async send(): Promise<Sent> {
    const review = this.reviewed;
    if (this.busy !== null || this.step !== 'review' || !review || this.openWarnings.length > 0)
      return { kind: 'kept' };
    this.busy = 'sending';
    this.error = null;
    const outcome = await this.#ask(review);
    const sent = outcome.ok ? this.#applyOutcome(outcome.value) : await this.#failed(outcome.error);
    this.busy = null;
    if (sent.kind === 'kept') this.backToTyping();
    return sent;
  }

  /** Requests the approval of the reviewed payment. Null if the form stays and shows why. One that never left gets a new reference. */
  async requestApproval(words: string): Promise<RequestRow | null> {
    const isReady = this.step === 'review' && this.reviewed && this.openWarnings.length === 0;
    if (this.busy !== null || !isReady) return null;
    if (this.#unsent) this.#becomeAnother();
    this.busy = 'sending';
    this.error = null;
    const question = { ...this.entry.entered, reference: this.#reference, words };
    const outcome = await request('approvals.request', question);
    this.busy = null;
    if (outcome.ok) return outcome.value;
    this.#showError(outcome.error);
    this.backToTyping();
    return null;
  }

  /** Schedules the reviewed payment for its day: nothing is sent. Null if the form stays and shows why. */
  async schedule(): Promise<DuePaymentRow | null> {
    const review = this.reviewed;
    const { due } = this.entry;
    const isReady = this.step === 'review' && this.openWarnings.length === 0 && due !== '';
    if (this.busy !== null || review === null || !isReady) return null;
    if (this.#unsent) this.#becomeAnother();
    this.busy = 'sending';
    this.error = null;
    const { payeeFingerprint } = review;
    const question = { ...this.entry.entered, reference: this.#reference, payeeFingerprint, due };
    const outcome = await request('due.schedule', question);
    this.busy = null;
    if (outcome.ok) return outcome.value;
    this.#showError(outcome.error);
    this.backToTyping();
    return null;
  }

  /** An identical payment that never left is sent again under its own reference, with a person's confirmation. */
  #ask({ payeeFingerprint, fee, warnings }: ReviewedPayment): Promise<Outcome<SubmissionView>> {
    const seen = warnings.filter(({ kind }) => this.isAcknowledged(kind));
    const confirmed = {
      acknowledged: [...this.#acknowledged],
      twins: seen.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    };
    if (this.#unsent) {
      const { submissionId } = this.#unsent;
      return request('submissions.sendAgain', { submissionId, ...confirmed });
    }
    return request('payments.send', {
      ...this.entry.entered,
      reference: this.#reference,
      payeeFingerprint,
      fee,
      ...confirmed,
    });
  }

  #applyOutcome({ state, reference, error, submissionId, confirmed }: SubmissionView): Sent {
    if (state === 'accepted') return { kind: confirmed === false ? 'open' : 'sent', reference };
    if (state !== 'refused' && state !== 'not-sent') return { kind: 'open', reference };
    if (state === 'refused') this.#becomeAnother();
    else this.#unsent = { submissionId, text: textOf(this.entry.entered) };
    if (error) this.#showError(error);
    return { kind: 'kept' };
  }

  /** Handles a failure while sending: the stored submission shows whether anything may have left. */
  async #failed(error: AppError): Promise<Sent> {
    const known = await request('payments.get', { reference: this.#reference });
    const submission = known.ok ? known.value.submission : null;
    if (submission && submission.state !== 'not-sent') return this.#applyOutcome(submission);
    this.#showError(error);
    return { kind: 'kept' };
  }

  #becomeAnother(): void {
    this.#unsent = null;
    this.#reference = newReference();
    void this.#linkInvoice();
  }

  /** Links the file of the invoice to its payment. */
  async #linkInvoice(): Promise<void> {
    const { invoice } = this;
    if (!invoice) return;
    const { invoiceId } = invoice.row;
    const linked = await request('invoices.link', { invoiceId, reference: this.#reference });
    if (!linked.ok) this.#showError(linked.error);
  }

  #showError(error: AppError): void {
    this.error = error;
    if (error.fields) this.entry.refuse(error.fields);
  }
}

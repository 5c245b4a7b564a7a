import { SvelteMap, SvelteSet } from 'svelte/reactivity';

import type { AppError } from '../../../shared/errors.ts';
import type { DuePaymentRow, ReviewedDue } from '../../../shared/ipc/changes/due-payments.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { sumByCurrency, type Money } from '../../../shared/money/money.ts';
import { request } from '../../state/desk.ts';

/** A payment of the run: reviewed, not readable, or sent. */
type Line = {
  readonly row: DuePaymentRow;
  readonly review: ReviewedDue | null;
  readonly error: AppError | null;
  readonly sent: SubmissionView | null;
};

/**
 * The run that reviews and sends due payments. Those without a doubt are sent together after one confirmation; each with a doubt is
 * confirmed and sent on its own. The run ends at the first payment without an answer.
 */
export class DueRun {
  readonly #lines: SvelteMap<string, Line>;
  readonly #acknowledged = new SvelteSet<PaymentWarningKind>();
  isReviewing = $state(false);
  isSending = $state(false);
  /** Why nothing more is sent; null while nothing prevents it. */
  stop = $state<string | null>(null);
  /** The person in whose name a held payment is released. */
  releaseAs = $state('');

  constructor(rows: readonly DuePaymentRow[]) {
    this.#lines = new SvelteMap(
      rows.map((row) => [row.reference, { row, review: null, error: null, sent: null }]),
    );
  }

  readonly lines: readonly Line[] = $derived.by(() => [...this.#lines.values()]);
  /** Reviewed, unchanged since it was scheduled, and without a warning to confirm. */
  readonly clear: readonly Line[] = $derived.by(() =>
    this.lines.filter((line) => line.sent === null && line.review !== null && !hasDoubt(line)),
  );
  readonly doubtful: readonly Line[] = $derived.by(() =>
    this.lines.filter(
      (line) => line.sent === null && (line.error !== null || (line.review && hasDoubt(line))),
    ),
  );
  readonly sent: readonly Line[] = $derived.by(() =>
    this.lines.filter(({ sent }) => sent !== null),
  );
  /** The next payment to confirm on its own: the first with a doubt, once the others are sent. */
  readonly next: Line | null = $derived.by(() =>
    this.clear.length === 0 && !this.isReviewing ? (this.doubtful[0] ?? null) : null,
  );
  readonly sums: readonly Money[] = $derived.by(() =>
    sumByCurrency(this.clear.flatMap(({ row }) => row.amount ?? [])),
  );

  isAcknowledged = (kind: PaymentWarningKind): boolean => this.#acknowledged.has(kind);

  acknowledge(kind: PaymentWarningKind, isSeen: boolean): void {
    if (isSeen) this.#acknowledged.add(kind);
    else this.#acknowledged.delete(kind);
  }

  /** Why the next one cannot be sent yet; null where it can. */
  get obstacle(): string | null {
    const { next } = this;
    const review = next?.review ?? null;
    if (next === null || review === null) return 'It cannot be sent now.';
    const { warnings } = review.review;
    if (warnings.some(({ weight }) => weight === 'blocks')) return 'It cannot be sent.';
    const isOpen = warnings.some(
      ({ weight, kind }) => weight === 'confirm' && !this.isAcknowledged(kind),
    );
    if (isOpen) return 'Confirm what is marked above first.';
    return next.row.held !== null && this.releaseAs.trim() === ''
      ? 'Enter the name of the person who releases it.'
      : null;
  }

  /** Reads each payment anew, one after the other. */
  async review(): Promise<void> {
    if (this.isReviewing) return;
    this.isReviewing = true;
    for (const line of this.lines) {
      const { reference } = line.row;
      const read = await request('due.review', { reference });
      this.#lines.set(reference, {
        ...line,
        review: read.ok ? read.value : null,
        error: read.ok ? null : read.error,
      });
    }
    this.isReviewing = false;
  }

  /** Sends all without a doubt, one after the other. */
  async sendClear(): Promise<void> {
    if (this.isSending || this.isReviewing) return;
    this.isSending = true;
    for (const line of this.clear) {
      await this.#send(line, { acknowledged: [], releaseAs: null });
      if (this.stop !== null) break;
    }
    this.isSending = false;
  }

  /** Sends the next one with a doubt, as it was confirmed. */
  async sendNext(): Promise<void> {
    const { next } = this;
    if (this.isSending || next === null || this.obstacle !== null) return;
    this.isSending = true;
    const releaseAs = next.row.held === null ? null : this.releaseAs.trim();
    await this.#send(next, { acknowledged: [...this.#acknowledged], releaseAs });
    this.#acknowledged.clear();
    this.isSending = false;
  }

  /** Skips the next payment: it stays due. */
  skipNext(): void {
    if (this.next) this.#lines.delete(this.next.row.reference);
    this.#acknowledged.clear();
  }

  async #send(
    line: Line,
    {
      acknowledged,
      releaseAs,
    }: {
      readonly acknowledged: readonly PaymentWarningKind[];
      readonly releaseAs: string | null;
    },
  ): Promise<void> {
    const { row, review } = line;
    if (review === null) return;
    const { payeeFingerprint, fee, warnings } = review.review;
    const seen = warnings.filter(({ kind }) => acknowledged.includes(kind));
    const outcome = await request('due.send', {
      ...{ reference: row.reference, payeeFingerprint, fee, releaseAs },
      acknowledged: [...acknowledged],
      twins: seen.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
    });
    if (!outcome.ok) {
      this.#lines.set(row.reference, { ...line, error: outcome.error });
      if (isGeneral(outcome.error.code)) this.stop = outcome.error.message;
      return;
    }
    const { state, error } = outcome.value;
    this.#lines.set(row.reference, { ...line, sent: outcome.value });
    if (state === 'unknown' || state === 'sending')
      this.stop = 'A payment got no answer. It is looked up at the bank: the rest waits.';
    else if (error && state === 'not-sent') this.stop = error.message;
  }
}

const hasDoubt = ({ row, review, error }: Line): boolean =>
  error !== null ||
  row.held !== null ||
  review === null ||
  review.hasOtherDetails ||
  review.review.warnings.some(({ weight }) => weight !== 'notice');

/** True for failures that every other payment would hit too. */
const isGeneral = (code: string): boolean =>
  ['network.', 'session.', 'store.', 'journal.', 'bank.'].some((start) => code.startsWith(start));

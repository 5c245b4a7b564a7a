import { actorIn, actorText, type Actor, type Stamp } from '../../../shared/actor.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { DueSource } from '../../../shared/ipc/changes/due-payments.ts';
import { spellingsOf } from '../../../shared/reference-likeness.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** A payment for a later day, as it was scheduled and with its current state. */
export type DuePayment = {
  readonly state: 'scheduled' | 'sent' | 'withdrawn';
  /** The day on which it is due. */
  readonly day: IsoDate;
  /** The day that was given. */
  readonly enteredDay: IsoDate;
  /** Why both differ; null where they do not. */
  readonly moved: string | null;
  /** As it will be sent; its reference is the payment's identity. */
  readonly order: PaymentOrder;
  /** The payee's name when it was scheduled. */
  readonly payee: string;
  /** The fingerprint of the payee's bank details that were known then; null where none were. */
  readonly fingerprint: string | null;
  readonly source: DueSource;
  /** The file, the template or the series that it came from; empty without one. */
  readonly sourceId: string;
  readonly scheduledAt: Timestamp;
  readonly actor: Actor;
};

export type DueChangeKind = 'day' | 'amount' | 'withdrawn' | 'released' | 'sent';

/** A change of a payment after it was scheduled. */
export type DueChange = Stamp & {
  readonly kind: DueChangeKind;
  readonly day: IsoDate;
  readonly detail: string;
};

type Stored = {
  readonly state: DuePayment['state'];
  readonly day: string;
  readonly entered_day: string;
  readonly moved: string | null;
  readonly document: string;
  readonly payee: string;
  readonly fingerprint: string | null;
  readonly source: DueSource;
  readonly source_id: string;
  readonly scheduled_at: string;
  readonly actor: string;
};

const columns = `state, day, entered_day, moved, document, payee, fingerprint, source, source_id,
  scheduled_at, actor`;

const paymentIn = ({ entered_day, document, source_id, scheduled_at, ...stored }: Stored) => ({
  ...stored,
  enteredDay: entered_day,
  order: JSON.parse(document) as PaymentOrder,
  sourceId: source_id,
  scheduledAt: scheduled_at,
  actor: actorIn(stored.actor),
});

/** The payment under a reference, in small letters or in capitals; null where none was scheduled. */
export function duePaymentUnder(journal: Journal, reference: string): DuePayment | null {
  for (const spelling of new Set([reference, ...spellingsOf(reference)])) {
    const stored = row<Stored>(
      journal,
      `SELECT ${columns} FROM due_payment WHERE reference = ?`,
      spelling,
    );
    if (stored !== null) return paymentIn(stored);
  }
  return null;
}

/** Payments that are scheduled and were neither sent nor withdrawn, by their day, those of one day as they were scheduled. */
export const scheduledPayments = (journal: Journal, limit: number): DuePayment[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM due_payment WHERE state = 'scheduled'
     ORDER BY day, scheduled_at, reference LIMIT ?`,
    limit,
  ).map(paymentIn);

export const scheduledCount = (journal: Journal): number =>
  row<{ n: number }>(journal, `SELECT count(*) AS n FROM due_payment WHERE state = 'scheduled'`)
    ?.n ?? 0;

/** How many scheduled payments each payee has, by the payee's identifier; 20,000 payments at most wait. */
export const scheduledByPayee = (journal: Journal): ReadonlyMap<string, number> =>
  new Map(
    rows<{ payee: string; n: number }>(
      journal,
      `SELECT document ->> '$.beneficiaryId' AS payee, count(*) AS n FROM due_payment WHERE state = 'scheduled'
       GROUP BY 1`,
    ).map(({ payee, n }) => [payee, n]),
  );

/** All payments, oldest first. */
export const allDuePayments = (journal: Journal, limit: number): DuePayment[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM due_payment ORDER BY scheduled_at, reference LIMIT ?`,
    limit,
  ).map(paymentIn);

/** The changes of a payment, in their order. */
export const changesOf = (journal: Journal, reference: string): DueChange[] =>
  rows<Omit<DueChange, 'actor'> & { readonly actor: string }>(
    journal,
    'SELECT kind, day, detail, at, actor FROM due_payment_change WHERE reference = ? ORDER BY n',
    reference,
  ).map(({ actor, ...change }) => ({ ...change, actor: actorIn(actor) }));

/** Writes the current version of a payment. Its source and its bank details are written only once, with the first version. */
export function writeDuePayment(journal: Journal, payment: DuePayment): void {
  const { state, day, enteredDay, moved, order, payee, fingerprint, source, sourceId } = payment;
  writeJournal(journal, 'due_payment', () =>
    run(
      journal,
      `INSERT INTO due_payment (reference, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE
       SET state = excluded.state, day = excluded.day, entered_day = excluded.entered_day, moved = excluded.moved,
         document = excluded.document, actor = excluded.actor`,
      ...[order.reference, state, day, enteredDay, moved, JSON.stringify(order), payee],
      ...[fingerprint, source, sourceId, payment.scheduledAt, actorText(payment.actor)],
    ),
  );
}

/** Records a change of a payment. */
export function noteChange(
  journal: Journal,
  reference: string,
  { kind, day, detail, at, actor }: DueChange,
): void {
  writeJournal(journal, 'due_payment_change', () =>
    run(
      journal,
      `INSERT INTO due_payment_change (reference, n, kind, day, detail, at, actor)
       SELECT @reference, coalesce(max(n), 0) + 1, @kind, @day, @detail, @at, @actor
       FROM due_payment_change WHERE reference = @reference`,
      { reference, kind, day, detail, at, actor: actorText(actor) },
    ),
  );
}

import { actorIn, actorText, type Actor } from '../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { writeDuePayment, type DuePayment } from './tables.ts';

/** An occurrence of a recurring payment whose amount a person must enter. Until then it is no payment: nothing can send or count it. */
export type AmountNeeded = {
  /** Of the payment that it becomes. */
  readonly reference: string;
  readonly state: 'needed' | 'withdrawn';
  readonly seriesId: string;
  readonly day: IsoDate;
  readonly enteredDay: IsoDate;
  /** Why both days differ; null where they do not. */
  readonly moved: string | null;
  /** The fingerprint of the payee's bank details when it was prepared; null where none were known. */
  readonly fingerprint: string | null;
  readonly preparedAt: Timestamp;
  /** When it was prepared or withdrawn, and by whom. */
  readonly changedAt: Timestamp;
  readonly actor: Actor;
};

type Stored = Omit<AmountNeeded, 'actor'> & { readonly actor: string };

const columns = `reference, state, series_id AS seriesId, day, entered_day AS enteredDay, moved, fingerprint,
  prepared_at AS preparedAt, changed_at AS changedAt, actor`;

const neededIn = ({ actor, ...stored }: Stored): AmountNeeded => ({
  ...stored,
  actor: actorIn(actor),
});

/** The payment under a reference whose amount is needed, or that was withdrawn before; null where there is none. */
export function amountNeededUnder(journal: Journal, reference: string): AmountNeeded | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM due_amount WHERE reference = ?`,
    reference,
  );
  return stored && neededIn(stored);
}

/** Payments whose amount is needed, by their day. */
export const amountsNeeded = (journal: Journal, limit: number): AmountNeeded[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM due_amount WHERE state = 'needed' ORDER BY day, reference LIMIT ?`,
    limit,
  ).map(neededIn);

export const amountsNeededCount = (journal: Journal): number =>
  row<{ n: number }>(journal, `SELECT count(*) AS n FROM due_amount WHERE state = 'needed'`)?.n ??
  0;

/** All of them, including withdrawn ones. */
export const allAmountsNeeded = (journal: Journal, limit: number): AmountNeeded[] =>
  rows<Stored>(journal, `SELECT ${columns} FROM due_amount ORDER BY reference LIMIT ?`, limit).map(
    neededIn,
  );

/** Writes one with its current state. A withdrawn one stays withdrawn. */
export function writeAmountNeeded(
  journal: Journal,
  { reference, state, seriesId, day, enteredDay, moved, ...needed }: AmountNeeded,
): void {
  const { fingerprint, preparedAt, changedAt, actor } = needed;
  writeJournal(journal, 'due_amount', () =>
    run(
      journal,
      `INSERT INTO due_amount (reference, state, series_id, day, entered_day, moved, fingerprint, prepared_at, changed_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (reference) DO UPDATE
       SET state = excluded.state, changed_at = excluded.changed_at, actor = excluded.actor WHERE state = 'needed'`,
      ...[reference, state, seriesId, day, enteredDay, moved, fingerprint],
      ...[preparedAt, changedAt, actorText(actor)],
    ),
  );
}

/**
 * Writes a payment that is new to this desk, in place of the one whose amount was needed. It is withdrawn where that one was: the person
 * who withdrew it did not want a payment of any amount.
 */
export function writeWithAmount(journal: Journal, payment: DuePayment): DuePayment {
  return writeJournal(journal, ['due_payment', 'due_amount'], () => {
    const { reference } = payment.order;
    const needed = amountNeededUnder(journal, reference);
    const written: DuePayment =
      needed?.state === 'withdrawn' ? { ...payment, state: 'withdrawn' } : payment;
    writeDuePayment(journal, written);
    run(journal, 'DELETE FROM due_amount WHERE reference = ?', reference);
    return written;
  });
}

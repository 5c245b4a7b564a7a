import { actorIn, actorText, type Actor } from '../../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import { row, run, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';

/** A reconciliation of journal and bank after which a person opened sending again. */
export type Reconciliation = {
  readonly openedAt: Timestamp;
  /** The person who opened it. */
  readonly actor: Actor;
  /** The first day that was asked for. */
  readonly from: IsoDate;
  /** Could everything be read? If not, the person checked the rest in the bank's own records. */
  readonly isComplete: boolean;
};

/** Records who opened sending, when, and on which figures. The row is never changed or removed. */
export function addReconciliation(
  journal: Journal,
  { openedAt, actor, from, isComplete }: Reconciliation,
  report: unknown,
): void {
  writeJournal(journal, 'reconciliation', () =>
    run(
      journal,
      'INSERT INTO reconciliation (opened_at, actor, from_day, is_complete, report) VALUES (?, ?, ?, ?, ?)',
      openedAt,
      actorText(actor),
      from,
      isComplete ? 1 : 0,
      JSON.stringify(report),
    ),
  );
}

/** Returns the newest reconciliation; null when sending was never opened again. */
export function lastReconciliation(journal: Journal): Reconciliation | null {
  const stored = row<
    Omit<Reconciliation, 'isComplete' | 'actor'> & { actor: string; isComplete: 0 | 1 }
  >(
    journal,
    `SELECT opened_at AS openedAt, actor, from_day AS "from", is_complete AS isComplete
     FROM reconciliation ORDER BY id DESC LIMIT 1`,
  );
  return stored && { ...stored, actor: actorIn(stored.actor), isComplete: stored.isComplete === 1 };
}

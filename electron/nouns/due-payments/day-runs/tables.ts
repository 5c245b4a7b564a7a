import { actorIn, actorText, type Actor } from '../../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { DayRunState } from '../../../../shared/ipc/changes/day-runs.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import type { NamedPayment } from './covered.ts';

/** Payments of one day that this desk sends automatically, as a person planned them, with the current state of the run. */
export type DayRun = {
  readonly runId: string;
  readonly day: IsoDate;
  /** A moment of that day. */
  readonly until: Timestamp;
  /** In the order in which they are sent. */
  readonly payments: readonly NamedPayment[];
  /** The last comparison of journal and bank when it was planned; null before the first. */
  readonly reconciledAt: Timestamp | null;
  readonly state: DayRunState;
  readonly sent: number;
  readonly reason: string | null;
  readonly endedAt: Timestamp | null;
  readonly plannedAt: Timestamp;
  /** Who planned it, and on which desk. */
  readonly actor: Actor;
};

type Stored = Omit<DayRun, 'payments' | 'actor'> & {
  readonly document: string;
  readonly actor: string;
};

const columns = `run_id AS runId, day, until, document, reconciled_at AS reconciledAt, state, sent, reason,
  ended_at AS endedAt, planned_at AS plannedAt, actor`;

const runIn = ({ document, actor, ...stored }: Stored): DayRun => ({
  ...stored,
  payments: JSON.parse(document) as NamedPayment[],
  actor: actorIn(actor),
});

/** Runs that did not end yet, by their day; one a day at most. */
export const openDayRuns = (journal: Journal): DayRun[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM due_day_run WHERE state IN ('open', 'started') ORDER BY day`,
  ).map(runIn);

/** The runs of that day and of later ones, by their day, those of one day as they were planned. */
export const dayRunsSince = (journal: Journal, from: IsoDate): DayRun[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM due_day_run WHERE day >= ? ORDER BY day, planned_at, run_id`,
    from,
  ).map(runIn);

export const openDayRunOf = (journal: Journal, day: IsoDate): DayRun | null =>
  openDayRuns(journal).find((one) => one.day === day) ?? null;

export function dayRunById(journal: Journal, runId: string): DayRun | null {
  const stored = row<Stored>(journal, `SELECT ${columns} FROM due_day_run WHERE run_id = ?`, runId);
  return stored && runIn(stored);
}

export type PlannedRun = Omit<DayRun, 'state' | 'sent' | 'reason' | 'endedAt'>;

/** Writes a planned run, durably. Throws where another run of its day is open. */
export function writeDayRun(journal: Journal, planned: PlannedRun): DayRun {
  const { runId, day, until, payments, reconciledAt, plannedAt, actor } = planned;
  const named = payments.map(({ reference, digest }) => ({ reference, digest }));
  writeJournal(journal, 'due_day_run', () =>
    run(
      journal,
      `INSERT INTO due_day_run (run_id, day, until, document, reconciled_at, state, sent, planned_at, actor)
       VALUES (?, ?, ?, ?, ?, 'open', 0, ?, ?)`,
      ...[runId, day, until, JSON.stringify(named), reconciledAt, plannedAt, actorText(actor)],
    ),
  );
  return { ...planned, state: 'open', sent: 0, reason: null, endedAt: null };
}

/** Begins a run, durably. False where it is not open: it began before, or ended. */
export const beginDayRun = (journal: Journal, runId: string): boolean =>
  writeJournal(journal, 'due_day_run', () => {
    if (dayRunById(journal, runId)?.state !== 'open') return false;
    run(journal, `UPDATE due_day_run SET state = 'started' WHERE run_id = ?`, runId);
    return true;
  });

/** How a run ended. */
export type RunEnd = {
  readonly state: 'done' | 'stopped' | 'withdrawn';
  readonly sent: number;
  readonly reason: string | null;
};

/** Ends a run for good, durably. One that ended stays as it is. */
export function endDayRun(
  journal: Journal,
  runId: string,
  { state, sent, reason }: RunEnd,
  at: Timestamp,
): void {
  writeJournal(journal, 'due_day_run', () =>
    run(
      journal,
      `UPDATE due_day_run SET state = ?, sent = ?, reason = ?, ended_at = ?
       WHERE run_id = ? AND state IN ('open', 'started')`,
      ...[state, sent, reason, at, runId],
    ),
  );
}

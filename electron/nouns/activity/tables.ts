import type { ActivityRow } from '../../../shared/ipc/desk/activity.ts';
import { limits } from '../../../shared/limits.ts';
import { prepared, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

export type NewActivity = Omit<ActivityRow, 'activityId'>;

/**
 * Appends in one transaction and deletes the oldest rows beyond `rowsMax`. Does not fsync: the rows reach the disk with the next durable
 * write, and a power cut before that loses only calls that are not needed to go on.
 */
export function appendActivity(
  journal: Journal,
  activities: readonly NewActivity[],
  rowsMax: number = limits.activityRowsMax,
): void {
  writeJournal(journal, 'activity', () => {
    const append = prepared(
      journal,
      `INSERT INTO activity (at, operation, method, outcome, status, duration_ms, attempts, correlation_id, subject)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { at, operation, method, outcome, status, ...rest } of activities)
      append.run(
        at,
        operation,
        method,
        outcome,
        status,
        Math.round(rest.durationMs),
        rest.attempts,
        rest.correlationId,
        rest.subject,
      );
    run(journal, 'DELETE FROM activity WHERE id <= (SELECT max(id) FROM activity) - ?', rowsMax);
  });
}

/** Newest first, below the id `before` when given. */
export function listActivity(
  journal: Journal,
  { before, limit }: { before?: number | undefined; limit: number },
): { rows: ActivityRow[]; hasMore: boolean } {
  const found = rows<ActivityRow>(
    journal,
    `SELECT id AS activityId, at, operation, method, outcome, status, duration_ms AS durationMs, attempts,
       correlation_id AS correlationId, subject
     FROM activity WHERE id < ? ORDER BY id DESC LIMIT ?`,
    before ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  );
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

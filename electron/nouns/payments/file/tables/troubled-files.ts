import type { Timestamp } from '../../../../../shared/calendar/calendar.ts';
import { rows, type Journal } from '../../../../engines/store/database.ts';
import { submissionSql } from '../../../../engines/submissions/journal/submission-sql.ts';

/** SQL: has a payment file a line with that reference? */
export const isLineSql = (reference: string): string =>
  `EXISTS (SELECT 1 FROM payment_line p WHERE p.reference = ${reference})`;

/** A payment file that was stopped with lines that were not sent. */
export type StoppedFile = {
  readonly batchId: string;
  readonly fileName: string;
  /** Null when a person stopped it. */
  readonly stopReason: string | null;
  readonly lines: number;
  readonly unsent: number;
  /** When its last line was sent, or it was added. */
  readonly since: Timestamp;
};

export const stoppedFiles = (journal: Journal): StoppedFile[] =>
  rows<StoppedFile>(
    journal,
    // With a single max(), the submission's time is that of its row.
    `SELECT b.file_id AS batchId, b.file_name AS fileName, b.stop_reason AS stopReason, count(*) AS lines,
       sum(p.state = 'ready' AND s.id IS NULL) AS unsent, coalesce(s.created_at, b.added_at) AS since, max(s.id)
     FROM payment_file b JOIN payment_line p ON p.file_id = b.file_id LEFT JOIN ${submissionSql('p.reference')}
     WHERE b.state = 'stopped' GROUP BY b.file_id HAVING unsent > 0`,
  );

/** The lines of one payment file that came to nothing. */
export type LinesWithoutEffect = {
  readonly batchId: string;
  readonly fileName: string;
  readonly state: 'refused' | 'not-sent';
  readonly lines: number;
  readonly lastAt: Timestamp;
};

/** The lines that came to nothing since then: files have thousands, so they are counted per file. */
export const linesThatCameToNothing = (journal: Journal, since: Timestamp): LinesWithoutEffect[] =>
  rows(
    journal,
    `SELECT p.file_id AS batchId, b.file_name AS fileName, s.state, count(*) AS lines, max(s.settled_at) AS lastAt
     FROM payment_line p JOIN ${submissionSql('p.reference')} JOIN payment_file b ON b.file_id = p.file_id
     WHERE s.state IN ('refused', 'not-sent', 'not-found') AND s.state IN ('refused', 'not-sent') AND s.settled_at >= ?
     GROUP BY p.file_id, s.state`,
    since,
  );

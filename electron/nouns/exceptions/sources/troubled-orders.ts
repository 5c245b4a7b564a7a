import type { Receivable } from '../../../../shared/bank/receivables.ts';
import type { Remittance } from '../../../../shared/bank/remittances.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { rows, type Journal } from '../../../engines/store/database.ts';

type Records = { readonly remittance: Remittance; readonly receivable: Receivable };

/** Of our register: what came in since then and stands in one of the states wanted. */
export function registeredThatStand<K extends keyof Records>(
  journal: Journal,
  kind: K,
  { isWanted, since }: { isWanted: (status: string) => boolean; since: Timestamp },
): { record: Records[K]; asOf: Timestamp }[] {
  const statuses = rows<{ status: string | null }>(
    journal,
    `SELECT DISTINCT json_extract(document, '$.status') AS status FROM order_record WHERE kind = ?`,
    kind,
  ).flatMap(({ status }) => (status !== null && isWanted(status) ? [status] : []));
  return rows<{ document: string; asOf: Timestamp }>(
    journal,
    `SELECT document, as_of AS asOf FROM order_record
     WHERE kind = ? AND json_extract(document, '$.status') IN (SELECT value FROM json_each(?)) AND added_at >= ?`,
    kind,
    JSON.stringify(statuses),
    since,
  ).map(({ document, asOf }) => ({ record: JSON.parse(document) as Records[K], asOf }));
}

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
    `SELECT batchId, fileName, stopReason, lines, unsent,
       coalesce((SELECT l.created_at FROM submission l WHERE l.id = lastId), addedAt) AS since
     FROM (SELECT b.file_id AS batchId, b.file_name AS fileName, b.stop_reason AS stopReason, b.added_at AS addedAt,
         count(*) AS lines, sum(p.state = 'ready' AND s.id IS NULL) AS unsent, max(s.id) AS lastId
       FROM payment_file b JOIN payment_line p ON p.file_id = b.file_id
       LEFT JOIN submission s ON s.reference = p.reference
       WHERE b.state = 'stopped' GROUP BY b.file_id)
     WHERE unsent > 0`,
  );

import type { Timestamp } from '../../../../../shared/calendar/calendar.ts';
import { rows, type Journal } from '../../../../engines/store/database.ts';

/** The payment file that a payment was sent with. */
export type FileOfPayment = {
  readonly reference: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly addedAt: Timestamp;
};

/** The files whose lines were sent under these references. A reference in several files belongs to the oldest. */
export const filesByReference = (
  journal: Journal,
  references: readonly string[],
): ReadonlyMap<string, FileOfPayment> =>
  new Map(
    rows<FileOfPayment>(
      journal,
      // The newest first: an older file replaces it in the map.
      `SELECT l.reference, f.file_id AS fileId, f.file_name AS fileName, f.added_at AS addedAt
       FROM json_each(?) j CROSS JOIN payment_line l ON l.reference = j.value
         CROSS JOIN payment_file f ON f.file_id = l.file_id
       WHERE l.state IN ('ready', 'scheduled') AND f.is_whole = 1 ORDER BY f.id DESC`,
      JSON.stringify(references),
    ).map((file) => [file.reference, file]),
  );

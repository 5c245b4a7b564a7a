import type {
  CheckedLine,
  PaymentFileLine,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import { spellingsOf } from '../../../../../shared/reference-likeness.ts';
import { row, rows, type Journal } from '../../../../engines/store/database.ts';
import { writeJournal } from '../../../../engines/store/write-journal.ts';
import { replaceLines, type PaymentCell, type PaymentLine } from './line-tables.ts';

const noOutcome = { submissionId: null, transferId: null, confirmed: null, error: null } as const;

/** The first lines that cannot be sent, in the order of the file. */
export const linesToRepair = (
  journal: Journal,
  batchId: string,
  limit: number,
): { readonly line: PaymentFileLine; readonly cells: readonly PaymentCell[] }[] =>
  rows<{ document: string; cells: string }>(
    journal,
    `SELECT document, cells FROM payment_line WHERE file_id = ? AND state = 'invalid' ORDER BY line LIMIT ?`,
    batchId,
    limit,
  ).map(({ document, cells }) => ({
    line: { ...(JSON.parse(document) as CheckedLine), state: 'invalid', ...noOutcome },
    cells: JSON.parse(cells) as PaymentCell[],
  }));

/** Another line of the file with this reference, in upper or lower case; null where there is none. */
export const otherLineWith = (
  journal: Journal,
  batchId: string,
  { reference, line }: Pick<CheckedLine, 'reference' | 'line'>,
): number | null =>
  row<{ line: number }>(
    journal,
    `SELECT line FROM payment_line WHERE reference IN (SELECT value FROM json_each(?)) AND file_id = ?
     AND line <> ? LIMIT 1`,
    JSON.stringify(spellingsOf(reference)),
    batchId,
    line,
  )?.line ?? null;

/** Saves a repaired line. A person's act is on the disk before it returns, unlike a line that was checked again. */
export function saveRepaired(
  journal: Journal,
  batchId: string,
  line: Pick<PaymentLine, 'state' | 'checked'>,
): void {
  writeJournal(journal, ['payment_file', 'payment_line'], () => {
    replaceLines(journal, batchId, [line]);
  });
}

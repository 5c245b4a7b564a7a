import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { rows, type Journal } from '../../store/database.ts';
import { piecesBehind } from '../../store/pieces-behind.ts';

type SentReference = {
  readonly id: number;
  readonly reference: string;
  readonly createdAt: Timestamp;
};

/** Submissions per piece. */
const perPiece = 1_000;

/**
 * Yields the references of an operation sent from one instant on and before another, newest first, in pieces. Scans all submissions,
 * since a clock that was set may have written them out of order.
 */
export function* referencesBetween(
  journal: Journal,
  operation: string,
  { from, until }: { readonly from: Timestamp; readonly until: Timestamp },
): Generator<readonly string[]> {
  const read = (before: number): SentReference[] =>
    rows<SentReference>(
      journal,
      `SELECT id, reference, created_at AS createdAt FROM submission INDEXED BY submission_operation
       WHERE operation = ? AND id < ? ORDER BY id DESC LIMIT ?`,
      ...[operation, before, perPiece],
    );
  for (const piece of piecesBehind(Number.MAX_SAFE_INTEGER, read, ({ id }) => id))
    yield piece
      .filter(({ createdAt }) => createdAt >= from && createdAt < until)
      .map(({ reference }) => reference);
}

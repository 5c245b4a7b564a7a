import { createHash } from 'node:crypto';

import type { Timestamp } from '../../../shared/calendar.ts';
import { dayOf } from '../../../shared/calendar.ts';
import { fullDay } from '../../../shared/day-words.ts';
import type { ColumnMatch, Decimals, KnownShape } from '../../../shared/ipc/payment-files.ts';
import { row, rows, run, type Journal } from '../../store/database.ts';
import { durably } from '../../store/opening/durably.ts';
import type { SavedMatch } from './match-columns.ts';

/** What a person said of files of one shape. */
type Shape = Pick<ColumnMatch, 'columns' | 'decimals'> & {
  readonly shape: string;
  readonly offset: number;
  readonly headings: readonly string[];
  readonly fileName: string;
  readonly savedAt: Timestamp;
};

type StoredShape = {
  shape_id: string;
  columns: string;
  headings: string;
  decimals: Decimals | null;
  row_offset: number;
  file_name: string;
  saved_at: string;
};

/** A shape is as long as its headings: it is known by its digest. */
const idOf = (shape: string): string => createHash('sha256').update(shape).digest('hex');

/** The newest word on a shape counts. */
export function saveShape(journal: Journal, shape: Shape): void {
  durably(journal, () =>
    run(
      journal,
      `INSERT OR REPLACE INTO payment_shape (shape_id, columns, headings, decimals, row_offset, file_name, saved_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      idOf(shape.shape),
      JSON.stringify(shape.columns),
      JSON.stringify(shape.headings),
      shape.decimals,
      shape.offset,
      shape.fileName,
      shape.savedAt,
    ),
  );
}

export function shapeFor(journal: Journal, shape: string): SavedMatch | null {
  const stored = row<StoredShape>(
    journal,
    'SELECT * FROM payment_shape WHERE shape_id = ?',
    idOf(shape),
  );
  return (
    stored && {
      columns: JSON.parse(stored.columns) as Record<string, number>,
      decimals: stored.decimals,
      offset: stored.row_offset,
      words: `Its columns were matched as for ${stored.file_name} on ${fullDay(dayOf(stored.saved_at))}.`,
    }
  );
}

/** Newest first. */
export const listShapes = (journal: Journal): KnownShape[] =>
  rows<StoredShape>(
    journal,
    'SELECT * FROM payment_shape ORDER BY saved_at DESC, shape_id DESC LIMIT 200',
  ).map((stored) => {
    const headings = JSON.parse(stored.headings) as string[];
    const columns = Object.entries(JSON.parse(stored.columns) as Record<string, number>);
    return {
      shapeId: stored.shape_id,
      fileName: stored.file_name,
      savedAt: stored.saved_at,
      columns: columns.map(([field, at]) => `${headings[at] ?? ''}: ${field}`),
      decimals: stored.decimals,
    };
  });

export function forgetShape(journal: Journal, shapeId: string): void {
  durably(journal, () => run(journal, 'DELETE FROM payment_shape WHERE shape_id = ?', shapeId));
}

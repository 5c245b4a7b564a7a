import { createHash } from 'node:crypto';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { dayOf } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type {
  ColumnMatch,
  Decimals,
  KnownShape,
} from '../../../shared/ipc/changes/payment-files.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import { standingChange } from '../sharing/change-table.ts';
import { shareChanges } from '../sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import type { SavedMatch } from './match.ts';

/** The kind of files of a shape. Files of different kinds may have the same headings with different meanings. */
export type ShapeKind = 'payments' | 'ledger' | 'onboarding';

/** The column match of files of one shape. */
type Shape = Pick<ColumnMatch, 'columns' | 'decimals'> & {
  readonly kind: ShapeKind;
  readonly shape: string;
  readonly offset: number;
  readonly headings: readonly string[];
  readonly fileName: string;
  readonly savedAt: Timestamp;
  readonly reading?: SavedMatch['reading'];
};

type StoredShape = {
  shape_id: string;
  kind: ShapeKind;
  columns: string;
  headings: string;
  decimals: Decimals | null;
  row_offset: number;
  reading: string;
  file_name: string;
  saved_at: string;
};

/** The id of a shape is a digest: its text is as long as its headings. Shapes of payments have no kind in it, since they are the oldest. */
export const shapeIdOf = (kind: ShapeKind, shape: string): string =>
  createHash('sha256')
    .update(kind === 'payments' ? shape : `${kind} ${shape}`)
    .digest('hex');

/** The kind of shared record for shapes. */
export const shapeRecordKind = 'file-shape';

/** A shape by its id, as a team shares it. */
export type SharedShape = Omit<Shape, 'shape' | 'savedAt' | 'reading'> & {
  readonly shapeId: string;
  readonly reading: SavedMatch['reading'];
};

/** A shape with more characters is not shared. */
const sharedCharactersMax = 100_000;

/** Saves a match and shares it with the team. The newest match of a shape counts. */
export function saveShape(
  journal: Journal,
  { shape, savedAt, reading = {}, ...match }: Shape,
): void {
  const { kind, columns, decimals, offset, headings } = match;
  const shapeId = shapeIdOf(kind, shape);
  const fileName = cleanFileName(match.fileName);
  const saved = { shapeId, kind, columns, decimals, offset, headings, fileName, reading };
  writeJournal(journal, 'file_shape', () => {
    writeShape(journal, saved, savedAt);
    if (JSON.stringify(saved).length <= sharedCharactersMax)
      shareChanges(journal, shapeRecordKind, [{ shapeId, shape: saved }], savedAt);
  });
}

/** Writes a shape without sharing it, such as a colleague's. */
export function writeShape(journal: Journal, shape: SharedShape, at: Timestamp): void {
  writeJournal(journal, 'file_shape', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO file_shape (shape_id, kind, columns, headings, decimals, row_offset, reading, file_name, saved_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[shape.shapeId, shape.kind],
      ...[JSON.stringify(shape.columns), JSON.stringify(shape.headings)],
      ...[shape.decimals, shape.offset, JSON.stringify(shape.reading), shape.fileName, at],
    ),
  );
}

export function shapeFor(journal: Journal, kind: ShapeKind, shape: string): SavedMatch | null {
  const stored = row<StoredShape>(
    journal,
    'SELECT * FROM file_shape WHERE shape_id = ?',
    shapeIdOf(kind, shape),
  );
  return stored && savedMatch(journal, stored);
}

function savedMatch(journal: Journal, stored: StoredShape): SavedMatch {
  const { shape_id, file_name, saved_at } = stored;
  const shared = standingChange(journal, shapeRecordKind, shape_id);
  const by = shared?.at === saved_at ? ` by ${shared.by}` : '';
  return {
    columns: JSON.parse(stored.columns) as Record<string, number>,
    decimals: stored.decimals,
    offset: stored.row_offset,
    reading: JSON.parse(stored.reading) as Record<string, string>,
    words: `Its columns were matched as for ${file_name} on ${fullDay(dayOf(saved_at))}${by}.`,
  };
}

/** The newest 200 shapes of a kind by their ids, for a thread that has no journal. */
export const savedMatches = (
  journal: Journal,
  kind: ShapeKind,
): Readonly<Record<string, SavedMatch>> =>
  Object.fromEntries(
    newestShapes(journal, kind).map((stored) => [stored.shape_id, savedMatch(journal, stored)]),
  );

const newestShapes = (journal: Journal, kind: ShapeKind): StoredShape[] =>
  rows<StoredShape>(
    journal,
    'SELECT * FROM file_shape WHERE kind = ? ORDER BY saved_at DESC, shape_id DESC LIMIT 200',
    kind,
  );

/** Newest first. */
export const listShapes = (journal: Journal, kind: ShapeKind): KnownShape[] =>
  newestShapes(journal, kind).map((stored) => {
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

export function forgetShape(journal: Journal, shapeId: string, at: Timestamp): void {
  writeJournal(journal, 'file_shape', () => {
    eraseShape(journal, shapeId);
    shareChanges(journal, shapeRecordKind, [{ shapeId, shape: null }], at);
  });
}

/** Removes a shape without sharing the removal, such as a colleague’s. */
export function eraseShape(journal: Journal, shapeId: string): void {
  writeJournal(journal, 'file_shape', () =>
    run(journal, 'DELETE FROM file_shape WHERE shape_id = ?', shapeId),
  );
}

/** All shapes, oldest first. */
export const allShapes = (
  journal: Journal,
): readonly { readonly shape: SharedShape; readonly at: Timestamp }[] =>
  rows<StoredShape>(journal, 'SELECT * FROM file_shape ORDER BY saved_at').map((stored) => ({
    shape: {
      ...{ shapeId: stored.shape_id, kind: stored.kind, offset: stored.row_offset },
      ...{ decimals: stored.decimals, fileName: stored.file_name },
      columns: JSON.parse(stored.columns) as Record<string, number>,
      headings: JSON.parse(stored.headings) as string[],
      reading: JSON.parse(stored.reading) as Record<string, string>,
    },
    at: stored.saved_at,
  }));

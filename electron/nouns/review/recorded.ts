import type { JsonObject } from '../../engines/acts/act.ts';
import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  RecordedLine,
  RecordedReview,
  ReviewReport,
} from '../../../shared/ipc/review/review.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

type Stored = {
  readonly id: string;
  readonly recorded_at: string;
  readonly actor: string;
  readonly report: string;
};

/** The number of reviews listed. */
const listedMax = 200;

/** Records a review permanently. */
export function record(
  journal: Journal,
  { at, actor, report }: Stamp & { readonly report: ReviewReport },
): RecordedReview {
  const id = newIdAt(at);
  writeJournal(journal, 'recorded_review', () => {
    writeReview(journal, { id, report }, { actor, at });
    shareChanges(journal, reviewKind, [sharedReview({ id, report })], at);
  });
  return { id, recordedAt: at, recordedBy: actor.name, report };
}

/** The kind of a recorded review among the shared records. */
export const reviewKind = 'review';

/** A review by its id. */
export type Review = Pick<RecordedReview, 'id' | 'report'>;

/** Writes a review without sharing it, such as a colleague's. A stored review never changes. */
export function writeReview(journal: Journal, { id, report }: Review, { actor, at }: Stamp): void {
  writeJournal(journal, 'recorded_review', () =>
    run(
      journal,
      `INSERT OR IGNORE INTO recorded_review (review_id, recorded_at, actor, from_day, to_day, report)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[id, at, actorText(actor), report.from, report.to, JSON.stringify(report)],
    ),
  );
}

/** An act of a team is limited to a megabyte; this leaves room for the rest of it. */
const sharedBytesMax = 600_000;

/** Returns a review as a team shares it, with as many of its newest open entries as fit into an act. */
function sharedReview({ id, report }: Review): JsonObject {
  const open: JsonObject[] = [];
  let bytes = Buffer.byteLength(JSON.stringify({ ...report, open: [] }));
  for (const entry of report.open) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > sharedBytesMax) break;
    // Drops undefined fields: a report is canonical JSON.
    open.push(JSON.parse(JSON.stringify(entry)) as JsonObject);
  }
  return { id, report: { ...(JSON.parse(JSON.stringify(report)) as JsonObject), open } };
}

/** All recorded reviews as a team shares them, oldest first. */
export const sharedReviews = (
  journal: Journal,
): { readonly item: JsonObject; readonly stamp: Stamp }[] =>
  rows<Stored>(
    journal,
    'SELECT review_id AS id, recorded_at, actor, report FROM recorded_review ORDER BY n',
  ).map(({ id, recorded_at, actor, report }) => ({
    item: sharedReview({ id, report: JSON.parse(report) as ReviewReport }),
    stamp: { at: recorded_at, actor: actorIn(actor) },
  }));

/** Newest first. */
export const recordedLines = (journal: Journal): RecordedLine[] =>
  rows<
    Omit<Stored, 'report'> & { from_day: string; to_day: string; accounts: number; open: number }
  >(
    journal,
    `SELECT review_id AS id, recorded_at, actor, from_day, to_day, json_array_length(report, '$.accounts') AS accounts,
       json_extract(report, '$.openTotal') AS open
     FROM recorded_review ORDER BY n DESC LIMIT ?`,
    listedMax,
  ).map((stored) => ({
    id: stored.id,
    recordedAt: stored.recorded_at,
    recordedBy: actorIn(stored.actor).name,
    from: stored.from_day,
    to: stored.to_day,
    accounts: stored.accounts,
    openTotal: stored.open,
  }));

/** Throws where there is none of this id. */
export function recordedReview(journal: Journal, id: string): RecordedReview {
  const stored = row<Stored>(
    journal,
    'SELECT review_id AS id, recorded_at, actor, report FROM recorded_review WHERE review_id = ?',
    id,
  );
  if (stored === null) throw new DeskFault('input.invalid', `There is no recorded review ${id}.`);
  return {
    id: stored.id,
    recordedAt: stored.recorded_at,
    recordedBy: actorIn(stored.actor).name,
    // Written by `writeReview`, and by nothing else.
    report: JSON.parse(stored.report) as ReviewReport,
  };
}

/**
 * When a review was last recorded on this desk, in milliseconds; 0 where none was. A colleague may not have had what this desk had
 * from the bank by then.
 */
export const lastRecordedAt = (journal: Journal, deskId: string): number => {
  const last = row<{ recorded_at: string }>(
    journal,
    `SELECT recorded_at FROM recorded_review WHERE json_extract(actor, '$.desk') = ? ORDER BY n DESC LIMIT 1`,
    deskId,
  );
  return last === null ? 0 : Date.parse(last.recorded_at);
};

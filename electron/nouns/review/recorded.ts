import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  RecordedLine,
  RecordedReview,
  ReviewReport,
} from '../../../shared/ipc/review/review.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

type Stored = {
  readonly id: string;
  readonly recorded_at: string;
  readonly actor: string;
  readonly report: string;
};

/** So many are listed. */
const listedMax = 200;

/** Writes a review down for good. */
export function record(
  journal: Journal,
  { at, actor, report }: Stamp & { readonly report: ReviewReport },
): RecordedReview {
  const id = newIdAt(at);
  writeJournal(journal, 'recorded_review', () =>
    run(
      journal,
      `INSERT INTO recorded_review (review_id, recorded_at, actor, from_day, to_day, report) VALUES (?, ?, ?, ?, ?, ?)`,
      ...[id, at, actorText(actor), report.from, report.to, JSON.stringify(report)],
    ),
  );
  return { id, recordedAt: at, recordedBy: actor.name, report };
}

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
    // Written by `record`, and by nothing else.
    report: JSON.parse(stored.report) as ReviewReport,
  };
}

/** When a review was last recorded, in milliseconds; 0 where none was. */
export const lastRecordedAt = (journal: Journal): number => {
  const last = row<{ recorded_at: string }>(
    journal,
    'SELECT recorded_at FROM recorded_review ORDER BY n DESC LIMIT 1',
  );
  return last === null ? 0 : Date.parse(last.recorded_at);
};

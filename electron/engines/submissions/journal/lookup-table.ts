import { actorText, type Actor } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { ResemblingRow } from '../../../../shared/ipc/submissions.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import { rows, run, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';

/** A lookup of a submission: in the bank's own list or record, in the statement, or by a person who asked the bank. */
export type SubmissionLookup = {
  readonly at: Timestamp;
  readonly source: 'bank' | 'statement' | 'person';
  /**
   * `no`: absent, and the source would have shown it. `doubtful`: more than one, or one that only resembles it.
   * `unavailable`: the source could not be read, or its silence proves nothing.
   */
  readonly found: 'yes' | 'no' | 'doubtful' | 'unavailable';
  readonly words: string;
  /** The clocks when the bank sent the data; null for a person, and in rows from before they were recorded. */
  readonly clocks: Moment | null;
  /** The attempt that was looked up, counted from 1; null in rows from before it was recorded. */
  readonly attempt: number | null;
  /** The bank's rows that resemble it. */
  readonly resembling: readonly ResemblingRow[];
};

/** A lookup to record. It is for the last attempt. */
export type NewLookup = Omit<SubmissionLookup, 'attempt' | 'resembling' | 'clocks'> & {
  /** The person who looked. */
  readonly actor?: Actor;
  /** Without the clocks the lookup is no evidence of absence. */
  readonly clocks?: Moment | null;
  readonly resembling?: readonly ResemblingRow[];
};

type StoredLookup = Omit<SubmissionLookup, 'clocks' | 'resembling'> & {
  readonly clocks: string | null;
  readonly resembling: string | null;
};

/** Oldest first. */
export const lookupsOf = (journal: Journal, submissionId: string): SubmissionLookup[] =>
  rows<StoredLookup>(
    journal,
    `SELECT at, source, found, words, clocks, attempt, resembling FROM submission_lookup
     WHERE submission_id = ? ORDER BY id`,
    submissionId,
  ).map(({ clocks, resembling, ...look }) => ({
    ...look,
    clocks: momentIn(clocks),
    resembling: resembling === null ? [] : (JSON.parse(resembling) as ResemblingRow[]),
  }));

export const momentIn = (text: string | null): Moment | null =>
  text === null ? null : (JSON.parse(text) as Moment);

export function addLookup(journal: Journal, submissionId: string, lookup: NewLookup): void {
  writeJournal(journal, 'submission_lookup', () => {
    addLookupRow(journal, submissionId, lookup);
  });
}

/** Adds a lookup inside a transaction that writes many. */
export function addLookupRow(
  journal: Journal,
  submissionId: string,
  { at, source, found, words, clocks = null, resembling = [], actor }: NewLookup,
): void {
  run(
    journal,
    `INSERT INTO submission_lookup (submission_id, at, source, found, words, clocks, resembling, actor, attempt)
     SELECT @submissionId, @at, @source, @found, @words, @clocks, @resembling, @actor,
       (SELECT count(*) FROM submission_attempt WHERE submission_id = @submissionId)`,
    {
      submissionId,
      at,
      source,
      found,
      words,
      clocks: clocks && JSON.stringify(clocks),
      resembling: resembling.length === 0 ? null : JSON.stringify(resembling),
      actor: actor === undefined ? null : actorText(actor),
    },
  );
}

import { actorText, type Actor } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { ResemblingRow } from '../../../../shared/ipc/submissions.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import { rows, run, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';

/** One look for a submission: at the bank's own list or record, in the statement, or by a person who asked. */
export type SubmissionLookup = {
  readonly at: Timestamp;
  readonly source: 'bank' | 'statement' | 'person';
  /**
   * `no`: whoever was asked would have shown it. `doubtful`: more than one, or one that only resembles it.
   * `unavailable`: it could not be asked, or its silence proves nothing.
   */
  readonly found: 'yes' | 'no' | 'doubtful' | 'unavailable';
  readonly words: string;
  /** The clocks when the bank sent what was looked at; null for a person, and in rows from before they were recorded. */
  readonly clocks: Moment | null;
  /** The sending it was for, counted from 1; null before that was noted. */
  readonly attempt: number | null;
  /** What the bank has that resembles it. */
  readonly resembling: readonly ResemblingRow[];
};

/** What is written down of a look; the sending it was for is the last one. */
export type NewLookup = Omit<SubmissionLookup, 'attempt' | 'resembling' | 'clocks'> & {
  /** The person who looked. */
  readonly actor?: Actor;
  /** Without it the look is no evidence that it is not there. */
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

/** For a transaction that writes many. */
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

import type { Timestamp } from '../../shared/calendar.ts';
import { rows, run, type Journal } from './database.ts';
import { durably } from './journal.ts';

/** One look for a submission: at the bank's own list, in the statement, or by a person who asked. */
export type SubmissionLookup = {
  readonly at: Timestamp;
  readonly source: 'bank' | 'statement' | 'person';
  /** `doubtful`: more than one, or one that says something else. `unavailable`: it could not be asked, so it tells nothing. */
  readonly found: 'yes' | 'no' | 'doubtful' | 'unavailable';
  readonly words: string;
};

/** Oldest first. */
export const lookupsOf = (journal: Journal, submissionId: string): SubmissionLookup[] =>
  rows<SubmissionLookup>(
    journal,
    'SELECT at, source, found, words FROM submission_lookup WHERE submission_id = ? ORDER BY id',
    submissionId,
  );

export function addLookup(journal: Journal, submissionId: string, lookup: SubmissionLookup): void {
  durably(journal, () => {
    addLookupRow(journal, submissionId, lookup);
  });
}

/** For a transaction that writes many. */
export function addLookupRow(
  journal: Journal,
  submissionId: string,
  { at, source, found, words }: SubmissionLookup,
): void {
  run(
    journal,
    'INSERT INTO submission_lookup (submission_id, at, source, found, words) VALUES (?, ?, ?, ?, ?)',
    submissionId,
    at,
    source,
    found,
    words,
  );
}

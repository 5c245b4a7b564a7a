import { actorText, type Stamp } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { LockedJournalState } from '../../../../shared/ipc/submissions.ts';
import { row, run, type Journal } from '../database.ts';
import { writeJournal } from '../write-journal.ts';

/** The reason why sending is closed, as it was found. */
export type JournalLock = {
  readonly state: LockedJournalState;
  readonly since: Timestamp;
  readonly knownUntil: Timestamp | null;
  readonly lastSentAt: Timestamp | null;
  readonly expectedSends: number;
};

/** Returns the lock in force; null when sending is open. */
export function lockOf(journal: Journal): JournalLock | null {
  return row<JournalLock>(
    journal,
    `SELECT state, since, known_until AS knownUntil, last_sent_at AS lastSentAt, expected_sends AS expectedSends
     FROM journal_lock WHERE reopened_at IS NULL ORDER BY id DESC LIMIT 1`,
  );
}

/** Closes sending durably. A lock already in force stays unchanged. */
export function lockJournal(journal: Journal, lock: JournalLock): JournalLock {
  return writeJournal(journal, 'journal_lock', () => {
    const held = lockOf(journal);
    if (held !== null) return held;
    run(
      journal,
      'INSERT INTO journal_lock (state, since, known_until, last_sent_at, expected_sends) VALUES (?, ?, ?, ?, ?)',
      lock.state,
      lock.since,
      lock.knownUntil,
      lock.lastSentAt,
      lock.expectedSends,
    );
    return lock;
  });
}

/** Opens sending again and records the person who is responsible. This begins an epoch. */
export function unlockJournal(
  journal: Journal,
  { actor, at, epoch }: Stamp & { readonly epoch: number },
): void {
  writeJournal(journal, 'journal_lock', () => {
    run(
      journal,
      'UPDATE journal_lock SET reopened_at = ?, actor = ?, epoch = ? WHERE reopened_at IS NULL',
      at,
      actorText(actor),
      epoch,
    );
  });
}

/** Begins an epoch durably while sending is open: the journal has learnt something that none of its sends records. */
export function beginEpoch(
  journal: Journal,
  { epoch, at }: { epoch: number; at: Timestamp },
): void {
  writeJournal(journal, 'journal_epoch', () =>
    run(journal, 'INSERT INTO journal_epoch (epoch, begun_at) VALUES (?, ?)', epoch, at),
  );
}

/** Returns the last epoch of this journal; 0 before the first. */
export const journalEpoch = (journal: Journal): number =>
  row<{ epoch: number | null }>(
    journal,
    'SELECT max(epoch) AS epoch FROM (SELECT epoch FROM journal_lock UNION ALL SELECT epoch FROM journal_epoch)',
  )?.epoch ?? 0;

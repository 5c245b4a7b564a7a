import { actorText, type Stamp } from '../../../../shared/actor.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { LockedJournalState } from '../../../../shared/ipc/submissions.ts';
import { row, run, type Journal } from '../database.ts';
import { writeJournal } from '../write-journal.ts';

/** Why sending is closed, as it was found. */
export type JournalLock = {
  readonly state: LockedJournalState;
  readonly since: Timestamp;
  readonly knownUntil: Timestamp | null;
  readonly lastSentAt: Timestamp | null;
  readonly expectedSends: number;
};

/** The lock that holds; null when sending is open. */
export function lockOf(journal: Journal): JournalLock | null {
  return row<JournalLock>(
    journal,
    `SELECT state, since, known_until AS knownUntil, last_sent_at AS lastSentAt, expected_sends AS expectedSends
     FROM journal_lock WHERE reopened_at IS NULL ORDER BY id DESC LIMIT 1`,
  );
}

/** Closes sending, durably; a lock that holds already stays as it is. */
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

/** Opens sending again, with the name of the person who answers for it; that begins an epoch. */
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

/** Begins an epoch while sending is open, durably: the journal has learnt what no send of it stands for. */
export function beginEpoch(
  journal: Journal,
  { epoch, at }: { epoch: number; at: Timestamp },
): void {
  writeJournal(journal, 'journal_epoch', () =>
    run(journal, 'INSERT INTO journal_epoch (epoch, begun_at) VALUES (?, ?)', epoch, at),
  );
}

/** The last that this journal knows; 0 before the first. */
export const journalEpoch = (journal: Journal): number =>
  row<{ epoch: number | null }>(
    journal,
    'SELECT max(epoch) AS epoch FROM (SELECT epoch FROM journal_lock UNION ALL SELECT epoch FROM journal_epoch)',
  )?.epoch ?? 0;

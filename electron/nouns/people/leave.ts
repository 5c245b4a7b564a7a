import { timestampNow, type Clock } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { lockJournal } from '../../engines/store/opening/journal-locks.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { journalHead } from '../../engines/submissions/journal/journal-chain.ts';
import {
  membershipIn,
  removeMembership,
  saveMembership,
} from '../../engines/team-record/membership-row.ts';

/** Has the desk begun to found or to join, and is not a member yet? Leaving then only withdraws that. */
export function isEntering(journal: Journal): boolean {
  const state = membershipIn(journal)?.state;
  return state === 'joining' || state === 'founding';
}

/**
 * Makes the desk leave its team on this machine, durably. It sends alone only after a person has compared its journal with the
 * bank, because the others may still be sending. A request that was not granted is only withdrawn. It also works for a desk whose
 * journal does not name its team.
 */
export function leaveTeam(journal: Journal, clock: Clock): void {
  const membership = membershipIn(journal);
  if (isEntering(journal)) {
    removeMembership(journal);
    return;
  }
  const { count, at } = journalHead(journal);
  const now = timestampNow(clock);
  writeJournal(journal, ['team_membership', 'journal_lock'], () => {
    if (membership) saveMembership(journal, { ...membership, state: 'left', since: now });
    lockJournal(journal, {
      ...{ state: 'left', since: now },
      ...{ knownUntil: at, lastSentAt: at, expectedSends: count },
    });
  });
}

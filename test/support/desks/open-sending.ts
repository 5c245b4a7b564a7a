import type { Continuity } from '../../../electron/engines/submissions/continuity.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';

/** How a journal stands that is whole and has sent nothing. */
export const wholeStanding: JournalStatus = {
  state: 'whole',
  since: null,
  knownUntil: null,
  lastSentAt: null,
  sends: 0,
  expectedSends: 0,
};

/** A journal that may always send: tests with it examine what follows. */
export const openSending: Continuity = {
  status: () => wholeStanding,
  allows: () => ok(null),
  witness: () => Promise.resolve(ok(null)),
  reserve: () => Promise.resolve(ok(null)),
  settle: () => Promise.resolve(),
  adopted: () => Promise.resolve(ok(null)),
  reopen: () => Promise.resolve(ok(null)),
};

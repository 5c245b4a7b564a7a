import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { isLockedState, type LockedJournalState } from '../../../../shared/ipc/submissions.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Clock } from '../../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { listSubmissions } from '../../../engines/submissions/journal/submission-table.ts';
import { journalHead, rechain } from '../../../engines/submissions/journal/journal-chain.ts';
import { lockJournal, type JournalLock } from '../../../engines/store/opening/journal-locks.ts';
import { closeJournal, openJournal } from '../../../engines/store/opening/journal.ts';
import { cachedJournalHead, type JournalHeadWrites } from '../../../engines/store/journal-head.ts';
import { salvageInto, type Salvage } from '../../../engines/store/opening/salvage.ts';
import { ignoreErrors } from '../../../engines/store/local-faults.ts';
import { quarantine } from '../../../engines/store/quarantine.ts';
import { readKeyInfo } from '../../../engines/vault/key-info.ts';
import type { ProfileFolder } from '../../profiles/folders.ts';
import { describe, heldJournalId, isAnothers, journalIdOf, type Find } from './found-journal.ts';
import { JournalContinuity, type Identity } from './journal-continuity.ts';
import {
  epochOf,
  ownWitnesses,
  twinsIn,
  verdictOn,
  type Evidence,
  type Verdict,
} from './verdict.ts';
import type { Remembered, Witnesses } from './witnesses.ts';
import type { Witness } from './witness.ts';

export type FolderToOpen = {
  readonly profile: ProfileFolder;
  readonly key: Uint8Array;
  readonly program: string;
  readonly clock: Clock;
  readonly witnesses: Witnesses;
  readonly remembered: Remembered;
  readonly find: Find;
  readonly hadCache: boolean;
  readonly writer: JournalHeadWrites;
  readonly reader: CacheReader;
};

type OpenedJournal = {
  readonly journal: Journal;
  readonly continuity: JournalContinuity;
  /** Plain sentences about what was found. */
  readonly notices: readonly string[];
};

/**
 * Compares the journal with its witnesses, and creates a new one where none can be read. A journal that is not the one this machine knows
 * closes sending, in the journal and in the witness, until a person has reconciled.
 */
export async function openContinuity(folder: FolderToOpen): Promise<OpenedJournal> {
  const { profile, remembered, find, hadCache } = folder;
  const folderId = await folderIdOf(profile);
  const isForeign =
    find.is === 'unreadable' &&
    isAnothers(journalIdOf(profile.journal), profile, {
      folderId,
      elsewhere: remembered.elsewhere,
    });
  const found = describe(find, { hadCache, isForeign });
  const evidence = {
    folderId,
    journal: found,
    remembered,
    cached: cachedJournalHead(folder.reader),
  };
  const verdict = verdictOn(evidence);
  const used = journalToUse(folder, verdict);
  return continuityOver(folder, { folderId, evidence, verdict, used }).catch((cause: unknown) => {
    // A journal that was found is closed by the caller.
    if (find.is !== 'read') closeQuietly(used.journal);
    throw cause;
  });
}

/** Closes a journal whose creation failed, so that it does not block the next opening. */
const closeQuietly = (journal: Journal): void => {
  ignoreErrors(() => {
    closeJournal(journal);
  });
};

type Examined = {
  readonly folderId: string;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  readonly used: UsedJournal;
};

async function continuityOver(
  { profile, remembered, clock, witnesses, writer }: FolderToOpen,
  { folderId, evidence, verdict, used: { journal, notices, salvage } }: Examined,
): Promise<OpenedJournal> {
  const found = evidence.journal;
  const identity: Identity = {
    profileId: profile.profileId,
    folderId,
    folder: realpathSync(profile.folder),
    journalId: heldJournalId(journal),
  };
  const lock = isLockedState(verdict.state)
    ? lockJournal(
        journal,
        verdict.lock ?? lockFor(verdict.state, { ...verdict, ...salvage }, clock),
      )
    : null;
  const own = ownWitnesses(remembered);
  const continuity = new JournalContinuity(
    {
      journal,
      cache: writer,
      witnesses,
      clock,
      identity,
      twins: twinsIn(evidence).map(({ digest }) => digest),
    },
    {
      state: verdict.state === 'whole' ? 'whole' : 'unchecked',
      lock,
      epoch: Math.max(epochOf(evidence), found.is === 'read' ? found.epoch : 0),
      reconciled: remembered.file?.reconciled ?? [],
    },
  );
  if (lock) await rememberLock(witnesses, { own, identity, lock });
  const isCurrent = lock !== null || !isBehind(remembered, journal, identity);
  const caughtUp = isCurrent ? ok(null) : await continuity.catchUp();
  return { journal, continuity, notices: caughtUp.ok ? notices : [...notices, unremembered] };
}

type UsedJournal = {
  readonly journal: Journal;
  readonly notices: readonly string[];
  /** The readable part of a journal that was set aside. */
  readonly salvage: Salvage | null;
};

/** Returns the journal to use. An unreadable one is set aside, not deleted, and its readable part is copied into a new one. */
function journalToUse(
  { find, profile, key, program, clock }: FolderToOpen,
  { state }: Verdict,
): UsedJournal {
  if (find.is === 'read') {
    const mayHaveLeft = ['accepted', 'refused', 'unknown', 'sending', 'not-found'] as const;
    const isUnknown =
      state === 'unchecked' &&
      listSubmissions(find.journal, { states: mayHaveLeft, limit: 1 }).length > 0;
    return { journal: find.journal, notices: isUnknown ? [unchecked] : [], salvage: null };
  }
  if (find.is === 'absent')
    return {
      journal: openJournal(profile.journal, key, { program }),
      notices: [],
      salvage: null,
    };
  const nowMs = clock.now();
  const aside = quarantine(profile.journal, nowMs) ?? profile.folder;
  const journal = openJournal(profile.journal, key, { program });
  try {
    const salvage = salvageInto(journal, { file: join(aside, 'journal.db'), key, nowMs, rechain });
    return { journal, notices: [setAside], salvage };
  } catch (cause) {
    closeQuietly(journal);
    throw cause;
  }
}

const unchecked =
  'Nothing on this machine knew this data folder’s record of what was sent, as after a move or an update: whether it is the newest could not be checked. From now on it is.';

const unremembered =
  'What was sent cannot be remembered outside the data folder here. Reading is safe; sending is refused until it can.';

const setAside = 'The sent log that was found here was set aside, not deleted.';

const lockFor = (
  state: LockedJournalState,
  verdict: Omit<Verdict, 'state' | 'lock'>,
  clock: Clock,
): JournalLock => ({
  state,
  since: timestampNow(clock),
  knownUntil: verdict.knownUntil,
  lastSentAt: verdict.lastSentAt,
  expectedSends: verdict.expectedSends,
});

/** Saves the lock in a witness too, so that it outlives the journal. Where no witness can be written, the journal still has it. */
async function rememberLock(
  witnesses: Witnesses,
  { own, identity, lock }: { own: readonly Witness[]; identity: Identity; lock: JournalLock },
): Promise<void> {
  const [furthest] = own.toSorted((a, b) => b.count - a.count);
  if (furthest?.lock) return;
  const known = furthest ?? {
    version: 1 as const,
    ...identity,
    epoch: 0,
    count: 0,
    digest: '',
    at: null,
    upTo: 0,
    reconciled: [],
  };
  await witnesses.write({ ...known, folder: identity.folder, lock }).catch((cause: unknown) => {
    if (!(cause instanceof DeskFault)) throw cause;
  });
}

/** Whether a witness knows less than the journal, as after a crash between the two writes, or differs from it. */
function isBehind(
  { file, keychain }: Remembered,
  journal: Journal,
  { folderId, journalId }: Identity,
): boolean {
  const { count, digest } = journalHead(journal);
  if (count === 0 && file === null) return false;
  const isClaimed = keychain !== null && keychain.upTo > keychain.count;
  return (
    isClaimed ||
    file?.digest !== digest ||
    file.folderId !== folderId ||
    file.journalId !== journalId
  );
}

async function folderIdOf({ folder }: ProfileFolder): Promise<string> {
  const info = await readKeyInfo(folder);
  if (typeof info === 'string') throw new DeskFault('vault.corrupt');
  return info.keyId;
}

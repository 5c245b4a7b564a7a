import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import { journalWords } from '../../../shared/ipc/journal-labels.ts';
import { version } from '../../../shared/version.ts';
import { changesAt } from '../../desk/open-bank/changes.ts';
import {
  openDeskCopy,
  openReadableDeskCopy,
  type DeskCopy,
  type ReadableDeskCopy,
} from '../../desk/open-bank/copy.ts';
import { knownOnDisk } from '../../desk/open-bank/known-records.ts';
import type { Known } from '../../connections/doctor/learnt.ts';
import { stateFolder } from '../../connections/local-copy/continuity/state-folder.ts';
import type { CopyPorts } from '../../connections/local-copy/local-copy.ts';
import { deskClock } from '../../engines/machine/context.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { ViewParts } from '../../engines/submissions/submission-views.ts';
import { createKeychain } from '../../engines/vault/keychain.ts';
import { chosenProfile, credentialsOf } from './chosen-bank.ts';
import type { Global } from './command.ts';

export const copyPorts = ({ dataDir, io }: Global): CopyPorts => ({
  dataDir,
  stateDir: stateFolder({ env: io.env }),
  storeWorker: io.programs.storeWorker,
  keychain: createKeychain(),
  clock: io.clock,
  version,
  program: 'cli',
});

/** Runs `work` over the local copy only, without network. Another process may be writing it. */
export async function withCopy<T>(
  global: Global,
  work: (copy: ReadableDeskCopy, profile: Profile) => Promise<T>,
): Promise<T> {
  const profile = chosenProfile(global);
  const credentials = await credentialsOf(global, profile);
  const copy = await openReadableDeskCopy(copyPorts(global), profile.folder, credentials);
  try {
    return await work(copy, profile);
  } finally {
    await copy.close();
  }
}

/** Runs `work` over the local copy, locked by this process. No network, no sign-in. */
export function withHeldCopy<T>(
  global: Global,
  work: (copy: DeskCopy, profile: Profile) => Promise<T>,
): Promise<T> {
  return holding(global, (copy, profile) => {
    for (const notice of copy.notices) global.io.warn(JSON.stringify({ notice }));
    return work(copy, profile);
  });
}

/** Opens the local copy with its lock, and closes it after `work` or its failure. */
async function holding<T>(
  global: Global,
  work: (copy: DeskCopy, profile: Profile) => T | Promise<T>,
): Promise<T> {
  const profile = chosenProfile(global);
  const credentials = await credentialsOf(global, profile);
  const copy = await openDeskCopy(copyPorts(global), profile.folder, credentials);
  try {
    return await work(copy, profile);
  } finally {
    await copy.close();
  }
}

/** The records by which the doctor may ask: from the local copy, if one can be read now. */
export const knownHere = async (global: Global, profile: Profile): Promise<Known> =>
  knownOnDisk(copyPorts(global), profile.folder, await credentialsOf(global, profile));

/** Runs `work` over the journal only, locked by this process. No network, no sign-in. */
export function withJournal<T>(
  global: Global,
  work: (held: ViewParts & { journal: Journal; journalStatus: JournalStatus }) => T,
): Promise<T> {
  return holding(global, (copy) => {
    printNotices(global, copy);
    const { journal, continuity, writer } = copy;
    const registry = changesAt({ cache: writer, announceUpload: () => undefined });
    const clock = deskClock(global.io.clock, () => null);
    return work({ journal, clock, registry, journalStatus: continuity.status() });
  });
}

/** Prints the notices of the opening. While sending is closed, every command also prints why. */
export function printNotices({ io }: Global, { notices, continuity }: DeskCopy): void {
  const closed = journalWords(continuity.status());
  for (const notice of closed === null ? notices : [...notices, closed])
    io.warn(JSON.stringify({ notice }));
}

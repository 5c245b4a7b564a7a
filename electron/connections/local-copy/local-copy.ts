import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { DeskFault, type ErrorCode } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Clock } from '../../engines/machine/context.ts';
import { openCacheReader } from '../../engines/store/opening/cache-reader.ts';
import type { JournalHeadWrites } from '../../engines/store/journal-head.ts';
import { ReaderThread, type Questions } from '../../engines/store/threads/reader-thread.ts';
import type { SlicedReads } from '../../engines/store/threads/serve-reader.ts';
import {
  loadThread,
  startWriter,
  type Closing,
  type LoadedThread,
} from '../../engines/store/threads/writer-thread.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import {
  closeDatabase,
  type CacheReader,
  type Journal,
  type TeamCopy,
} from '../../engines/store/database.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { closeJournal } from '../../engines/store/opening/journal.ts';
import { openTeamCopy } from '../../engines/store/opening/team-copy.ts';
import { copyJournal } from '../../engines/store/journal-copy.ts';
import { quarantine } from '../../engines/store/quarantine.ts';
import { openDatabaseKey } from '../../engines/vault/database-key.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import { newKey } from '../../engines/vault/wrapping.ts';
import { clearAbandoned } from './backup/restoring-folder.ts';
import { deskIdOf } from './desk-identity.ts';
import { findJournal, type Find } from './continuity/found-journal.ts';
import type { JournalContinuity } from './continuity/journal-continuity.ts';
import { openContinuity } from './continuity/open-continuity.ts';
import { Witnesses } from './continuity/witnesses.ts';
import { makeFolders, type ProfileFolder } from '../profiles/folders.ts';
import { takeHold } from '../../engines/machine/single-holder.ts';

export type CopyPorts = {
  readonly dataDir: string;
  /** The system's folder for the state of a program, outside its data. */
  readonly stateDir: string;
  readonly storeWorker: URL;
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
  readonly program: 'window' | 'cli';
};

/** The writes that the thread of every local copy must offer. */
type CopyWrites = Remote<Closing> & JournalHeadWrites;

/** The open, encrypted local copy of one bank. `Writes` are the writes of the nouns, `Reads` their long reads. */
export type LocalCopy<
  Writes extends CopyWrites = CopyWrites,
  Reads extends SlicedReads = SlicedReads,
> = {
  readonly writer: Writes;
  readonly reader: CacheReader;
  /** Long reads, in a thread of their own. */
  readonly questions: Questions<Reads>;
  readonly journal: Journal;
  /** The id of the desk of this data folder. */
  readonly deskId: string;
  readonly continuity: JournalContinuity;
  readonly protection: 'keychain' | 'credentials';
  /** Plain sentences about files that were set aside. */
  readonly notices: readonly string[];
  /** Opens the desk's copy of its team's record. A damaged or outdated one is set aside: it can be read again from the server. */
  openTeamCopy(): TeamCopy;
  /** Copies the journal, or the desk's copy of its team's record, into a new file, and returns that file's own key. */
  copyJournal(target: string, of?: TeamCopy): Uint8Array;
  close(): Promise<void>;
};

/** The read-only part of a local copy, for a second process. */
export type ReadableCopy<Writes extends CopyWrites> = Pick<
  LocalCopy<Writes>,
  'writer' | 'reader' | 'close'
>;

type Credentials = Readonly<Record<string, string>> | null;

/**
 * Opens the local copy for reading and writing. Throws a DeskFault when it cannot be opened: no key (vault.*), in
 * use by another process (store.locked), written by a newer app, or a journal of an outdated form. A damaged file and an
 * outdated cache are set aside with a notice.
 */
export async function openLocalCopy<Writes extends CopyWrites, Reads extends SlicedReads>(
  ports: CopyPorts,
  profile: ProfileFolder,
  credentials: Credentials,
): Promise<LocalCopy<Writes, Reads>> {
  makeFolders(ports.dataDir, profile);
  const interrupted = clearAbandoned(ports.dataDir, ports.clock.now());
  const loaded = loadThread(ports.storeWorker);
  return openWith<Writes, Reads>(ports, { profile, credentials, loaded, interrupted }).catch(
    async (cause: unknown) => {
      await loaded.worker.terminate();
      throw cause;
    },
  );
}

type Wanted = {
  readonly profile: ProfileFolder;
  readonly credentials: Credentials;
  readonly loaded: LoadedThread;
  /** The folders into which unfinished restores were moved. */
  readonly interrupted: readonly string[];
};

async function openWith<Writes extends CopyWrites, Reads extends SlicedReads>(
  ports: CopyPorts,
  { profile, credentials, loaded, interrupted }: Wanted,
): Promise<LocalCopy<Writes, Reads>> {
  const { key, protection } = await keyOf(ports, profile, credentials);
  const notices: string[] = interrupted.map(restoreInterrupted);
  const { program, clock, stateDir, keychain } = ports;
  const witnesses = new Witnesses({ stateDir, keychain, profile });
  const { find, release } = await findOrMake(profile, key, program);
  // Read once the journal is locked: from here on no other process sends.
  const reading = witnesses.read();
  // The error is handled where `reading` is awaited.
  reading.catch(() => undefined);
  const hadCache = existsSync(profile.cache);
  const options = { workerUrl: ports.storeWorker, file: profile.cache, key };
  const start = (thread?: LoadedThread): Promise<Writes> =>
    startWriter<Writes>({ ...options, loaded: thread });
  const opening = openCache(start, profile.cache, { key, clock, notices, loaded });
  const { writer, reader } = await opening.catch((cause: unknown) => {
    leave(find);
    release();
    throw cause;
  });
  const { journal, continuity, ...opened } = await reading
    .then((remembered) =>
      openContinuity({
        ...{ profile, key, program, clock, witnesses, remembered, find, hadCache, writer, reader },
      }),
    )
    .catch(async (cause: unknown) => {
      closeDatabase(reader);
      await writer.close().finally(() => {
        leave(find);
      });
      throw cause;
    })
    .finally(release);
  const questions = new ReaderThread<Reads>(options);
  return {
    writer,
    reader,
    questions,
    journal,
    deskId: deskIdOf(ports),
    continuity,
    protection,
    notices: [...notices, ...opened.notices],
    openTeamCopy: () => openTeam(profile.teamCopy, key, clock),
    copyJournal: (target, of) => {
      const next = newKey();
      copyJournal(of ?? journal, target, { now: key, next });
      return next;
    },
    close: async () => {
      closeDatabase(reader);
      await questions.close();
      await writer.close().finally(() => {
        closeJournal(journal);
        key.fill(0);
      });
    },
  };
}

/** The pause between two checks whether another process has created the journal. */
const lookAgainMs = 50;

/**
 * Opens and locks a readable journal. Only one process may create it, or set it aside first; the others wait and then find it. `release`
 * lets them continue.
 */
async function findOrMake(
  { folder, journal }: ProfileFolder,
  key: Uint8Array,
  program: CopyPorts['program'],
): Promise<{ find: Find; release: () => void }> {
  const endMs = performance.now() + limits.storeBusyTimeoutMs;
  for (;;) {
    const found = findJournal(journal, key, program);
    if (found.is === 'read') return { find: found, release: () => undefined };
    const hold = takeHold(join(folder, 'making'));
    if (hold) {
      const find = findJournal(journal, key, program);
      if (find.is === 'read') hold.release();
      return { find, release: hold.release };
    }
    if (performance.now() > endMs)
      throw new DeskFault('store.locked', 'Another Nostro is opening this data folder.');
    await setTimeout(lookAgainMs);
  }
}

/** Closes the journal after an opening that failed half way, so that others can open it. */
function leave(find: Find): void {
  if (find.is === 'read') closeJournal(find.journal);
}

/** Opens the local copy for reading; another process may be writing it. Throws `offline.not-cached` when there is none. */
export async function openReadableCopy<Writes extends CopyWrites>(
  ports: CopyPorts,
  profile: ProfileFolder,
  credentials: Credentials,
): Promise<ReadableCopy<Writes>> {
  if (!existsSync(profile.cache)) throw new DeskFault('offline.not-cached');
  makeFolders(ports.dataDir, profile);
  const { key } = await keyOf(ports, profile, credentials);
  const options = { workerUrl: ports.storeWorker, file: profile.cache, key };
  const writer = await startWriter<Writes>(options);
  const reader = await readerBeside(writer, profile.cache, key);
  return {
    writer,
    reader,
    close: async () => {
      closeDatabase(reader);
      await writer.close();
    },
  };
}

function openTeam(file: string, key: Uint8Array, clock: Clock): TeamCopy {
  const opened = attemptSync(() => openTeamCopy(file, key));
  if (opened.ok) return opened.value;
  if (opened.error.code !== 'store.damaged' && opened.error.code !== 'store.outdated')
    throw opened.error;
  quarantine(file, clock.now());
  return openTeamCopy(file, key);
}

/** Moves everything that cannot be opened into quarantine/. Nothing is deleted. */
export function setCopyAside(profile: ProfileFolder, clock: Clock): void {
  const at = clock.now();
  for (const file of [profile.cache, profile.journal, join(profile.folder, 'keyinfo.json')])
    quarantine(file, at);
}

type OpenKey = { key: Uint8Array; protection: 'keychain' | 'credentials' };

/** The key of a profile’s files. Throws as {@link openLocalCopy} does. */
export async function keyOf(
  { keychain, version }: CopyPorts,
  profile: ProfileFolder,
  credentials: Credentials,
): Promise<OpenKey> {
  const opened = await openDatabaseKey({
    profileDir: profile.folder,
    profileId: profile.profileId,
    keychain,
    credentials,
    hasData: existsSync(profile.cache) || existsSync(profile.journal),
    appVersion: version,
  });
  if (!opened.ok) throw new DeskFault(opened.error.code, opened.error.message);
  return opened.value;
}

type CacheToOpen = {
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly notices: string[];
  readonly loaded: LoadedThread;
};

async function openCache<Writes extends CopyWrites>(
  start: (loaded?: LoadedThread) => Promise<Writes>,
  file: string,
  { key, clock, notices, loaded }: CacheToOpen,
): Promise<{ writer: Writes; reader: CacheReader }> {
  const writer = await start(loaded).catch((cause: unknown) => {
    const why = cause instanceof DeskFault ? setAsideBecause[cause.code] : undefined;
    if (why === undefined) throw cause;
    quarantine(file, clock.now());
    notices.push(`${why} It was set aside, not deleted; the next sync fetches everything again.`);
    return start();
  });
  return { writer, reader: await readerBeside(writer, file, key) };
}

/** Opens the reader, and closes the writer if that fails. */
async function readerBeside(
  writer: Pick<Remote<Closing>, 'close'>,
  file: string,
  key: Uint8Array,
): Promise<CacheReader> {
  try {
    return openCacheReader(file, key);
  } catch (cause) {
    await writer.close();
    throw cause;
  }
}

const restoreInterrupted = (where: string): string =>
  `A restore did not finish. What it had unpacked was moved to ${where}, not deleted. Restore the backup again.`;

/** The faults for which a cache is set aside and made again, with the sentence for each. */
const setAsideBecause: Partial<Record<ErrorCode, string>> = {
  'store.damaged': 'The local copy was damaged.',
  'store.outdated':
    'The local copy was written by an older Nostro, in a form that this one cannot read.',
};

import {
  openLocalCopy,
  openReadableCopy,
  type LocalCopy,
  type ReadableCopy,
} from '../../connections/local-copy/local-copy.ts';
import { answeredHere, type Questions } from '../../engines/store/threads/reader-thread.ts';
import { readingThread } from '../../nouns/statements/reading/reading-thread.ts';
import type { DeskTeam } from './desk-team.ts';
import { openDeskTeam, preloadTeam } from './team.ts';
import type { CacheReads } from './reader-methods.ts';
import type { CacheWriter } from './writer-methods.ts';

/** The local copy with all writes of the nouns, and the team. */
export type DeskCopy = LocalCopy<CacheWriter, CacheReads> & {
  /** Null for a desk without a team. */
  readonly team: DeskTeam | null;
};
/** The part for a process that runs one query and ends: its main thread does the long reads. */
export type ReadableDeskCopy = ReadableCopy<CacheWriter> & {
  readonly questions: Questions<CacheReads>;
};

/** Opens the local copy. A thread of its own parses statements, apart from the one that stores them. */
export async function openDeskCopy(
  ...opening: Parameters<typeof openLocalCopy>
): Promise<DeskCopy> {
  const [ports, profile, credentials] = opening;
  const openingCopy = openLocalCopy<CacheWriter, CacheReads>(...opening);
  preloadTeam(profile);
  const copy = await openingCopy;
  const { close: closeReadings, ...readings } = readingThread({
    workerUrl: ports.storeWorker,
    writer: copy.writer,
  });
  const team = await openDeskTeam({ ports, profile, credentials, copy });
  return {
    ...{ ...copy, team },
    writer: { ...copy.writer, ...readings },
    close: async () => {
      await team?.close();
      await closeReadings();
      await copy.close();
    },
  };
}

export async function openReadableDeskCopy(
  ...opening: Parameters<typeof openReadableCopy>
): Promise<ReadableDeskCopy> {
  const copy = await openReadableCopy<CacheWriter>(...opening);
  // Loaded here only: the window reads in a thread.
  const { readerMethods } = await import('./reader-methods.ts');
  return { ...copy, questions: answeredHere(readerMethods(copy.reader).reads) };
}

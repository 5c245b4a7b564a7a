import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { row, type Journal } from '../../../engines/store/database.ts';
import {
  chainHolds,
  headAt,
  journalHead,
} from '../../../engines/submissions/journal/journal-chain.ts';
import { journalEpoch, lockOf } from '../../../engines/store/opening/journal-locks.ts';
import { openJournal } from '../../../engines/store/opening/journal.ts';
import type { ProfileFolder } from '../../profiles/folders.ts';
import type { FoundJournal } from './verdict.ts';
import type { Witness } from './witness.ts';

/** The journal as found on the disk; none is created where there is none. */
export type Find =
  | { readonly is: 'read'; readonly journal: Journal }
  | { readonly is: 'unreadable'; readonly cause: DeskFault }
  | { readonly is: 'absent' };

export function findJournal(file: string, key: Uint8Array, program: string): Find {
  if (!existsSync(file) && !existsSync(`${file}-wal`)) return { is: 'absent' };
  try {
    return { is: 'read', journal: openJournal(file, key, { program }) };
  } catch (cause) {
    if (!(cause instanceof DeskFault) || cause.code !== 'store.journal-damaged') throw cause;
    return { is: 'unreadable', cause };
  }
}

export function describe(
  find: Find,
  { hadCache, isForeign }: { hadCache: boolean; isForeign: boolean },
): FoundJournal {
  if (find.is === 'absent') return { is: 'absent', hadCache };
  if (find.is === 'unreadable') return { is: 'unreadable', isForeign };
  const { journal } = find;
  return {
    is: 'read',
    head: journalHead(journal),
    headAt: (count) => headAt(journal, count),
    chainHolds: chainHolds(journal),
    lock: lockOf(journal),
    epoch: journalEpoch(journal),
  };
}

/**
 * The random bytes at the beginning of an encrypted file, which never change; null when there are none. Never call it for a journal that
 * this process has open: on POSIX systems, closing any descriptor of a file releases every lock on it.
 */
export function journalIdOf(file: string): string | null {
  const bytes = Buffer.alloc(16);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return readSync(descriptor, bytes, 0, 16, 0) === 16 ? bytes.toString('hex') : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** The same for a journal that is open, read through its connection. */
export function heldJournalId(journal: Journal): string {
  const salts = row<Record<string, string>>(journal, 'PRAGMA cipher_salt') ?? {};
  return (Object.values(salts)[0] ?? '').toLowerCase();
}

/** Whether a file with this id is the journal of another bank, or of another folder on this machine. */
export function isAnothers(
  journalId: string | null,
  { folder, profileId }: ProfileFolder,
  { folderId, elsewhere }: { folderId: string; elsewhere: readonly Witness[] },
): boolean {
  if (journalId === null) return false;
  const banks = dirname(folder);
  const otherProfiles = readdirSync(banks).filter((name) => name !== profileId);
  return (
    otherProfiles.some((name) => journalIdOf(join(banks, name, 'journal.db')) === journalId) ||
    elsewhere.some((other) => other.journalId === journalId && other.folderId !== folderId)
  );
}

import { DeskFault } from '../../../../shared/errors.ts';
import {
  closeDatabase,
  openDatabase,
  quickCheck,
  type Journal,
} from '../../../engines/store/database.ts';
import { chainHolds, journalHead } from '../../../engines/store/journal-chain.ts';
import { migrate, versionOf } from '../../../engines/store/migrate.ts';
import { journalMigrations } from '../../../engines/store/migrations/journal/index.ts';
import { unpack, type Manifest, type Places } from './contents.ts';

/**
 * Unpacks a backup's journal into a new file, and its attached files into a folder; opens it and reads every page of it: it is what its manifest says. `prepare` does
 * what is to be done in it at today's schema. Throws `backup.damaged` or `backup.newer`.
 */
export async function checkedJournal(
  path: string,
  passphrase: string,
  places: Places,
  prepare: (journal: Journal) => void = () => undefined,
): Promise<Manifest> {
  const manifest = await unpack(path, passphrase, places);
  const key = Buffer.from(manifest.journal.key, 'base64url');
  const journal = asBackup(() => openDatabase({ role: 'journal', file: places.journal, key }));
  try {
    if (versionOf(journal) > journalMigrations.length) throw new DeskFault('backup.newer');
    asBackup(() => {
      quickCheck(journal);
    });
    migrate(journal, journalMigrations);
    const { count, digest } = journalHead(journal);
    const { sends, digest: expected } = manifest.journal;
    if (count !== sends || digest !== expected || !chainHolds(journal))
      throw new DeskFault('backup.damaged');
    prepare(journal);
  } finally {
    closeDatabase(journal);
  }
  return manifest;
}

/** Damage in here is the backup's, not that of the journal in use. */
function asBackup<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof DeskFault) || cause.code !== 'store.journal-damaged') throw cause;
    throw new DeskFault('backup.damaged', undefined, { cause });
  }
}

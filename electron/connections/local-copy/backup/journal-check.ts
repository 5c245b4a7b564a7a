import { DeskFault } from '../../../../shared/errors.ts';
import {
  closeDatabase,
  openDatabase,
  quickCheck,
  type Journal,
} from '../../../engines/store/database.ts';
import { chainHolds, journalHead } from '../../../engines/submissions/journal/journal-chain.ts';
import { ageOf, migrate } from '../../../engines/store/migrate.ts';
import { journalSchema } from '../../../engines/store/schema/journal.ts';
import { unpack, type Manifest, type Places } from './contents.ts';

/**
 * Unpacks a backup's journal into a new file and its attached files into a folder. Opens the journal, reads every page and compares it with
 * the manifest. `prepare` then runs on it at the current schema. Throws `backup.damaged`, `backup.newer` or `backup.outdated`.
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
    const age = ageOf(journal, journalSchema);
    if (age === 'newer') throw new DeskFault('backup.newer');
    if (age === 'outdated') throw new DeskFault('backup.outdated');
    asBackup(() => {
      quickCheck(journal);
    });
    migrate(journal, journalSchema);
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

/** Reports damage as the backup's, not as that of the journal in use. */
function asBackup<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof DeskFault) || cause.code !== 'store.journal-damaged') throw cause;
    throw new DeskFault('backup.damaged', undefined, { cause });
  }
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import { timestampNow, type Clock } from '../../../engines/machine/context.ts';
import { assertFree, writeWholeFile } from '../../../engines/exports/whole-file.ts';
import type { Journal, TeamCopy } from '../../../engines/store/database.ts';
import { journalHead } from '../../../engines/submissions/journal/journal-chain.ts';
import type { LocalCopy } from '../local-copy.ts';
import type { Profile } from '../../profiles/profiles.ts';
import { onDiskAsync } from '../../../engines/machine/on-disk.ts';
import { writeSmallFile } from '../../../engines/machine/small-file.ts';
import { contentsOf, measured, type Manifest } from './contents.ts';
import { sealed } from './envelope.ts';
import { checkedJournal } from './journal-check.ts';
import { noteOf } from './last-backup.ts';

export type BackupParts = {
  readonly copy: Pick<LocalCopy, 'journal' | 'copyJournal'> & {
    /** Null for a desk without a team. */
    readonly team: TeamToBackUp | null;
  };
  readonly profile: Profile;
  readonly clock: Clock;
  readonly version: string;
  /** The files that the journal names, each with the name under which its encrypted bytes are stored. */
  readonly listAttached: (journal: Journal) => readonly StoredFile[];
};

/** The team's part of a desk. Null where its keys cannot be opened. */
type TeamToBackUp = {
  forBackup(): Promise<{ readonly copy: TeamCopy; readonly secret: Uint8Array } | null>;
};

type StoredFile = { readonly name: string; readonly blob: string };

export type WrittenBackup = {
  readonly at: Timestamp;
  readonly bankName: string;
  /** The sends in its journal. */
  readonly sends: number;
  /** The number of attached files in it, and the names of those that are missing on the disk. */
  readonly files: number;
  readonly filesMissing: readonly string[];
};

/**
 * Writes everything that exists nowhere else into one file that the passphrase opens on any machine: the journal with its notes, marks and
 * drafts, the attached files, the bank file, and the desk's team keys with its copy of the team's record. The file is read back whole
 * before it gets its name; an existing one is replaced only with `replace`. Throws `input.invalid`, `file.unwritable` or the disk's fault,
 * and leaves nothing behind.
 */
export async function writeBackup(
  { copy, profile, clock, version, listAttached }: BackupParts,
  path: string,
  { passphrase, replace }: { readonly passphrase: string; readonly replace: boolean },
): Promise<WrittenBackup> {
  assertPassphrase(passphrase);
  if (!replace) assertFree(path);
  const { folder, attachments } = profile.folder;
  const draft = join(folder, `backup-${randomUUID()}.db`);
  const teamDraft = join(folder, `backup-${randomUUID()}.db`);
  const readBack = join(folder, `backup-${randomUUID()}`);
  try {
    return await onDiskAsync(async () => {
      const key = copy.copyJournal(draft);
      const { count: sends, digest } = journalHead(copy.journal);
      const at = timestampNow(clock);
      const { name: bankName, environment } = profile.bankFile;
      const attached = await attachedFiles(listAttached(copy.journal), attachments);
      const team = await teamPart(copy, teamDraft);
      const manifest: Manifest = {
        files: attached.files,
        ...{ createdAt: at, appVersion: version, profileId: profile.folder.profileId },
        ...{ bankName, environment, bankFile: profile.bankFileText },
        journal: {
          ...{ key: base64(key), ...(await measured(draft)) },
          ...{ sends, digest },
        },
        ...(team === null ? {} : { team }),
      };
      await writeWholeFile(
        path,
        sealed(
          contentsOf(manifest, { journal: draft, attachments, team: teamDraft }),
          passphrase,
          versionOf(manifest),
        ),
        async (written) => {
          mkdirSync(readBack, { mode: 0o700 });
          const journal = join(readBack, 'journal.db');
          await checkedJournal(written, passphrase, {
            journal,
            attachments: join(readBack, 'files'),
            team: join(readBack, 'team.db'),
          });
        },
      );
      const backup = {
        ...{ at, bankName, sends, files: attached.files.length },
        filesMissing: attached.missing,
      };
      writeSmallFile(noteOf(folder), JSON.stringify(backup));
      return backup;
    });
  } finally {
    for (const file of [draft, teamDraft]) removeDatabase(file);
    rmSync(readBack, { recursive: true, force: true });
  }
}

/** The oldest version whose programs can read this backup. */
const versionOf = ({ files, team }: Manifest): number => {
  if (team !== undefined) return 3;
  return files.length > 0 ? 2 : 1;
};

async function teamPart(
  { team, copyJournal }: BackupParts['copy'],
  file: string,
): Promise<NonNullable<Manifest['team']> | null> {
  const open = team && (await team.forBackup());
  if (!open) return null;
  const key = copyJournal(file, open.copy);
  return { key: base64(key), secret: base64(open.secret), ...(await measured(file)) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

type Attached = { readonly files: Manifest['files']; readonly missing: readonly string[] };

/** The encrypted files that the journal names, as stored. A missing one does not prevent the backup. */
async function attachedFiles(stored: readonly StoredFile[], folder: string): Promise<Attached> {
  const files: Manifest['files'][number][] = [];
  const missing: string[] = [];
  for (const { name, blob } of stored) {
    const part = await measured(join(folder, blob)).catch(() => null);
    if (part === null || part.sizeBytes === 0) missing.push(name);
    else files.push({ name: blob, ...part });
  }
  return { files, missing };
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

function assertPassphrase(passphrase: string): void {
  const { passphraseMin, passphraseMax } = limits;
  if (passphrase.length < passphraseMin || passphrase.length > passphraseMax)
    throw new DeskFault(
      'input.invalid',
      `A passphrase has ${passphraseMin} to ${passphraseMax} characters: it is all that keeps the backup closed.`,
    );
}

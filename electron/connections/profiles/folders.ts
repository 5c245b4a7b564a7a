import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { onDisk } from '../../engines/machine/on-disk.ts';
import { closeFilesIn, closeFolder } from '../../engines/machine/private-folder.ts';

/** The paths of one bank's files below the data folder. */
export type ProfileFolder = {
  readonly profileId: string;
  readonly folder: string;
  readonly bankFile: string;
  /** The last readable text of the bank file. */
  readonly lastGood: string;
  readonly findings: string;
  /** A person's choices for the files in the upload queue. */
  readonly uploadChoice: string;
  /** The folder from which files of rates are read. */
  readonly rateFolder: string;
  readonly cache: string;
  readonly journal: string;
  /** The desk's copy of its team's record, and the folder that identifies the key of the desk's team keys. */
  readonly teamCopy: string;
  readonly team: string;
  readonly spool: string;
  /** Encrypted bytes of the files that people attached to entries. */
  readonly attachments: string;
};

const privateFolder = { recursive: true, mode: 0o700 } as const;

export function profileFolder(dataDir: string, profileId: string): ProfileFolder {
  const folder = join(dataDir, 'banks', profileId);
  return {
    profileId,
    folder,
    bankFile: join(folder, 'bank.json'),
    lastGood: join(folder, 'bank.last-good.json'),
    findings: join(folder, 'findings.json'),
    uploadChoice: join(folder, 'upload-choice.json'),
    rateFolder: join(folder, 'rate-folder.json'),
    cache: join(folder, 'cache.db'),
    journal: join(folder, 'journal.db'),
    teamCopy: join(folder, 'team.db'),
    team: join(folder, 'team'),
    spool: join(folder, 'spool'),
    attachments: join(folder, 'attachments'),
  };
}

/**
 * Creates the data folder, readable by its owner only; an existing one is closed to all others. Throws `store.readonly` or `store.full`
 * where it cannot be written, `store.shared` where its rights cannot be changed.
 */
export function makeFolders(dataDir: string, profile: ProfileFolder): void {
  onDisk(() => {
    mkdirSync(dataDir, privateFolder);
    mkdirSync(profile.folder, privateFolder);
    for (const folder of [dataDir, dirname(profile.folder), profile.folder]) closeFolder(folder);
    closeFilesIn(profile.folder);
  });
}

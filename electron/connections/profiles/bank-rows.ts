import { statSync } from 'node:fs';

import type { BankRow } from '../../../shared/ipc/desk/settings.ts';
import type { BankProfile } from '../../../shared/ipc/desk/desk.ts';
import { builtInBankFile, type BankFile } from '../../engines/bank/file/bank-file.ts';
import { credentialFieldsOf } from '../../engines/bank/session/credential-fields.ts';
import { profileFolder, type ProfileFolder } from './folders.ts';
import { knownProfile, lastGoodOf, sandboxProfileId, profileIdsIn } from './profiles.ts';

/** A bank as the window shows it. `host` replaces a meaningless host, such as that of the sandbox before it runs. */
export const bankProfileOf = (
  bankFile: BankFile,
  { profileId }: Pick<ProfileFolder, 'profileId'>,
  host = new URL(bankFile.baseUrl).host,
): BankProfile => ({
  profileId,
  name: bankFile.name,
  environment: bankFile.environment,
  host,
  credentialFields: credentialFieldsOf(bankFile),
  clientCertificate: bankFile.auth.clientCertificate,
});

/** Every bank of this machine: the sandbox, then the others by name, including those with an unreadable file. */
export function bankRowsOf(dataDir: string, open: BankProfile | null): BankRow[] {
  const others = profileIdsIn(dataDir)
    .map((profileId) => rowOf(dataDir, profileId))
    .toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), 'en'));
  return [sandboxRow(dataDir), ...others].map((row) =>
    row.profileId === open?.profileId ? { ...row, ...open, isOpen: true } : row,
  );
}

const orderOf = ({ name, host, environment }: BankRow): string =>
  [name, host, environment].join('\n');

function sandboxRow(dataDir: string): BankRow {
  const folder = profileFolder(dataDir, sandboxProfileId);
  const bankFile = builtInBankFile('http://127.0.0.1:1');
  return { ...bankProfileOf(bankFile, folder, 'this machine'), ...readable, ...sizeOf(folder) };
}

function rowOf(dataDir: string, profileId: string): BankRow {
  const folder = profileFolder(dataDir, profileId);
  const known = knownProfile(dataDir, profileId);
  if (known?.ok)
    return { ...bankProfileOf(known.value.bankFile, folder), ...readable, ...sizeOf(folder) };
  const good = lastGoodOf(folder);
  return {
    ...(good ? bankProfileOf(good, folder) : nameless(profileId)),
    isOpen: false,
    problem: known?.error.message ?? 'The bank file is missing.',
    canRestore: good !== null,
    ...sizeOf(folder),
  };
}

const readable = { isOpen: false, problem: null, canRestore: false } as const;

/** The row of a bank of which only the folder is known. It counts as production, where most is at stake. */
const nameless = (profileId: string): BankProfile => ({
  profileId,
  name: `Bank ${profileId}`,
  environment: 'production',
  host: '',
  credentialFields: [],
  clientCertificate: false,
});

function sizeOf({ cache, journal }: ProfileFolder): { sizeBytes: number } {
  const files = [cache, journal].flatMap((file) => [file, `${file}-wal`]);
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return { sizeBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

import { rmSync } from 'node:fs';

import {
  parseBankFile,
  profileIdOf,
  type BankFile,
  type BankFileProblem,
} from '../bank/bank-file.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { makeFolders, profileFolder, type ProfileFolder } from './folders.ts';
import { readSmallFile, writeSmallFile } from './small-file.ts';

/** A bank known by its bank file. */
export type Profile = {
  readonly bankFile: BankFile;
  /** As it was opened; it holds no credential. Null for the sandbox. */
  readonly bankFileText: string | null;
  readonly folder: ProfileFolder;
};

/** Keeps a bank file's text as a profile of the desk. */
export function keepProfile(dataDir: string, text: string): Result<Profile, BankFileProblem> {
  const parsed = parseBankFile(text);
  if (!parsed.ok) return parsed;
  const profile = profileOf(dataDir, parsed.value, text);
  makeFolders(dataDir, profile.folder);
  writeSmallFile(profile.folder.bankFile, text);
  return ok(profile);
}

/** A profile kept before; its file may have been edited into nonsense since. Null when it is gone. */
export function knownProfile(
  dataDir: string,
  profileId: string,
): Result<Profile, BankFileProblem> | null {
  const text = readSmallFile(profileFolder(dataDir, profileId).bankFile);
  if (text === null) return null;
  const parsed = parseBankFile(text);
  if (!parsed.ok) return err(parsed.error);
  return ok({
    bankFile: parsed.value,
    bankFileText: text,
    folder: profileFolder(dataDir, profileId),
  });
}

export const profileOf = (
  dataDir: string,
  bankFile: BankFile,
  bankFileText: string | null,
): Profile => ({
  bankFile,
  bankFileText,
  folder: profileFolder(dataDir, profileIdOf(bankFile)),
});

/** Removes everything of a bank from this machine but its keychain entries. */
export function removeProfile({ folder }: Profile): void {
  rmSync(folder.folder, { recursive: true, force: true });
}

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { err, ok, type Result } from '../../../shared/result.ts';
import {
  parseBankFile,
  profileIdOf,
  type BankFile,
  type BankFileProblem,
} from '../../engines/bank/file/bank-file.ts';
import type { Clock } from '../../engines/machine/context.ts';
import { quarantine } from '../../engines/store/quarantine.ts';
import { makeFolders, profileFolder, type ProfileFolder } from './folders.ts';
import { readSmallFile, writeSmallFile } from '../../engines/machine/small-file.ts';

/** A bank known by its bank file. */
export type Profile = {
  readonly bankFile: BankFile;
  /** The text as it was opened, without credentials. Null for the sandbox. */
  readonly bankFileText: string | null;
  readonly folder: ProfileFolder;
};

/** The profile of the built-in sandbox bank. */
export const sandboxProfileId = 'sandbox';

/** Whether a text is the name of a profile's folder. An id from the window must not lead to another folder. */
export const isProfileId = (text: string): boolean => /^[a-z0-9]{1,40}$/.test(text);

/** Saves a bank file's text as a profile of the desk. */
export function keepProfile(dataDir: string, text: string): Result<Profile, BankFileProblem> {
  const parsed = parseBankFile(text);
  if (!parsed.ok) return parsed;
  const profile = profileOf(dataDir, parsed.value, text);
  makeFolders(dataDir, profile.folder);
  writeSmallFile(profile.folder.bankFile, text);
  return ok(profile);
}

/** A saved profile; an error where its file was edited and is invalid. Null when it does not exist. */
export function knownProfile(
  dataDir: string,
  profileId: string,
): Result<Profile, BankFileProblem> | null {
  if (!isProfileId(profileId)) return null;
  const folder = profileFolder(dataDir, profileId);
  const text = readSmallFile(folder.bankFile);
  if (text === null) return readSmallFile(folder.lastGood) === null ? null : err(gone);
  const parsed = parsedFor(profileId, text);
  if (!parsed.ok) return err(recoverable(folder, parsed.error));
  return ok({ bankFile: parsed.value, bankFileText: text, folder });
}

/** Saves the text with which a bank was opened, in case its file becomes unreadable. */
export function keepLastGood({ bankFileText, folder }: Profile): void {
  if (bankFileText !== null && readSmallFile(folder.lastGood) !== bankFileText)
    writeSmallFile(folder.lastGood, bankFileText);
}

/** The last text of a profile's file that could be read; null when there is none. */
export function lastGoodOf(folder: ProfileFolder): BankFile | null {
  const text = readSmallFile(folder.lastGood);
  const parsed = text === null ? null : parsedFor(folder.profileId, text);
  return parsed?.ok ? parsed.value : null;
}

/** Replaces an unreadable bank file by its last readable text; the broken file is set aside, not deleted. */
export function restoreLastGood(dataDir: string, profileId: string, clock: Clock): void {
  const known = knownProfile(dataDir, profileId);
  const folder = profileFolder(dataDir, profileId);
  const text = readSmallFile(folder.lastGood);
  if (!known || known.ok || text === null || lastGoodOf(folder) === null) return;
  quarantine(folder.bankFile, clock.now());
  writeSmallFile(folder.bankFile, text);
}

/** The profiles with a saved bank file, without the sandbox. */
export function profileIdsIn(dataDir: string): string[] {
  return foldersIn(join(dataDir, 'banks')).filter((profileId) => {
    const folder = profileFolder(dataDir, profileId);
    const isStored = [folder.bankFile, folder.lastGood].some(
      (file) => readSmallFile(file) !== null,
    );
    return profileId !== sandboxProfileId && isStored;
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

/** Removes all data of a bank from this machine except its keychain entries. */
export function removeProfile({ folder }: Profile): void {
  rmSync(folder.folder, { recursive: true, force: true });
}

/** Parses a profile's file. Refuses another address: that is another bank, whose data must not get into this local copy. */
function parsedFor(profileId: string, text: string): Result<BankFile, BankFileProblem> {
  const parsed = parseBankFile(text);
  if (!parsed.ok || profileIdOf(parsed.value) === profileId) return parsed;
  return err({
    message: 'The bank file names another address or environment now: that is another bank.',
    fields: { baseUrl: 'is another bank’s; connect that file as a bank of its own' },
  });
}

const gone: BankFileProblem = {
  message: 'The bank file is missing. Its last working version is saved.',
  fields: { '': 'is gone' },
};

const recoverable = (folder: ProfileFolder, problem: BankFileProblem): BankFileProblem =>
  lastGoodOf(folder)
    ? { ...problem, message: `${problem.message} The last text that worked is kept beside it.` }
    : problem;

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isProfileId(entry.name))
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

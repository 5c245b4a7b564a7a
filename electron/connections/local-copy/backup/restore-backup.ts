import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { builtInBankFile, parseBankFile } from '../../../engines/bank/file/bank-file.ts';
import { timestampNow, type Clock } from '../../../engines/machine/context.ts';
import { syncPath } from '../../../engines/machine/durable.ts';
import {
  closeDatabase,
  rekeyFile,
  type Journal,
  type TeamCopy,
} from '../../../engines/store/database.ts';
import { attemptSync } from '../../../engines/store/local-faults.ts';
import { openTeamCopy } from '../../../engines/store/opening/team-copy.ts';
import { digestAt, headOf } from '../../../engines/team-record/record-copy.ts';
import { adoptDatabaseKey } from '../../../engines/vault/database-key.ts';
import { journalHead } from '../../../engines/submissions/journal/journal-chain.ts';
import { lockJournal } from '../../../engines/store/opening/journal-locks.ts';
import { closeJournal } from '../../../engines/store/opening/journal.ts';
import { putBack, quarantine } from '../../../engines/store/quarantine.ts';
import { findJournal } from '../continuity/found-journal.ts';
import { makeFolders } from '../../profiles/folders.ts';
import { keyOf, setCopyAside, type CopyPorts } from '../local-copy.ts';
import { onDisk, onDiskAsync } from '../../../engines/machine/on-disk.ts';
import { profileOf, type Profile } from '../../profiles/profiles.ts';
import { readSmallFile, writeSmallFile } from '../../../engines/machine/small-file.ts';
import type { Manifest } from './contents.ts';
import { checkedJournal } from './journal-check.ts';
import { clearAbandoned, makeRestoringFolder, type RestoringFolder } from './restoring-folder.ts';

type Credentials = Readonly<Record<string, string>> | null;

/** A backup that was read to its end and opened; nothing was changed yet. */
export type ReadBackup = {
  readonly profile: Profile;
  readonly manifest: Manifest;
  /**
   * Puts its journal and bank file in place. The former files are set aside, not deleted. Sending stays closed until the journal has been
   * reconciled with the bank, because it lacks all sends after the backup. Returns where the former files are now. Throws `store.locked`
   * while the bank is in use, or the fault of the vault or the disk.
   */
  putInPlace(credentials: Credentials): Promise<string[]>;
  /** Deletes the unpacked files. */
  discard(): void;
};

/**
 * Reads a backup to its end, opens it, and checks every page and the chain of sends. Throws `backup.not-one`, `backup.newer`,
 * `backup.outdated`, `backup.wrong-passphrase`, `backup.damaged`, or the disk's fault.
 */
export async function readBackup(
  ports: CopyPorts,
  path: string,
  passphrase: string,
): Promise<ReadBackup> {
  clearAbandoned(ports.dataDir, ports.clock.now());
  const { places, begin, discard } = onDisk(() => makeRestoringFolder(ports.dataDir));
  try {
    return await onDiskAsync(async () => {
      const manifest = await checkedJournal(path, passphrase, places, (journal) => {
        closeSending(journal, ports.clock);
      });
      const profile = profileIn(ports.dataDir, manifest);
      const putInPlace: ReadBackup['putInPlace'] = (credentials) =>
        onDiskAsync(() => put(ports, profile, { places, begin, manifest, credentials }));
      return { profile, manifest, putInPlace, discard };
    });
  } catch (cause) {
    discard();
    throw cause;
  }
}

/** Stores the lock in the journal itself, so that no way of opening it can miss it. */
function closeSending(journal: Journal, clock: Clock): void {
  const { at, count } = journalHead(journal);
  lockJournal(journal, {
    state: 'older',
    since: timestampNow(clock),
    knownUntil: at,
    lastSentAt: at,
    expectedSends: count,
  });
}

function profileIn(dataDir: string, { bankFile, profileId }: Manifest): Profile {
  const anywhere = 'http://127.0.0.1:1';
  const parsed = bankFile === null ? null : parseBankFile(bankFile);
  if (parsed && !parsed.ok)
    throw new DeskFault(
      'bank-file.invalid',
      `The bank file in the backup: ${parsed.error.message}`,
    );
  const profile = profileOf(dataDir, parsed ? parsed.value : builtInBankFile(anywhere), bankFile);
  if (profile.folder.profileId !== profileId) throw new DeskFault('backup.damaged');
  return profile;
}

type Unpacked = Pick<RestoringFolder, 'places' | 'begin'> & {
  readonly manifest: Manifest;
  readonly credentials: Credentials;
};

async function put(
  ports: CopyPorts,
  profile: Profile,
  { places, begin, manifest, credentials }: Unpacked,
): Promise<string[]> {
  const { folder } = profile;
  const file = places.journal;
  makeFolders(ports.dataDir, folder);
  const { key, aside } = await keyFor(ports, profile, credentials);
  assertFree(ports, profile, key);
  begin(folder.profileId);
  rekeyFile(file, { now: Buffer.from(manifest.journal.key, 'base64url'), next: key });
  chmodSync(file, 0o600);
  syncPath(file);
  putFiles(manifest, places.attachments, folder.attachments);
  if (manifest.team)
    rekeyFile(places.team, { now: Buffer.from(manifest.team.key, 'base64url'), next: key });
  const atMs = ports.clock.now();
  const replaced = quarantine(folder.journal, atMs);
  try {
    renameSync(file, folder.journal);
  } catch (cause) {
    if (replaced !== null) putBack(replaced, folder.journal);
    throw cause;
  }
  syncPath(dirname(folder.journal));
  const team = await putTeam(ports, profile, { places, manifest, credentials, key });
  key.fill(0);
  const former = replaceBankFile(profile, atMs);
  return [...new Set([...aside, replaced, team, former])].filter((where) => where !== null);
}

type TeamParts = Pick<Unpacked, 'places' | 'manifest' | 'credentials'> & {
  readonly key: Uint8Array;
};

/**
 * Installs the keys of a team where this machine has none, and the copy of the record unless the one here has as many acts. Runs after the
 * journal: a desk whose journal names a team sends nothing without its keys. Returns where the replaced copy is.
 */
async function putTeam(
  { keychain, version, clock }: CopyPorts,
  { folder }: Profile,
  { places, manifest: { team }, credentials, key }: TeamParts,
): Promise<string | null> {
  if (team === undefined) return null;
  const { team: profileDir, profileId, teamCopy } = folder;
  const vault = { profileDir, profileId, keychain, credentials, appVersion: version };
  const adopted = await adoptDatabaseKey(vault, Buffer.from(team.secret, 'base64url'));
  if (!adopted.ok) throw new DeskFault(adopted.error.code, adopted.error.message);
  if (knowsMore(teamCopy, places.team, key)) return null;
  const replaced = quarantine(teamCopy, clock.now());
  renameSync(places.team, teamCopy);
  syncPath(dirname(teamCopy));
  return replaced;
}

/** Whether `one` has the last act of `other`. A copy that cannot be opened has no acts. */
function knowsMore(one: string, other: string, key: Uint8Array): boolean {
  if (!existsSync(one)) return false;
  const head = ofCopy(other, key, headOf);
  const digest = head && ofCopy(one, key, (copy) => digestAt(copy, head.n));
  return head === null || digest === head.digest;
}

/** Reads from a copy of a record; null where it cannot be opened. */
function ofCopy<T>(file: string, key: Uint8Array, read: (copy: TeamCopy) => T): T | null {
  const opened = attemptSync(() => openTeamCopy(file, key));
  if (!opened.ok) return null;
  const found = attemptSync(() => read(opened.value));
  closeDatabase(opened.value);
  return found.ok ? found.value : null;
}

/** Moves the attached files into place, before the journal that names them. Their names are random: an existing one is the same file. */
function putFiles({ files }: Manifest, from: string, to: string): void {
  if (files.length === 0) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const { name } of files) renameSync(join(from, name), join(to, name));
  syncPath(to);
}

/** The key of the folder. Where the former key is lost, the whole copy is set aside and a new key is made. */
async function keyFor(
  ports: CopyPorts,
  { folder }: Profile,
  credentials: Credentials,
): Promise<{ key: Uint8Array; aside: string[] }> {
  try {
    return { key: (await keyOf(ports, folder, credentials)).key, aside: [] };
  } catch (cause) {
    if (!(cause instanceof DeskFault) || !lostKeys.has(cause.code)) throw cause;
    setCopyAside(folder, ports.clock);
    const { key } = await keyOf(ports, folder, credentials);
    return { key, aside: [join(folder.folder, 'quarantine')] };
  }
}

const lostKeys: ReadonlySet<string> = new Set([
  'vault.key-lost',
  'vault.corrupt',
  'vault.wrong-credentials',
]);

/** Checks that no process has the current journal open. An unreadable journal counts as unused. */
function assertFree({ program }: CopyPorts, { folder }: Profile, key: Uint8Array): void {
  const found = findJournal(folder.journal, key, program);
  if (found.is === 'read') closeJournal(found.journal);
}

function replaceBankFile({ folder, bankFileText }: Profile, atMs: number): string | null {
  if (bankFileText === null || readSmallFile(folder.bankFile) === bankFileText) return null;
  const former = existsSync(folder.bankFile) ? quarantine(folder.bankFile, atMs) : null;
  writeSmallFile(folder.bankFile, bankFileText);
  return former;
}

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { appError, DeskFault, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import type { JournalStanding } from '../../shared/ipc/submissions.ts';
import { journalWords } from '../../shared/ipc/journal-words.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { version } from '../../shared/version.ts';
import { builtInBankFile, credentialFieldsOf, parseBankFile } from '../bank/bank-file.ts';
import { createBankClient, type BankClient } from '../bank/client.ts';
import { deskClock, type Context } from '../machine/context.ts';
import type { Known } from '../doctor/learnt.ts';
import { BankDesk } from '../desk/bank-desk.ts';
import { stateFolder } from '../local-copy/continuity/state-folder.ts';
import { credentialsPlace } from '../profiles/credentials-place.ts';
import { knownOnDisk } from '../desk/known-records.ts';
import {
  openDeskCopy,
  openReadableDeskCopy,
  type DeskCopy,
  type ReadableDeskCopy,
} from '../desk/copy.ts';
import { type CopyPorts } from '../local-copy/local-copy.ts';
import { openNetwork, type DeskNetwork } from '../session/network.ts';
import { openSandboxBank } from '../session/sandbox-bank.ts';
import { profileOf, type Profile } from '../profiles/profiles.ts';
import type { Journal } from '../store/database.ts';
import { tried } from '../store/local-faults.ts';
import { readCredentials } from '../vault/credentials.ts';
import { createKeychain } from '../vault/keychain.ts';
import { WrongUse, type Global } from './command.ts';
import { readTextFile } from './text-file.ts';
import { changesAt } from '../desk/changes.ts';
import type { ViewParts } from '../submissions/submission-views.ts';

type Credentials = Readonly<Record<string, string>>;

/** A context for one run of a command. */
export const newContext = (): Context => ({ correlationId: randomUUID() });

/** Carries an AppError up to the command line's one catch. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new CommandFailed(outcome.error);
  return outcome.value;
}

type Chosen = { readonly profile: Profile; readonly close: () => Promise<void> };

/** The bank of this run. The sandbox is started for it, unless it runs already. */
async function chooseBank({ bankFile, dataDir, io }: Global): Promise<Chosen> {
  if (bankFile === undefined) {
    const sandbox = await openSandboxBank(io.programs.sandbox, dataDir);
    const profile = profileOf(dataDir, builtInBankFile(sandbox.baseUrl), null);
    return { profile, close: sandbox.close };
  }
  return { profile: profileFromFile(dataDir, bankFile), close: () => Promise.resolve() };
}

/** The same without starting anything: for commands that only read the local copy. */
function chosenProfile({ bankFile, dataDir }: Global): Profile {
  if (bankFile !== undefined) return profileFromFile(dataDir, bankFile);
  return profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
}

function profileFromFile(dataDir: string, path: string): Profile {
  const text = bankFileText(path);
  const parsed = parseBankFile(text);
  if (!parsed.ok)
    throw new CommandFailed(
      appError('bank-file.invalid', randomUUID(), {
        message: parsed.error.message,
        fields: parsed.error.fields,
      }),
    );
  return profileOf(dataDir, parsed.value, text);
}

function bankFileText(path: string): string {
  const read = readTextFile(path, limits.bankFileBytesMax);
  if (read.ok) return read.value;
  if (read.error === 'unreadable')
    throw new WrongUse(`--bank names a file that cannot be read: ${path}.`);
  const why = read.error === 'too-large' ? 'is too large for a bank file' : 'is not UTF-8 text';
  throw new DeskFault('bank-file.invalid', `The bank file ${why}.`);
}

/** From `NOSTRO_CREDENTIALS` for this run only, from the keychain otherwise; the sandbox's own for the sandbox. */
export async function credentialsOf({ io }: Global, profile: Profile): Promise<Credentials | null> {
  const given = io.env['NOSTRO_CREDENTIALS'];
  if (given !== undefined) return credentialsIn(given, profile);
  if (profile.bankFile.builtIn) return sandboxSignIn;
  const kept = await readCredentials(credentialsPlace(profile, createKeychain()));
  return kept.ok ? kept.credentials : null;
}

function credentialsIn(text: string, { bankFile }: Profile): Credentials {
  const names = credentialFieldsOf(bankFile).map((field) => field.name);
  const saved = jsonObject(text);
  const missing = names.filter((name) => typeof saved?.[name] !== 'string');
  if (!saved || missing.length > 0)
    throw new WrongUse(
      `NOSTRO_CREDENTIALS must be a JSON object of texts with ${names.join(', ')}.`,
    );
  return Object.fromEntries(names.map((name) => [name, String(saved[name])]));
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The same settings as the window's; what the system names is read from the environment here. */
const networkOf = ({ dataDir, io }: Global): DeskNetwork =>
  openNetwork({
    dataDir,
    keychain: createKeychain(),
    clock: io.clock,
    env: io.env,
    confirm: () => Promise.resolve(false),
  });

export const copyPorts = ({ dataDir, io }: Global): CopyPorts => ({
  dataDir,
  stateDir: stateFolder({ env: io.env }),
  storeWorker: io.programs.storeWorker,
  keychain: createKeychain(),
  clock: io.clock,
  version,
  program: 'cli',
});

const noCredentials = {
  message: 'No credentials: none are in the keychain and NOSTRO_CREDENTIALS is not set.',
};

async function signedIn(
  sign: (credentials: Credentials) => Promise<Outcome<unknown>>,
  credentials: Credentials | null,
): Promise<void> {
  if (!credentials) throw new DeskFault('session.required', noCredentials.message);
  valueOf(await sign(credentials));
}

type SignIn = (context: Context) => Promise<Outcome<unknown>>;

/** Whatever happens, the client and the bank that was started for it are let go of. */
async function withClient<T>(
  global: Global,
  work: (bank: BankClient, profile: Profile) => Promise<T>,
): Promise<T> {
  const { profile, close } = await chooseBank(global);
  try {
    const network = networkOf(global);
    const bank = createBankClient({ bankFile: profile.bankFile, clock: global.io.clock, network });
    try {
      return await work(bank, profile);
    } finally {
      await bank.close();
    }
  } finally {
    await close();
  }
}

/** Runs `work` with a client that nobody has signed in yet, and no local copy. */
export const withUnsignedBank = <T>(
  global: Global,
  work: (bank: BankClient, profile: Profile, signIn: SignIn) => Promise<T>,
): Promise<T> =>
  withClient(global, async (bank, profile) => {
    const credentials = await credentialsOf(global, profile);
    return work(bank, profile, (context) =>
      credentials
        ? bank.session.signIn(credentials, context)
        : Promise.resolve(fail('session.required', context.correlationId, noCredentials)),
    );
  });

/** Runs `work` with a signed-in client and no local copy: for operations that only read. */
export const withBank = <T>(
  global: Global,
  work: (bank: BankClient, profile: Profile, credentials: Credentials | null) => Promise<T>,
): Promise<T> =>
  withClient(global, async (bank, profile) => {
    const credentials = await credentialsOf(global, profile);
    await signedIn((given) => bank.session.signIn(given, newContext()), credentials);
    return work(bank, profile, credentials);
  });

/** For what may be under way in the process that holds the data folder: waited for, then told as what nobody knows. */
export type Patience = { readonly waitMs: number };

/**
 * Runs `work` with a signed-in client over the local copy, which this process alone writes. Another process that holds it is waited
 * for as long as `patience` says; then nobody knows what it is sending, and `outcome.unknown` is told.
 */
export async function withDesk<T>(
  global: Global,
  work: (desk: BankDesk) => Promise<T>,
  patience?: Patience,
): Promise<T> {
  const { profile, close } = await chooseBank(global);
  try {
    const credentials = await credentialsOf(global, profile);
    const open = () => openDeskCopy(copyPorts(global), profile.folder, credentials);
    const copy = await (patience ? openInTime(open, patience) : open());
    tellNotices(global, copy);
    const desk = new BankDesk(profile, copy, {
      clock: global.io.clock,
      network: networkOf(global),
      announce: () => undefined,
      onReach: () => undefined,
      onLocalFault: ({ code, message }) => {
        global.io.warn(JSON.stringify({ notice: message, code }));
      },
    });
    return await closingAfter(global, desk, async () => {
      await signedIn((given) => desk.signIn(given, newContext()), credentials);
      return work(desk);
    });
  } finally {
    await close();
  }
}

/** The same for what changes the bank: refused before anything is asked or checked while sending is closed. */
export const withSendingDesk = <T>(
  global: Global,
  work: (desk: BankDesk) => Promise<T>,
  patience?: Patience,
): Promise<T> =>
  withDesk(
    global,
    (desk) => {
      valueOf(desk.changes.continuity.allows(newContext()));
      return work(desk);
    },
    patience,
  );

/** What was found at the opening; why sending is closed is said with every command, until it is open again. */
function tellNotices({ io }: Global, { notices, continuity }: DeskCopy): void {
  const closed = journalWords(continuity.standing());
  for (const notice of closed === null ? notices : [...notices, closed])
    io.warn(JSON.stringify({ notice }));
}

/** Between two tries of the lock; each try waits a little by itself. */
const tryAgainMs = 200;

async function openInTime<T>(open: () => Promise<T>, { waitMs }: Patience): Promise<T> {
  const endMs = performance.now() + waitMs;
  for (;;)
    try {
      return await open();
    } catch (cause) {
      if (!(cause instanceof DeskFault) || cause.code !== 'store.locked') throw cause;
      if (performance.now() >= endMs) throw new CommandFailed(mayBeUnderWay(cause));
      await setTimeout(tryAgainMs);
    }
}

const mayBeUnderWay = ({ message }: DeskFault): AppError => ({
  ...appError('outcome.unknown', randomUUID()),
  message: `${message} It may be sending this very payment, so nobody knows yet whether it was sent; this run sent nothing. Run the same command again later: nothing is sent twice under one reference.`,
});

/** What the work says counts; that closing fails, as on a full disk or a damaged local copy, is told beside it. */
async function closingAfter<T>({ io }: Global, desk: BankDesk, work: () => Promise<T>): Promise<T> {
  const done = await work().then(ok, (cause: unknown) => ({ ok: false as const, cause }));
  const closed = await tried(() => desk.close());
  if (!done.ok) throw done.cause;
  if (!closed.ok)
    io.warn(JSON.stringify({ notice: closed.error.message, code: closed.error.code }));
  return done.value;
}

/** Runs `work` over the local copy alone: no network, beside a process that may be writing. */
export async function withCopy<T>(
  global: Global,
  work: (copy: ReadableDeskCopy) => Promise<T>,
): Promise<T> {
  const profile = chosenProfile(global);
  const credentials = await credentialsOf(global, profile);
  const copy = await openReadableDeskCopy(copyPorts(global), profile.folder, credentials);
  try {
    return await work(copy);
  } finally {
    await copy.close();
  }
}

/** Runs `work` over the local copy, held by this process: no network, and no sign-in. */
export function withHeldCopy<T>(
  global: Global,
  work: (copy: DeskCopy, profile: Profile) => Promise<T>,
): Promise<T> {
  return holding(global, (copy, profile) => {
    for (const notice of copy.notices) global.io.warn(JSON.stringify({ notice }));
    return work(copy, profile);
  });
}

/** Opens the local copy so that no other process can, and closes it whatever comes of the work. */
async function holding<T>(
  global: Global,
  work: (copy: DeskCopy, profile: Profile) => T | Promise<T>,
): Promise<T> {
  const profile = chosenProfile(global);
  const credentials = await credentialsOf(global, profile);
  const copy = await openDeskCopy(copyPorts(global), profile.folder, credentials);
  try {
    return await work(copy, profile);
  } finally {
    await copy.close();
  }
}

/** The bank that `--bank` names; null without it. */
export const profileGiven = (global: Global): Profile | null =>
  global.bankFile === undefined ? null : chosenProfile(global);

/** What the doctor may ask by: read from the local copy, if there is one that can be read now. */
export const knownHere = async (global: Global, profile: Profile): Promise<Known> =>
  knownOnDisk(copyPorts(global), profile.folder, await credentialsOf(global, profile));

/** Runs `work` over the journal alone, held by this process: no network, and no sign-in. */
export function withJournal<T>(
  global: Global,
  work: (held: ViewParts & { journal: Journal; standing: JournalStanding }) => T,
): Promise<T> {
  return holding(global, (copy) => {
    tellNotices(global, copy);
    const { journal, continuity, writer } = copy;
    const registry = changesAt({ cache: writer, announceUpload: () => undefined });
    const clock = deskClock(global.io.clock, () => null);
    return work({ journal, clock, registry, standing: continuity.standing() });
  });
}

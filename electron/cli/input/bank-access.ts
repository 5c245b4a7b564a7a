import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { appError, DeskFault, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { createBankClient, type BankClient } from '../../engines/bank/client.ts';
import { openBankDesk, type BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { registryOf } from '../../desk/open-bank/changes.ts';
import { openDeskCopy, type DeskCopy } from '../../desk/open-bank/copy.ts';
import { signInAs } from '../../engines/bank/own-account.ts';
import { deskClock, type Context, type DeskClock } from '../../engines/machine/context.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { openNetwork, type DeskNetwork } from '../../connections/session/network.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import { maySend } from '../../engines/submissions/claims.ts';
import type { FundsParts } from '../../engines/submissions/funds/funds.ts';
import { evidenceIn } from '../../nouns/statements/statement-evidence.ts';
import type { Credentials } from '../../engines/vault/credentials.ts';
import { createKeychain } from '../../engines/vault/keychain.ts';
import { chooseBank, credentialsOf } from './chosen-bank.ts';
import { CommandFailed, newContext, valueOf, type Global } from './command.ts';
import { copyPorts, printNotices, withHeldCopy } from './copy-access.ts';

/** The same settings as the window's; what the system names is read from the environment here. */
const networkOf = ({ dataDir, io }: Global): DeskNetwork =>
  openNetwork({
    dataDir,
    keychain: createKeychain(),
    clock: io.clock,
    env: io.env,
    confirm: () => Promise.resolve(false),
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

type KnownFunds = {
  readonly changes: FundsParts;
  readonly clock: DeskClock;
  readonly copy: DeskCopy;
  readonly profile: Profile;
};

/** Runs `work` over what is known of the bank's money without asking it: the local copy, and a client that sends nothing. */
export const withKnownFunds = <T>(
  global: Global,
  work: (known: KnownFunds) => Promise<T>,
): Promise<T> =>
  withHeldCopy(global, async (copy, profile) => {
    const { bankFile } = profile;
    const bank = createBankClient({ bankFile, clock: global.io.clock, network: networkOf(global) });
    const { journal, reader } = copy;
    const clock = deskClock(global.io.clock, () => null);
    const registry = registryOf(copy.writer);
    const evidence = evidenceIn(reader);
    try {
      return await work({
        ...{ clock, copy, profile },
        changes: { journal, reader, bank, registry, evidence, clock },
      });
    } finally {
      await bank.close();
    }
  });

/** The sign-in methods that were not tried yet. */
export type Unsigned = {
  readonly signIn: (context: Context) => Promise<Outcome<unknown>>;
  /** Has connections show the client certificate among the credentials. */
  readonly present: () => Promise<void>;
};

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

/** Runs `work` with a client that is not signed in, without a local copy. */
export const withUnsignedBank = <T>(
  global: Global,
  work: (bank: BankClient, profile: Profile, unsigned: Unsigned) => Promise<T>,
): Promise<T> =>
  withClient(global, async (bank, profile) => {
    const credentials = await credentialsOf(global, profile);
    return work(bank, profile, {
      signIn: (context) =>
        credentials
          ? signInAs({ bank, bankFile: profile.bankFile }, credentials, context)
          : Promise.resolve(fail('session.required', context.correlationId, noCredentials)),
      present: () => {
        if (credentials) bank.session.present(credentials);
        return Promise.resolve();
      },
    });
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

/** Waits for what may be under way in the process that holds the data folder, then reports the result as unknown. */
export type Patience = { readonly waitMs: number };

/**
 * Runs `work` with a signed-in client over the local copy, which this process alone writes. Another process that holds it is waited
 * for as long as `patience` says; then it is unknown what that process sends, and this one answers `outcome.unknown`.
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
    printNotices(global, copy);
    const desk = await openBankDesk(profile, copy, {
      clock: global.io.clock,
      network: networkOf(global),
      announce: () => undefined,
      ...(copy.team ? { claims: copy.team.claims } : {}),
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
    async (desk) => {
      // What the team decided since decides whether this desk may send. Where it cannot be asked, the claim says so.
      await desk.copy.team?.refresh(newContext());
      valueOf(maySend(desk.changes, newContext()));
      return work(desk);
    },
    patience,
  );

/** Between two tries of the lock; each try waits a little by itself. */
const tryAgainMs = 200;

async function openInTime<T>(open: () => Promise<T>, { waitMs }: Patience): Promise<T> {
  const endMs = performance.now() + waitMs;
  for (;;)
    try {
      return await open();
    } catch (cause) {
      if (!(cause instanceof DeskFault) || cause.code !== 'store.locked') throw cause;
      if (performance.now() >= endMs) throw new CommandFailed(mayBeSendingError(cause));
      await setTimeout(tryAgainMs);
    }
}

const mayBeSendingError = ({ message }: DeskFault): AppError => ({
  ...appError('outcome.unknown', randomUUID()),
  message: `${message} It may be sending this very payment, so it is not known yet whether it was sent; this run sent nothing. Run the same command again later: nothing is sent twice under one reference.`,
});

/** The result of the work counts. A failure to close, as on a full disk or a damaged local copy, is printed as well. */
async function closingAfter<T>({ io }: Global, desk: BankDesk, work: () => Promise<T>): Promise<T> {
  const done = await work().then(ok, (cause: unknown) => ({ ok: false as const, cause }));
  const closed = await attempt(() => desk.close());
  if (!done.ok) throw done.cause;
  if (!closed.ok)
    io.warn(JSON.stringify({ notice: closed.error.message, code: closed.error.code }));
  return done.value;
}

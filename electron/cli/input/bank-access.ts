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

/** The network settings of the window; the system's are read from the environment here. */
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

/** Runs `work` over the balances known here without asking the bank: the local copy, and a client that sends nothing. */
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

/** A client that has not signed in yet. */
export type Unsigned = {
  readonly signIn: (context: Context) => Promise<Outcome<unknown>>;
  /** Makes connections present the client certificate among the credentials. */
  readonly present: () => Promise<void>;
};

/** Runs `work` with a client, and always closes it and the bank that was started for it. */
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

/** How long to wait for another process that holds the data folder; afterwards the result is reported as unknown. */
export type Patience = { readonly waitMs: number };

/**
 * Runs `work` with a signed-in client over the local copy, which only this process writes. Waits as long as `patience` allows for another
 * process that holds it. After that, what that process sends is unknown, and the answer is `outcome.unknown`.
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

/** The same for changes of the bank. While sending is closed, it refuses before `work` runs. */
export const withSendingDesk = <T>(
  global: Global,
  work: (desk: BankDesk) => Promise<T>,
  patience?: Patience,
): Promise<T> =>
  withDesk(
    global,
    async (desk) => {
      // The team's latest record decides whether this desk may send. Where it cannot be read, the claim fails later and gives the reason.
      await desk.copy.team?.refresh(newContext());
      valueOf(maySend(desk.changes, newContext()));
      return work(desk);
    },
    patience,
  );

/** The pause between two tries of the lock; each try also waits a little itself. */
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

/** Closes the desk after `work`, whose result is returned. A failure to close, as on a full disk or a damaged local copy, is a warning. */
async function closingAfter<T>({ io }: Global, desk: BankDesk, work: () => Promise<T>): Promise<T> {
  const done = await work().then(ok, (cause: unknown) => ({ ok: false as const, cause }));
  const closed = await attempt(() => desk.close());
  if (!done.ok) throw done.cause;
  if (!closed.ok)
    io.warn(JSON.stringify({ notice: closed.error.message, code: closed.error.code }));
  return done.value;
}

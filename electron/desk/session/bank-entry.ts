import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { fail, type Outcome } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { builtInBankFile } from '../../engines/bank/file/bank-file.ts';
import type { Context } from '../../engines/machine/context.ts';
import { keepChoice } from '../../connections/profiles/choice.ts';
import {
  knownProfile,
  profileOf,
  sandboxProfileId,
  type Profile,
} from '../../connections/profiles/profiles.ts';
import type { Held } from '../../connections/session/credentials-in-memory.ts';
import { openSandboxBank, type SandboxBank } from '../../connections/session/sandbox-bank.ts';
import { openDeskCopy, type DeskCopy } from '../open-bank/copy.ts';
import { openCopy } from './open-copy.ts';
import { copyPortsOf, type SessionParts } from './session-parts.ts';
import type { SigningIn } from './signing-in.ts';

/** When to sign in: at the start of the program the cached data must be readable at once, so the bank is asked later. */
type SignInWhen = 'sign in now' | 'sign in soon' | 'sign in later';
/** The longest wait for the sign-in after choosing another bank: the local copy is readable meanwhile. */
const soonMs = 2_000;
/** The sandbox's address differs from start to start; its folder does not. */
const nowhere = 'http://127.0.0.1:1';

/** Enters a bank: leaves the open one, opens the local copy, and signs in with stored credentials. */
export class BankEntry {
  readonly #parts: SessionParts;
  readonly #signing: SigningIn;
  #played: SandboxBank | null = null;

  constructor(parts: SessionParts, signing: SigningIn) {
    this.#parts = parts;
    this.#signing = signing;
  }

  async enter(
    profile: Profile,
    context: Context,
    when: SignInWhen = 'sign in now',
    { held, copy }: { readonly held?: Held | undefined; readonly copy?: Promise<DeskCopy> } = {},
  ): Promise<Outcome<DeskState>> {
    const { ports, status, held: ours } = this.#parts;
    await this.#signing.leave();
    status.choose(profile);
    keepChoice(ports.dataDir, { profileId: profile.folder.profileId });
    const stored = await ours.storedFor(profile);
    const opening = { profile, credentials: stored ?? held?.credentials ?? null, copy };
    await openCopy(this.#parts, opening, context);
    const credentials = stored ?? (held?.maySignIn ? held.credentials : null);
    if (!status.open || !credentials) return status.announceState();
    const signingIn = this.#signing.signInQuietly(status.open, credentials, context);
    if (when === 'sign in now') await signingIn;
    if (when === 'sign in soon')
      await Promise.race([signingIn, setTimeout(soonMs, null, { ref: false })]);
    return status.announceState();
  }

  async enterSandbox(
    context: Context,
    when: SignInWhen = 'sign in now',
  ): Promise<Outcome<DeskState>> {
    const { dataDir } = this.#parts.ports;
    const copy = this.#copyMeanwhile();
    const entered = this.#playedBank().then(({ baseUrl }) => {
      const profile = profileOf(dataDir, builtInBankFile(baseUrl), null);
      return this.enter(profile, context, when, copy && { copy });
    });
    return entered.catch(async (cause: unknown) => {
      // Closes the copy of an opening that failed half way.
      const opened = await copy?.catch(() => undefined);
      if (opened && opened !== this.#parts.status.open?.copy) await opened.close();
      throw cause;
    });
  }

  async #playedBank(): Promise<SandboxBank> {
    const { programs, dataDir } = this.#parts.ports;
    return (this.#played ??= await openSandboxBank(programs.sandbox, dataDir));
  }

  /**
   * The sandbox's local copy, opened while its bank starts, which it does not need. Undefined while a bank is open, which is left only once
   * this one can be reached.
   */
  #copyMeanwhile(): Promise<DeskCopy> | undefined {
    const { ports, status } = this.#parts;
    if (status.open) return undefined;
    const { folder } = profileOf(ports.dataDir, builtInBankFile(nowhere), null);
    const copy = openDeskCopy(copyPortsOf(ports), folder, sandboxSignIn);
    // The error is handled where `copy` is awaited.
    copy.catch(() => undefined);
    return copy;
  }

  /** Enters a known bank. If its file cannot be read, nothing changes. */
  async enterKnown(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    const { ports, status } = this.#parts;
    const { correlationId } = context;
    const isOpen = status.phase === 'open' && status.profile?.folder.profileId === profileId;
    if (isOpen) return status.announceState();
    if (profileId === sandboxProfileId) return this.enterSandbox(context, 'sign in soon');
    const known = knownProfile(ports.dataDir, profileId);
    if (!known) return fail('input.invalid', correlationId, { message: 'This bank is not known.' });
    if (!known.ok) return fail('bank-file.invalid', correlationId, known.error);
    return this.enter(known.value, context, 'sign in soon');
  }

  async closeSandbox(): Promise<void> {
    await this.#played?.close();
    this.#played = null;
  }

  async forgetSandbox(): Promise<void> {
    await this.closeSandbox();
    rmSync(join(this.#parts.ports.dataDir, 'sandbox'), { recursive: true, force: true });
  }
}

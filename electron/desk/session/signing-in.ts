import { existsSync } from 'node:fs';

import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { ChosenCertificate, DeskState } from '../../../shared/ipc/desk/desk.ts';
import { setCopyAside } from '../../connections/local-copy/local-copy.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { machineClock } from '../../connections/session/auto-lock.ts';
import type { PasswordChange } from '../../connections/session/password.ts';
import { SessionKeeper, type Duty } from '../../connections/session/session-keeper.ts';
import type { Credentials } from '../../engines/vault/credentials.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { openCopy } from './open-copy.ts';
import type { SessionParts } from './session-parts.ts';

/** Signs in to the chosen bank, stays signed in, signs in again after an outage, and signs out. */
export class SigningIn {
  readonly #parts: SessionParts;
  readonly #keeper: SessionKeeper;
  /** True after only the network prevented the first sign-in: stored credentials are tried again. */
  #isAwaited = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#keeper = new SessionKeeper({
      due: () => this.#duty(),
      act: (duty) => this.#acts[duty](),
      now: parts.ports.idleClock ?? machineClock,
      everySecond: parts.ports.everySecond,
    });
  }

  signIn(
    credentials: Credentials,
    remember: boolean,
    context: Context,
  ): Promise<Outcome<DeskState>> {
    const { status, verbs } = this.#parts;
    return verbs.run(() =>
      this.#signIn(credentials, remember, context).finally(() => {
        status.hush(false);
        status.announce();
      }),
    );
  }

  async #signIn(
    typed: Credentials,
    remember: boolean,
    context: Context,
  ): Promise<Outcome<DeskState>> {
    const { status, held } = this.#parts;
    const { profile } = status;
    if (!profile) return fail('session.required', context.correlationId);
    const credentials = await held.withCertificate(profile, typed);
    const isFresh = status.open === null && !existsSync(profile.folder.journal);
    const before = { phase: status.phase, problem: status.problem };
    // A new copy may be discarded when the bank refuses: until then no desk is shown.
    status.hush(isFresh);
    if (!status.open) await openCopy(this.#parts, { profile, credentials }, context);
    if (!status.open) return this.#notOpened(before, context);
    const signedIn = await status.open.signIn(credentials, context);
    if (!signedIn.ok) {
      if (isFresh && signedIn.error.code === 'session.refused') await this.#discardFresh(profile);
      return signedIn;
    }
    status.setProblem(null);
    this.#isAwaited = false;
    await held.wrapFor(profile, credentials);
    if (remember) await held.remember(profile, credentials);
    return status.announceState();
  }

  /** Signs in after the opening, which a failure does not affect: the local copy is readable, and the state shows no user signed in. */
  async signInQuietly(open: BankDesk, credentials: Credentials, context: Context): Promise<void> {
    const { status } = this.#parts;
    const signedIn = await open.signIn(credentials, context);
    if (status.open === open) {
      status.setProblem(signedIn.ok ? null : signedIn.error);
      this.#isAwaited = !signedIn.ok && mayPass(signedIn.error);
    }
    status.announce();
  }

  /** Signs in with the stored credentials, for the doctor. Not queued: closing the bank must not wait for it. */
  async signInStored(context: Context): Promise<Outcome<null>> {
    const { status, held } = this.#parts;
    const open = status.openBank();
    const credentials = await held.storedFor(open.profile);
    if (!credentials)
      return fail('session.required', context.correlationId, {
        message: 'No user is signed in, and no credentials are saved to sign in with.',
      });
    const signedIn = await open.signIn(credentials, context);
    status.announce();
    return signedIn;
  }

  /** Takes the file of a client certificate that a person chose outside the window. */
  chooseCertificate(path: string, context: Context): Outcome<ChosenCertificate> {
    return this.#parts.held.choose(path, context);
  }

  /** Presents the stored client certificate, for the doctor. */
  async presentStored(): Promise<void> {
    const { status, held } = this.#parts;
    const { bank, profile } = status.openBank();
    if (!profile.bankFile.auth.clientCertificate || bank.session.isSignedIn()) return;
    const credentials = await held.storedFor(profile);
    if (credentials) bank.session.present(credentials);
  }

  resetPassword(change: PasswordChange, context: Context): Promise<Outcome<DeskState>> {
    const { status, held, verbs } = this.#parts;
    return verbs.run(async () => {
      const changed = await held.changePassword(status.openBank(), change, context);
      return changed.ok ? status.announceState() : changed;
    });
  }

  signOut(context: Context): Promise<Outcome<DeskState>> {
    const { status, held, verbs } = this.#parts;
    return verbs.run(async () => {
      this.#isAwaited = false;
      await status.open?.signOut(context);
      if (status.profile) await held.forgetRemembered(status.profile);
      return status.announceState();
    });
  }

  /** Leaves the bank: closes its local copy, and drops the typed credentials. */
  async leave(): Promise<void> {
    const { status, held } = this.#parts;
    held.drop();
    this.#isAwaited = false;
    // A copy that failed to close counts as closed: nothing of it is shown any more.
    await status.open?.close().finally(() => {
      status.closed();
    });
  }

  /** Moves future calls to the new network settings. */
  reconnect(): void {
    this.#parts.status.open?.bank.reconnect();
    this.#keeper.wake();
  }

  /** Ends prices and checks due work after the machine slept. */
  woke(): void {
    this.#parts.status.open?.woke();
    this.#keeper.look();
  }

  /** A person is at the desk: tries a lost connection sooner. */
  touched(): void {
    this.#keeper.touched();
  }

  close(): void {
    this.#keeper.close();
  }

  readonly #acts: Readonly<Record<Duty, () => Promise<boolean>>> = {
    renew: () => this.#renew(),
    'sign-in': () => this.#comeBack(),
    'find-line': async () =>
      (await this.#parts.status.open?.findLine({ correlationId: 'find-line' })) ?? false,
  };

  #duty(): Duty | null {
    const { status } = this.#parts;
    const session = status.open?.bank.session;
    if (!session) return null;
    if (!session.isSignedIn()) return this.#isAwaited ? 'sign-in' : null;
    if (session.isRenewalDue()) return 'renew';
    return status.isOffline ? 'find-line' : null;
  }

  async #renew(): Promise<boolean> {
    const { status } = this.#parts;
    const { open } = status;
    if (!open) return false;
    const renewed = await open.bank.session.refresh({ correlationId: 'keep-signed-in' });
    if (!renewed.ok && !open.bank.session.isSignedIn() && status.open === open)
      status.setProblem(renewed.error);
    status.announce();
    return renewed.ok;
  }

  /** Signs in with stored credentials once the bank can be reached again, and starts a sync. */
  #comeBack(): Promise<boolean> {
    const { status, held, verbs } = this.#parts;
    const context: Context = { correlationId: 'come-back' };
    return verbs.run(async () => {
      const { open } = status;
      if (!open || !this.#isAwaited) return false;
      const credentials = await held.storedFor(open.profile);
      if (!credentials) return false;
      await this.signInQuietly(open, credentials, context);
      if (open.signedInAt === null) return false;
      open.runner.start({}, context);
      return true;
    });
  }

  async #discardFresh(profile: Profile): Promise<void> {
    const { ports, status } = this.#parts;
    await this.leave();
    setCopyAside(profile.folder, ports.clock);
    status.block(appError('session.required', 'sign-in'));
  }

  /** Returns why the copy did not open. A mistyped password leaves the state as it was. */
  #notOpened(
    before: Pick<DeskState, 'phase' | 'problem'>,
    { correlationId }: Context,
  ): Outcome<never> {
    const { status } = this.#parts;
    const { problem } = status;
    if (problem?.code === 'vault.wrong-credentials') status.putBack(before);
    return problem ? { ok: false, error: problem } : fail('internal', correlationId);
  }
}

/** Whether an error is a temporary problem on the way to the bank. */
const mayPass = ({ code }: AppError): boolean =>
  code.startsWith('network.') || code === 'bank.unavailable' || code === 'bank.busy';

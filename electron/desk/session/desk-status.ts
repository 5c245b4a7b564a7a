import { DeskFault, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { Appearance } from '../../../shared/ipc/desk/appearance.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { knowCurrenciesOf } from '../../../shared/money/currencies.ts';
import { showNumbersAs } from '../../../shared/money/format.ts';
import { ok } from '../../../shared/result.ts';
import { requiredFieldsIn, closedOperationsOf } from '../../engines/bank/file/bank-file.ts';
import { bankProfileOf } from '../../connections/profiles/bank-rows.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { readAppearance } from '../../connections/session/appearance-settings.ts';
import { wasToured } from '../../connections/session/tour-settings.ts';
import { readKeys, type KeySettings } from '../../connections/session/key-settings.ts';
import type { HeldCredentials } from '../../connections/session/credentials-in-memory.ts';
import type { Announce } from '../../engines/submissions/open-bank.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import type { TeamTrial } from './team-trial.ts';

type Ports = {
  readonly version: string;
  readonly dataDir: string;
  readonly announce: Announce;
  readonly program: 'window' | 'cli';
  /** Sets the size of the window’s text in percent. */
  readonly zoom?: ((percent: number) => void) | undefined;
  readonly teamTrial?: TeamTrial | undefined;
};

/** The state of the desk: the chosen bank, its open parts and its problem. Announces every change. */
export class DeskStatus {
  readonly #ports: Ports;
  readonly #held: HeldCredentials;
  #phase: DeskState['phase'] = 'welcome';
  #profile: Profile | null = null;
  #open: BankDesk | null = null;
  #problem: AppError | null = null;
  #online: boolean | null = null;
  #notices: readonly string[] = [];
  #lockedBy: DeskState['lockedBy'] = null;
  #keys: KeySettings;
  #appearance: Appearance;
  #wasToured: boolean;
  #announced = '';
  /** Suppresses events during a transient state. */
  #areEventsSuspended = false;

  constructor(ports: Ports, held: HeldCredentials) {
    this.#ports = ports;
    this.#held = held;
    this.#keys = readKeys(ports.dataDir);
    this.#appearance = readAppearance(ports.dataDir);
    this.#wasToured = wasToured(ports.dataDir);
    // Not for the command line, whose output programs read too.
    if (ports.program === 'window') showNumbersAs(this.#appearance.numbers);
  }

  get phase(): DeskState['phase'] {
    return this.#phase;
  }

  /** The bank that is chosen; its local copy may be closed. */
  get profile(): Profile | null {
    return this.#profile;
  }

  get open(): BankDesk | null {
    return this.#open;
  }

  /** The open bank. Throws `session.required` when none is open. */
  readonly openBank = (): BankDesk => {
    if (!this.#open) throw new DeskFault('session.required', 'No bank is open.');
    return this.#open;
  };

  get problem(): AppError | null {
    return this.#problem;
  }

  get state(): DeskState {
    const signedInAt = this.#open?.signedInAt ?? null;
    const team = this.#open?.copy.team ?? null;
    const trial = this.#ports.teamTrial;
    return {
      phase: this.#phase,
      version: this.#ports.version,
      bank: this.#profile && bankProfileOf(this.#profile.bankFile, this.#profile.folder),
      hasTeam: team !== null,
      member: team?.open?.row().name ?? null,
      signedIn: signedInAt !== null,
      signedInAt,
      user: this.#open?.user ?? null,
      online: this.#online,
      keychain: this.#held.keychainState,
      protection: this.#open?.copy.protection ?? null,
      problem: this.#problem,
      notices: this.#notices,
      dataFolder: this.#ports.dataDir,
      remembered: this.#held.isRemembered,
      lockedBy: this.#phase === 'locked' ? this.#lockedBy : null,
      closedOperations: this.#profile ? closedOperationsOf(this.#profile.bankFile) : [],
      currencies: this.#profile?.bankFile.currencies ?? {},
      requiredFields: this.#profile ? requiredFieldsIn(this.#profile.bankFile) : {},
      journal: this.#open?.copy.continuity.status() ?? null,
      singleKeys: this.#keys.single,
      ownKeys: this.#keys.own,
      appearance: this.#appearance,
      teamTrial: trial ? { missing: trial.missing } : null,
      wasToured: this.#wasToured,
    };
  }

  /** Chooses another bank, which was not tried yet. */
  choose(profile: Profile): void {
    this.#profile = profile;
    knowCurrenciesOf(profile.bankFile.currencies);
    this.#online = null;
  }

  opened(open: BankDesk): void {
    this.#open = open;
    this.#phase = 'open';
    this.#problem = null;
    this.#notices = open.copy.notices;
  }

  closed(): void {
    this.#open = null;
  }

  block(problem: AppError): void {
    this.#phase = 'blocked';
    this.#problem = problem;
  }

  lock(by: NonNullable<DeskState['lockedBy']>): void {
    this.#lockedBy = by;
    this.#phase = 'locked';
  }

  welcome(problem: AppError | null): void {
    this.#phase = 'welcome';
    this.#profile = null;
    this.#problem = problem;
    this.#notices = [];
  }

  /** Sets the problem of a desk with a readable local copy, such as a failed sign-in; null when there is none. */
  setProblem(problem: AppError | null): void {
    this.#problem = problem;
  }

  /** The last call did not reach the bank. */
  get isOffline(): boolean {
    return this.#online === false;
  }

  /** Restores the state before an attempt that changed nothing. */
  putBack({ phase, problem }: Pick<DeskState, 'phase' | 'problem'>): void {
    this.#phase = phase;
    this.#problem = problem;
  }

  reached(isOnline: boolean): void {
    this.#online = isOnline;
    this.announce();
  }

  /** Announces the keys that the window listens to. */
  setKeys(keys: KeySettings): void {
    this.#keys = keys;
    this.announce();
  }

  /** Announces the window's appearance; sentences made here use its number style. */
  look(appearance: Appearance): void {
    this.#appearance = appearance;
    showNumbersAs(appearance.numbers);
    this.#ports.zoom?.(appearance.textPercent);
    this.announce();
  }

  toured(): void {
    this.#wasToured = true;
    this.announce();
  }

  notice(sentence: string): void {
    this.#notices = [...new Set([...this.#notices, sentence])];
    this.announce();
  }

  hush(areEventsSuspended: boolean): void {
    this.#areEventsSuspended = areEventsSuspended;
  }

  announceState(): Outcome<DeskState> {
    this.announce();
    return ok(this.state);
  }

  announce(): void {
    if (this.#areEventsSuspended) return;
    const state = this.state;
    const text = JSON.stringify(state);
    if (text === this.#announced) return;
    this.#announced = text;
    this.#ports.announce('desk.changed', state);
  }
}

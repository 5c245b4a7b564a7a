import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { directNetwork } from '../../electron/engines/bank/transport/network.ts';
import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { BankDesk } from '../../electron/desk/open-bank/bank-desk.ts';
import { openDeskCopy } from '../../electron/desk/open-bank/copy.ts';
import { profileOf, type Profile } from '../../electron/connections/profiles/profiles.ts';
import type { Keychain } from '../../electron/engines/vault/vault.ts';
import { DeskFault } from '../../shared/errors.ts';
import type { Mirage } from '../support/banks/mirage/mirage.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { programs } from '../support/programs/programs.ts';
import { harm, imageOf, putBack, type Image } from './files.ts';
import type { Harm, KillPoint } from './plan.ts';
import type { LineMoment, RecordLine } from './team/record-line.ts';
import type { Time } from './time.ts';

const context = { correlationId: 'laboratory' };

/** Ends what the desk is doing at that moment, as the end of its process would. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Where a desk may die, or be held up: those of a desk in a team are also on the line to its record. */
export type Point = KillPoint | LineMoment;

/** A point at which a desk stands still until it is released. */
export type Hold = {
  readonly point: Point;
  readonly reached: Promise<null>;
  readonly release: () => void;
};
type Standstill = Hold & { readonly stop: () => void; readonly until: Promise<null> };

/** What is left of a machine: its data folder, state directory and keychain. */
export type Machine = {
  readonly data: Image;
  readonly state: Image;
  readonly keychain: ReadonlyMap<string, string>;
};

type Ports = {
  readonly bank: Mirage;
  readonly time: Pick<Time, 'deskClock'>;
  readonly dataDir: string;
  /** The line to the record of its team; absent where it has none. */
  readonly line?: RecordLine;
};

type Life = {
  isOver: boolean;
  diedAt: Point | null;
  /** The next sending dies there. */
  killAt: Point | null;
  /** So many questions to the bank, then it dies. */
  questionsLeft: number | null;
  /** An order was sent since killAt was set. */
  hasOrdered: boolean;
};

const newLife = (): Life => ({
  ...{ isOver: false, diedAt: null, killAt: null, questionsLeft: null, hasOrdered: false },
});

/**
 * A desk whose process can be killed at any moment of a sending: its files stay as they are at that moment, and nothing
 * that it does afterwards reaches file, keychain or bank. The keychain outlives it.
 */
export class MortalDesk {
  readonly #ports: Ports;
  readonly #profile: Profile;
  /** Where the system keeps what a program remembers beside its data. */
  readonly #stateDir: string;
  readonly #keychain = memoryKeychain();
  readonly #backups: Image[] = [];
  #snapshot: Machine | null = null;
  #hold: Standstill | null = null;
  #desk: BankDesk | null = null;
  #life: Life = newLife();
  /** What a killed one left on the disk, in its folder and beside it. */
  #remains: { data: Image; state: Image } | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#stateDir = join(ports.dataDir, '..', 'state');
    mkdirSync(this.#stateDir, { recursive: true });
    const file = parseBankFile(ports.bank.bankFile);
    if (!file.ok) throw new Error(file.error.message);
    this.#profile = profileOf(ports.dataDir, file.value, ports.bank.bankFile);
    ports.line?.serve(async (moment) => {
      await this.#standAt(moment);
      return this.#survives(moment);
    });
    this.attend();
  }

  /** What the bank is asked from here on is asked by this desk. */
  attend(): void {
    this.#ports.bank.watch = (moment) =>
      moment === 'asked'
        ? this.#survivesQuestion()
        : this.#survivesOrder(moment === 'ordered' ? 'on the way' : 'at the bank');
  }

  get desk(): BankDesk {
    if (this.#desk === null) throw new Error('the desk is not open');
    return this.#desk;
  }

  get isOpen(): boolean {
    return this.#desk !== null;
  }

  /** The next sending dies there; with null it does not. */
  killAt(point: Point | null): void {
    this.#life.killAt = point;
    this.#life.hasOrdered = false;
  }

  killAfter(questions: number | null): void {
    this.#life.questionsLeft = questions;
  }

  /** The next sending stands still there. */
  holdAt(point: Point): Hold {
    const [reached, until] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    this.#hold = {
      point,
      reached: reached.promise,
      stop: () => reached.resolve(null),
      until: until.promise,
      release: () => {
        this.#hold = null;
        until.resolve(null);
      },
    };
    return this.#hold;
  }

  /** Until the desk is started anew. */
  silenceKeychain(): void {
    this.#keychain.state = 'unavailable';
  }

  /** Where its sending died; null where it did not. */
  get diedAt(): Point | null {
    return this.#life.diedAt;
  }

  get wasKilled(): boolean {
    return this.#life.isOver;
  }

  /** Opens the desk and signs in. Returns the notices about its files, or the code it was not opened with. */
  async start(): Promise<readonly string[]> {
    const { time, dataDir } = this.#ports;
    const { storeWorker } = programs;
    this.#ports.line?.revive();
    const life = newLife();
    this.#life = life;
    this.#keychain.state = 'ready';
    const clock = time.deskClock();
    try {
      const keychain = this.#keychainFor(life);
      const stateDir = this.#stateDir;
      const [version, program] = ['0.0.0-test', 'window'] as const;
      const copyPorts = { dataDir, stateDir, storeWorker, keychain, clock, version, program };
      const copy = await openDeskCopy(copyPorts, this.#profile.folder, null);
      this.#desk = new BankDesk(this.#profile, copy, {
        clock,
        ...(copy.team ? { claims: copy.team.claims } : {}),
        network: directNetwork,
        announce: (event, fact) => {
          if (event !== 'submission.changed' || !('state' in fact)) return;
          if (!this.#survives(fact.state === 'sending' ? 'written' : 'settled')) throw new Killed();
        },
        onReach: () => undefined,
        onLocalFault: () => undefined,
        sleep: () => Promise.resolve(),
      });
      const signedIn = await this.#desk.signIn(this.#ports.bank.credentials, context);
      if (!signedIn.ok) return [`not opened: ${signedIn.error.code} ${signedIn.error.message}`];
      if (this.#backups.length === 0) this.backUp();
      return copy.notices;
    } catch (cause) {
      if (!(cause instanceof DeskFault)) throw cause;
      return [`not opened: ${cause.code} ${cause.message}`];
    }
  }

  /** Data folder, state directory and keychain, as a snapshot of the machine has them. The desk must not be running. */
  takeSnapshot(): void {
    this.#snapshot = this.machine;
  }

  putMachineBack(): void {
    if (this.#snapshot !== null) this.become(this.#snapshot);
  }

  /** As it is now. The desk must not be running. */
  get machine(): Machine {
    return {
      data: imageOf(this.#ports.dataDir),
      state: imageOf(this.#stateDir),
      keychain: new Map(this.#keychain.entries),
    };
  }

  become({ data, state, keychain }: Machine): void {
    putBack(this.#ports.dataDir, data);
    putBack(this.#stateDir, state);
    this.#keychain.entries.clear();
    for (const [name, value] of keychain) this.#keychain.entries.set(name, value);
  }

  get profile(): Profile {
    return this.#profile;
  }

  get keychain(): Keychain {
    return this.#keychain;
  }

  backUp(): void {
    this.#backups.push(imageOf(this.#ports.dataDir));
  }

  /** Ends it well, or kills it as it stands. */
  async end(how: 'ended' | 'killed'): Promise<void> {
    if (how === 'killed') this.kill();
    await this.bury();
  }

  /** What is under way ends as at the end of a process; then it is to be buried. */
  kill(): void {
    this.#die();
  }

  /** Closes what is left of it; what it did after its death is undone. */
  async bury(): Promise<void> {
    const desk = this.#desk;
    this.#desk = null;
    await desk?.close();
    const remains = this.#remains;
    this.#remains = null;
    if (remains === null) return;
    putBack(this.#ports.dataDir, remains.data);
    putBack(this.#stateDir, remains.state);
  }

  harm(done: Harm): void {
    const { journal, cache } = this.#profile.folder;
    const places = { folder: this.#ports.dataDir, state: this.#stateDir, journal, cache };
    harm(places, done, this.#backups);
  }

  async #standAt(point: Point): Promise<void> {
    const hold = this.#hold;
    if (hold?.point !== point) return;
    hold.stop();
    await hold.until;
  }

  #survives(point: Point): boolean {
    if (this.#life.killAt === point && !this.#life.isOver) {
      this.#life.diedAt = point;
      this.#die();
    }
    return !this.#life.isOver;
  }

  #survivesOrder(point: KillPoint): boolean {
    this.#life.hasOrdered = true;
    return this.#survives(point);
  }

  /** What the answer to an order before it was written down as may be in the -wal alone at that moment. */
  #survivesQuestion(): boolean {
    const { questionsLeft, hasOrdered } = this.#life;
    if (questionsLeft === 0) this.#die();
    if (hasOrdered) this.#survives('behind an answer');
    if (questionsLeft !== null) this.#life.questionsLeft = questionsLeft - 1;
    return !this.#life.isOver;
  }

  #die(): void {
    if (this.#life.isOver) return;
    this.#life.isOver = true;
    this.#ports.line?.die();
    this.#remains = { data: imageOf(this.#ports.dataDir), state: imageOf(this.#stateDir) };
  }

  #keychainFor(life: { readonly isOver: boolean }): Keychain {
    const keychain = this.#keychain;
    const alive = <T>(act: () => T): T => {
      if (life.isOver) throw new Killed();
      return act();
    };
    return {
      ...keychain,
      read: (account) => alive(() => keychain.read(account)),
      remove: (account) => alive(() => keychain.remove(account)),
      write: async (account, value) => {
        await this.#standAt('before the witness');
        if (!this.#survives('before the witness') || life.isOver) throw new Killed();
        const written = await keychain.write(account, value);
        if (!this.#survives('after the witness')) throw new Killed();
        return written;
      },
    };
  }
}

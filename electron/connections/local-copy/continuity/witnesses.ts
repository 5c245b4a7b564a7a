import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';

import { DeskFault, type ErrorCode } from '../../../../shared/errors.ts';
import type { Keychain, KeychainFailure } from '../../../engines/vault/vault.ts';
import type { ProfileFolder } from '../../profiles/folders.ts';
import { sandboxProfileId } from '../../profiles/profiles.ts';
import {
  advanceWitnessFile,
  allWitnessFiles,
  removeWitnessFile,
  writeWitnessFile,
} from './witness-file.ts';
import { parseWitness, type Witness } from './witness.ts';

export type WitnessPlace = {
  readonly stateDir: string;
  readonly keychain: Keychain;
  readonly profile: ProfileFolder;
};

/** The witnesses of one folder's journal on this machine, outside of the folder. */
export type Remembered = {
  /** From the file in the state folder: exact to the send. */
  readonly file: Witness | null;
  /** From the keychain: while a payment file is sent, it has the claim for the file. */
  readonly keychain: Witness | null;
  /** Witnesses of other folders on this machine. */
  readonly elsewhere: readonly Witness[];
};

/** Reads and writes the witnesses of one bank's folder: in the keychain and in the system's state folder. */
export class Witnesses {
  readonly #stateDir: string;
  readonly #keychain: Keychain;
  readonly #name: string;
  /** False after the keychain failed once, until the bank is opened again. */
  #hasKeychain: boolean;
  /** Whether the last write to the file succeeded. */
  #isFiled = false;

  constructor({ stateDir, keychain, profile }: WitnessPlace) {
    this.#stateDir = stateDir;
    this.#keychain = keychain;
    this.#name = nameOf(profile.folder);
    // The sandbox has no real money, so it gets no entry in the system's keychain.
    this.#hasKeychain = profile.profileId !== sandboxProfileId;
  }

  async read(): Promise<Remembered> {
    const [all, keychain] = await Promise.all([
      allWitnessFiles(this.#stateDir),
      this.#inKeychain(),
    ]);
    return {
      file: all.get(this.#name) ?? null,
      keychain,
      elsewhere: [...all].filter(([name]) => name !== this.#name).map(([, witness]) => witness),
    };
  }

  /**
   * Writes the state of the journal to every place that accepts it. `claimed` leaves a claim in the keychain unchanged while the file is
   * exact. Throws the vault's or the disk's fault when no place accepted it.
   */
  async write(witness: Witness, { claimed = false } = {}): Promise<void> {
    const exact = { ...witness, upTo: witness.count };
    // The claim was written as a whole before; after that only the head advances.
    const file = claimed && this.#isFiled ? advanceWitnessFile : writeWitnessFile;
    const filed = await file(this.#stateDir, this.#name, exact).then(
      () => null,
      (cause: unknown) => ({ cause }),
    );
    this.#isFiled = filed === null;
    if (filed === null && claimed) return;
    const fault = await this.#keep(filed === null ? witness : exact);
    if (filed !== null && fault !== null)
      throw filed.cause instanceof DeskFault ? filed.cause : fault;
  }

  async forget(): Promise<void> {
    await removeWitnessFile(this.#stateDir, this.#name);
    if (this.#hasKeychain) await this.#keychain.remove(accountOf(this.#name));
  }

  async #inKeychain(): Promise<Witness | null> {
    if (!this.#hasKeychain) return null;
    const answer = await this.#keychain.read(accountOf(this.#name));
    if (answer.ok) return parseWitness(answer.value);
    this.#hasKeychain = answer.state === 'absent';
    return null;
  }

  /** Writes to the keychain. Returns null, or why that failed. */
  async #keep(witness: Witness): Promise<DeskFault | null> {
    if (!this.#hasKeychain) return new DeskFault('vault.unavailable');
    const { folder: _path, ...rest } = witness;
    const text = JSON.stringify({ ...rest, folder: '' });
    const answer = await this.#keychain.write(accountOf(this.#name), text);
    if (answer.ok) return null;
    this.#hasKeychain = false;
    return new DeskFault(codes[answer.state]);
  }
}

const codes: Readonly<Record<KeychainFailure, ErrorCode>> = {
  absent: 'vault.unavailable',
  locked: 'vault.locked',
  unavailable: 'vault.unavailable',
  timeout: 'vault.timeout',
  corrupt: 'vault.corrupt',
};

const accountOf = (name: string): string => `journal:${name}`;

/** A name for a folder that is the same for every path that leads to it. */
const nameOf = (folder: string): string =>
  createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);

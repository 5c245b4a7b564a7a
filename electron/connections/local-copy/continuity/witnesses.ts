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

/** What this machine remembers of one folder's journal, outside of the folder. */
export type Remembered = {
  /** By the file in the state folder: exact to the send. */
  readonly file: Witness | null;
  /** By the keychain: while a payment file is sent it knows what was claimed for it. */
  readonly keychain: Witness | null;
  /** Of folders elsewhere on this machine. */
  readonly elsewhere: readonly Witness[];
};

/** The keychain and the system's state folder, for the folder of one bank. */
export class Witnesses {
  readonly #stateDir: string;
  readonly #keychain: Keychain;
  readonly #name: string;
  /** Once it did not answer it is left alone until the bank is opened again. */
  #hasKeychain: boolean;
  /** Did the file take the last one? */
  #isFiled = false;

  constructor({ stateDir, keychain, profile }: WitnessPlace) {
    this.#stateDir = stateDir;
    this.#keychain = keychain;
    this.#name = nameOf(profile.folder);
    // No money of the sandbox is real: the system's list of secrets is not filled with it.
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
   * Writes down, in every place that takes it, what the journal holds; `claimed` keeps a claim in the keychain as it is
   * for as long as the file is exact. Throws the vault's or the disk's fault when no place took it.
   */
  async write(witness: Witness, { claimed = false } = {}): Promise<void> {
    const exact = { ...witness, upTo: witness.count };
    // A claim was written as a whole before: what follows it only counts on.
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

  /** Null when it is kept, else why not. */
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

/** The same folder has the same name, whichever way leads to it. */
const nameOf = (folder: string): string =>
  createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);

import type { KeychainState } from '../../../shared/ipc/desk/desk.ts';

/**
 * absent: certainly not there · locked, unavailable, timeout: unknown now ·
 * corrupt: an entry that we did not write, or that is not read back as written.
 */
export type KeychainFailure = 'absent' | 'locked' | 'unavailable' | 'timeout' | 'corrupt';
export type KeychainAnswer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly state: KeychainFailure };

/** The system's keychain. The desk stores the database key and remembered credentials there, nothing else. */
export type Keychain = {
  read(account: string): Promise<KeychainAnswer>;
  /** Returns the value as it was read back. Throws DeskFault `input.invalid` for a value that is too long for a keychain. */
  write(account: string, value: string): Promise<KeychainAnswer>;
  /** Removes the entry. Ok with an empty value when nothing is left under that name. */
  remove(account: string): Promise<KeychainAnswer>;
  /** Writes, reads and removes a test entry. */
  probe(): Promise<KeychainState>;
};

import type { KeychainState } from '../../../shared/ipc/desk/desk.ts';

/**
 * absent: surely not there · locked, unavailable, timeout: unknown now ·
 * corrupt: something is there that we did not write, or that does not come back as written.
 */
export type KeychainFailure = 'absent' | 'locked' | 'unavailable' | 'timeout' | 'corrupt';
export type KeychainAnswer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly state: KeychainFailure };

/** The system's keychain, as the desk uses it: the database key and remembered credentials, nothing else. */
export type Keychain = {
  read(account: string): Promise<KeychainAnswer>;
  /** Answers the value as it came back. Throws DeskFault `input.invalid` for a value over the size a keychain keeps. */
  write(account: string, value: string): Promise<KeychainAnswer>;
  /** Ok with an empty value when nothing is left under that name. */
  remove(account: string): Promise<KeychainAnswer>;
  /** Writes, reads and removes a throw-away entry. */
  probe(): Promise<KeychainState>;
};

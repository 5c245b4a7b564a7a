import type { KeychainState } from '../../../shared/ipc/desk/desk.ts';
import type { Keychain, KeychainAnswer } from '../../../electron/engines/vault/vault.ts';

/** A keychain in memory, whose state a test may change at any time. */
export type MemoryKeychain = Keychain & {
  state: KeychainState;
  readonly entries: Map<string, string>;
};

export function memoryKeychain(state: KeychainState = 'ready'): MemoryKeychain {
  const entries = new Map<string, string>();
  const keychain: MemoryKeychain = {
    state,
    entries,
    read: (account) =>
      answer(() => {
        const value = entries.get(account);
        return value === undefined ? { ok: false, state: 'absent' } : { ok: true, value };
      }),
    write: (account, value) =>
      answer(() => {
        entries.set(account, value);
        return { ok: true, value };
      }),
    remove: (account) =>
      answer(() => {
        entries.delete(account);
        return { ok: true, value: '' };
      }),
    probe: () => Promise.resolve(keychain.state),
  };
  function answer(act: () => KeychainAnswer): Promise<KeychainAnswer> {
    if (keychain.state === 'ready') return Promise.resolve(act());
    return Promise.resolve({ ok: false, state: keychain.state });
  }
  return keychain;
}

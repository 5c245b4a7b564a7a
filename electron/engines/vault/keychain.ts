import { randomBytes } from 'node:crypto';

import { limits } from '../../../shared/limits.ts';
import { seal, unseal } from './seal.ts';
import type { Keychain, KeychainAnswer, KeychainFailure } from './vault.ts';

/** The part of keytar that is used. Its find functions are excluded: one of them crashes on a locked keyring. */
export type KeytarModule = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

type KeychainOptions = {
  /** The name under which the system lists the entries. */
  readonly service?: string;
  readonly timeoutMs?: number;
  readonly load?: () => Promise<KeytarModule>;
};

/** Loads keytar on first use: the program must start on a machine without a secret store. */
async function loadKeytar(): Promise<KeytarModule> {
  const { default: keytar } = (await import('keytar')) as unknown as { default: KeytarModule };
  return keytar;
}

type Expiry = { expired: boolean };
/** Calls keytar. After the time limit it throws before the next call. */
type Touch = <T>(use: (keytar: KeytarModule) => Promise<T>) => Promise<T>;

class TimeIsUp extends Error {
  override name = 'TimeIsUp';
}

/** The system's keychain behind keytar: one call at a time, each answered within the time limit. */
export function createKeychain(options: KeychainOptions = {}): Keychain {
  const { service = 'nostro', timeoutMs = limits.keychainTimeoutMs, load = loadKeytar } = options;
  // Settles when the last call really ended, which may be long after its time limit.
  let last: Promise<unknown> = Promise.resolve();

  async function inTurn<T extends { ok: boolean }>(
    work: (touch: Touch) => Promise<T>,
  ): Promise<T | Failed> {
    const expiry: Expiry = { expired: false };
    const touch: Touch = async (use) => {
      const keytar = await load();
      if (expiry.expired) throw new TimeIsUp();
      return use(keytar);
    };
    const before = last;
    const run = (async (): Promise<T | Failed> => {
      await before;
      try {
        return await work(touch);
      } catch (error) {
        return { ok: false, state: stateOf(error) };
      }
    })();
    last = run;
    return inTime(run, expiry);
  }

  async function inTime<T>(run: Promise<T>, expiry: Expiry): Promise<T | Failed> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<Failed>((resolve) => {
      timer = setTimeout(() => {
        expiry.expired = true;
        resolve({ ok: false, state: 'timeout' });
      }, timeoutMs);
    });
    const answer = await Promise.race([run, timeUp]);
    clearTimeout(timer);
    return answer;
  }

  /** Writes and reads a probe. A null from keytar may mean "locked" or "never stored": only a probe distinguishes them. */
  async function probeWith(touch: Touch): Promise<KeychainAnswer> {
    const account = `probe:${randomBytes(8).toString('hex')}`;
    const written = seal(account);
    await touch((keytar) => keytar.setPassword(service, account, written));
    const found = await touch((keytar) => keytar.getPassword(service, account));
    await touch((keytar) => keytar.deletePassword(service, account));
    return found === written ? done('') : { ok: false, state: 'unavailable' };
  }

  async function readWith(touch: Touch, account: string): Promise<KeychainAnswer> {
    const sealed = await touch((keytar) => keytar.getPassword(service, account));
    if (sealed === null) {
      const probed = await probeWith(touch);
      return probed.ok ? { ok: false, state: 'absent' } : probed;
    }
    const value = unseal(sealed);
    return value === null ? { ok: false, state: 'corrupt' } : done(value);
  }

  async function writeWith(touch: Touch, account: string, sealed: string): Promise<KeychainAnswer> {
    const before = await touch((keytar) => keytar.getPassword(service, account));
    await touch((keytar) => keytar.setPassword(service, account, sealed));
    const found = await touch((keytar) => keytar.getPassword(service, account));
    if (found === sealed) return done(unseal(sealed) ?? '');
    await touch<unknown>((keytar) =>
      before === null
        ? keytar.deletePassword(service, account)
        : keytar.setPassword(service, account, before),
    );
    return { ok: false, state: 'corrupt' };
  }

  async function removeWith(touch: Touch, account: string): Promise<KeychainAnswer> {
    const removed = await touch((keytar) => keytar.deletePassword(service, account));
    return removed ? done('') : probeWith(touch);
  }

  return {
    read: (account) => inTurn((touch) => readWith(touch, account)),
    write: async (account, value) => {
      const sealed = seal(value);
      return inTurn((touch) => writeWith(touch, account, sealed));
    },
    remove: (account) => inTurn((touch) => removeWith(touch, account)),
    async probe() {
      const answer = await inTurn(probeWith);
      if (answer.ok) return 'ready';
      const { state } = answer;
      return state === 'locked' || state === 'timeout' ? state : 'unavailable';
    },
  };
}

type Failed = { readonly ok: false; readonly state: KeychainFailure };

const done = (value: string): KeychainAnswer => ({ ok: true, value });

/** Classifies the system's error. Its message is not passed on. */
function stateOf(error: unknown): KeychainFailure {
  const words = error instanceof Error ? error.message : '';
  if (error instanceof TimeIsUp || /timeout|timed out/i.test(words)) return 'timeout';
  return /locked|dismissed|denied|cancell?ed|passphrase|not allowed/i.test(words)
    ? 'locked'
    : 'unavailable';
}

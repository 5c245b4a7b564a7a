import type { KeytarModule } from '../../../electron/engines/vault/keychain.ts';

/** How the played keychain behaves; changed by tests as they go. */
export type Mood =
  | 'well'
  /** gnome-keyring: reads answer null, writes throw. */
  | 'locked'
  | 'unavailable'
  | 'hangs'
  /** Takes a write and gives something else back. */
  | 'garbles';

export type FakeKeytar = {
  readonly module: KeytarModule;
  readonly entries: Map<string, string>;
  readonly calls: string[];
  mood: Mood;
  /** Lets calls that hang go on. */
  release(): void;
};

const lockedWords = 'Cannot create an item in a locked collection';
const absentWords = 'The name org.freedesktop.secrets was not provided by any .service files';

export function fakeKeytar(): FakeKeytar {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let go: () => void = () => undefined;
  const keyOf = (service: string, account: string): string => `${service}/${account}`;

  async function meet(call: string): Promise<void> {
    calls.push(call);
    if (fake.mood === 'hangs') await new Promise<void>((resolve) => (go = resolve));
    if (fake.mood === 'unavailable') throw new Error(absentWords);
  }

  const fake: FakeKeytar = {
    mood: 'well',
    entries,
    calls,
    release: () => {
      go();
    },
    module: {
      async getPassword(service, account) {
        await meet('get');
        if (fake.mood === 'locked') return null;
        const found = entries.get(keyOf(service, account)) ?? null;
        return fake.mood === 'garbles' && found !== null ? `${found}x` : found;
      },
      async setPassword(service, account, password) {
        await meet('set');
        if (fake.mood === 'locked') throw new Error(lockedWords);
        entries.set(keyOf(service, account), password);
      },
      async deletePassword(service, account) {
        await meet('delete');
        return fake.mood !== 'locked' && entries.delete(keyOf(service, account));
      },
    },
  };
  return fake;
}

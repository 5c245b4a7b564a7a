import type { NetworkView } from '../../../shared/ipc/desk/settings.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { isLoopback } from '../../engines/bank/file/base-url.ts';
import type { Network, Route } from '../../engines/bank/transport/network.ts';
import { routeFromEnvironment, routeFromPac } from '../../engines/bank/transport/proxy-route.ts';
import { trustOf, type Trust } from '../../engines/bank/transport/trust.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import {
  authoritiesOf,
  changedSettings,
  readNetworkSettings,
  writeNetworkSettings,
  type NetworkChange,
  type NetworkSettings,
} from './network-settings.ts';
import { proxyQuestion, trustQuestion, type Confirm, type Question } from './questions.ts';

export type NetworkPorts = {
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The system's proxy for an address, as `PROXY a:1; DIRECT`. Without it, the environment's variables decide. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** Asks a person outside the window before another machine may relay or read the traffic with a bank. */
  readonly confirm: Confirm;
};

/** A change of the settings; `password: null` removes the password. */
export type NetworkForm = NetworkChange & { readonly password?: string | null | undefined };

/** How this machine reaches banks, with the current settings. One network serves every bank. */
export type DeskNetwork = Network & {
  /** `url` is the open bank's address; null while none is open. */
  view(url: string | null): Promise<NetworkView>;
  /** Applies a change whole or not at all. `input.invalid` names the fields; `declined` when a person answered no. */
  save(change: NetworkForm, context: Context): Promise<Outcome<null>>;
};

const passwordAccount = 'network:proxy';
/** The longest time in milliseconds for which a proxy configuration that hangs may delay a call. */
const resolveTimeoutMs = 5_000;

/** Opens the network. The proxy's password is stored in the keychain; without one, in this process until it ends. */
export function openNetwork(ports: NetworkPorts): DeskNetwork {
  const { dataDir, keychain, clock, env, resolveProxy, confirm } = ports;
  let settings = readNetworkSettings(dataDir);
  let trust: Trust = trustOf(settings.certificates);
  /** Undefined until it was read from the keychain. */
  let password: string | null | undefined;

  async function passwordNow(): Promise<string | null> {
    if (password !== undefined) return password;
    const stored = await keychain.read(passwordAccount);
    // A keychain that is locked now may be open at the next connection.
    if (!stored.ok && stored.state !== 'absent') return null;
    password = stored.ok ? stored.value : null;
    return password;
  }

  async function routeTo(url: string): Promise<Route> {
    const { kind, address, username } = settings;
    if (kind === 'direct' || (kind === 'manual' && address === null)) return { kind: 'direct' };
    if (kind === 'system') return systemRoute(url);
    const known = username === null ? null : await passwordNow();
    return { kind: 'proxy', proxy: { address: address ?? '', username, password: known } };
  }

  async function systemRoute(url: string): Promise<Route> {
    if (!resolveProxy) return routeFromEnvironment(env, url);
    const answer = await Promise.race([
      resolveProxy(url).catch(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, resolveTimeoutMs, null).unref()),
    ]);
    return answer === null
      ? { kind: 'none', words: 'The system does not report which proxy to use.' }
      : routeFromPac(answer, url);
  }

  async function keepPassword(next: string | null): Promise<void> {
    password = next;
    await (next === null
      ? keychain.remove(passwordAccount)
      : keychain.write(passwordAccount, next));
  }

  return {
    routeTo,
    secureContext: (identity) => trust(identity),
    async view(url) {
      const { kind, address, username } = settings;
      return {
        proxy: {
          kind,
          address: kind === 'manual' ? address : null,
          username,
          hasPassword: (await passwordNow()) !== null,
        },
        systemProxy: url === null || isLoopback(url) ? null : wordsOf(await systemRoute(url)),
        authorities: authoritiesOf(settings).map((authority) => ({
          ...authority,
          hasExpired: Date.parse(authority.validTo) < clock.now(),
        })),
      };
    },
    async save({ password: typed, ...change }, { correlationId }) {
      const proposed = changedSettings(settings, change);
      if (!proposed.ok) return fail('input.invalid', correlationId, { fields: proposed.error });
      for (const question of questionsAbout(settings, proposed.value))
        if (!(await confirm(question))) return fail('declined', correlationId);
      // The settings may have been saved while the person was asked.
      const changed = changedSettings(settings, change);
      if (!changed.ok) return fail('input.invalid', correlationId, { fields: changed.error });
      const isOther = hostOf(changed.value) !== hostOf(settings) && settings.address !== null;
      writeNetworkSettings(dataDir, changed.value);
      settings = changed.value;
      trust = trustOf(settings.certificates);
      // A password belongs to the proxy for which it was typed: another one must not receive it.
      if (typed !== undefined || isOther) await keepPassword(typed ?? null);
      return ok(null);
    },
  };
}

/** The questions for changes that need a person's confirmation outside the window. Trusting less needs none. */
function questionsAbout(before: NetworkSettings, after: NetworkSettings): Question[] {
  const isOtherProxy = after.address !== before.address || after.username !== before.username;
  const isOtherRoute = isOtherProxy || (after.kind === 'manual' && before.kind !== 'manual');
  const known = authoritiesOf(before).map(({ fingerprint }) => fingerprint);
  const added = authoritiesOf(after).filter(({ fingerprint }) => !known.includes(fingerprint));
  return [
    ...(isOtherRoute ? [proxyQuestion(after)] : []),
    ...(added.length > 0 ? [trustQuestion(added)] : []),
  ];
}

const hostOf = ({ address }: NetworkSettings): string | null =>
  address === null ? null : new URL(address).hostname;

function wordsOf(route: Route): string | null {
  if (route.kind === 'direct') return null;
  return route.kind === 'proxy' ? route.proxy.address : route.words;
}

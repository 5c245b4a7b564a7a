import { trustOf, type Trust } from './trust.ts';

/** A proxy that speaks HTTP; its address is an origin such as http://proxy.example:8080. */
export type HttpProxy = {
  readonly address: string;
  readonly username: string | null;
  readonly password: string | null;
};

/** A usable route. `otherwise` is tried where no connection can be made on it. */
export type Passable = (
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: HttpProxy }
) & { readonly otherwise?: Passable | undefined };

/** The route to an address. none: nothing usable is set up; `words` names the obstacle in one sentence. */
export type Route = Passable | { readonly kind: 'none'; readonly words: string };

/** The network over which every connection to a bank is made. */
export type Network = {
  /** Asked for each new connection; never for an address on this machine. */
  routeTo(url: string): Promise<Route>;
  readonly secureContext: Trust;
};

/** The network without a proxy, with the authorities that Node and the system trust. */
export const directNetwork: Network = {
  routeTo: () => Promise.resolve({ kind: 'direct' }),
  secureContext: trustOf(),
};

/** Returns the host and port of a proxy, which may be shown. */
export const proxyHost = (address: string): string => URL.parse(address)?.host ?? '';

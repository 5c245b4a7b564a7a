import { limits } from '../../../../shared/limits.ts';
import { connectorOf, type Shown } from './connect.ts';
import type { Network } from './network.ts';
import type { Agent, Dispatcher } from './undici.ts';

/** Reads use pooled connections. Changes use fresh ones, so that no stale connection causes a false "unknown". */
export type Purpose = 'reads' | 'changes';

type Undici = { readonly Agent: typeof Agent };

/** The connections to a bank. Each kind is opened at its first use, so that none is made before the first paint. */
export type Dispatchers = {
  /** The caller passes undici, which it loads itself; see `exchange`. */
  readonly to: (purpose: Purpose, undici: Undici) => Dispatcher;
  /** Waits for exchanges in progress. */
  close(): Promise<unknown>;
  /** Aborts exchanges in progress. */
  destroy(): Promise<unknown>;
};

/** Opens connections over a network. Each step of a new connection may take `connectTimeoutMs`. */
export function openDispatchers(
  connectTimeoutMs: number,
  network: Network,
  shown: Shown,
): Dispatchers {
  const bounds = {
    connections: limits.connectionsMax,
    allowH2: false,
    connect: connectorOf(network, connectTimeoutMs, shown),
  } as const;
  const opened = new Map<Purpose, Dispatcher>();
  const each = (end: (dispatcher: Dispatcher) => Promise<void>): Promise<unknown> =>
    Promise.all([...opened.values()].map(end));
  return {
    to: (purpose, undici) => {
      const known = opened.get(purpose);
      if (known) return known;
      const made = new undici.Agent(purpose === 'reads' ? bounds : { ...bounds, pipelining: 0 });
      opened.set(purpose, made);
      return made;
    },
    close: () => each((dispatcher) => dispatcher.close()),
    destroy: () => each((dispatcher) => dispatcher.destroy()),
  };
}

/** Uses one given dispatcher for everything. Its owner closes it. */
export const sharedBy = (given: Dispatcher): Dispatchers => ({
  to: () => given,
  close: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
});

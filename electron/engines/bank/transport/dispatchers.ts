import { limits } from '../../../../shared/limits.ts';
import { connectorOf, type Shown } from './connect.ts';
import type { Network } from './network.ts';
import type { Agent, Dispatcher } from './undici.ts';

/** Connections for reads are pooled; those for changes are fresh, so that no stale one makes a false "unknown". */
export type Purpose = 'reads' | 'changes';

type Undici = { readonly Agent: typeof Agent };

/** The connections to a bank. Each kind is opened at its first use: a start makes no connection before the first paint. */
export type Dispatchers = {
  /** undici is loaded by whoever uses it, see `exchange`. */
  readonly to: (purpose: Purpose, undici: Undici) => Dispatcher;
  /** Waits for exchanges in progress. */
  close(): Promise<unknown>;
  /** Aborts exchanges in progress. */
  destroy(): Promise<unknown>;
};

/** Over a network; each step of a new connection may take `connectTimeoutMs`. */
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

/** One for everything that somebody else opened, and closes. */
export const sharedBy = (given: Dispatcher): Dispatchers => ({
  to: () => given,
  close: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
});

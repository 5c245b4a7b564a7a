import { expect, test, vi } from 'vitest';

import {
  openDispatchers,
  type Dispatchers,
} from '../../electron/engines/bank/transport/dispatchers.ts';
import { directNetwork } from '../../electron/engines/bank/transport/network.ts';
import * as undici from '../../electron/engines/bank/transport/undici.ts';

const request = {
  method: 'GET',
  url: 'http://127.0.0.1:1/',
  headers: {},
  body: null,
  headersTimeoutMs: 1_000,
  bodyIdleTimeoutMs: 1_000,
};

test('a call that is ended while the client is loaded opens no connection, and counts as not begun', async () => {
  // As in a program that has made no call yet, whatever other tests in this process did.
  vi.resetModules();
  const { exchange } = await import('../../electron/engines/bank/transport/exchange.ts');
  const { Ended } = await import('../../electron/engines/bank/transport/faults.ts');
  const stop = new AbortController();
  const lines = vi.fn<() => Dispatchers>();
  const going = exchange({ lines, purpose: 'changes' }, { ...request, signal: stop.signal });
  stop.abort(new Ended('cancelled'));
  expect(await going).toMatchObject({ ok: false, error: { kind: 'cancelled', started: false } });
  expect(lines).not.toHaveBeenCalled();
});

test('a kind of connection is opened once, when it is first used, and only what was opened is closed', async () => {
  const made = vi.fn<(settings: object | undefined) => void>();
  class Counted extends undici.Agent {
    constructor(settings?: ConstructorParameters<typeof undici.Agent>[0]) {
      super(settings);
      made(settings);
    }
  }
  const lines = openDispatchers(1_000, directNetwork, () => null);
  await lines.close();
  expect(made).not.toHaveBeenCalled();
  const reads = lines.to('reads', { Agent: Counted });
  expect(lines.to('reads', { Agent: Counted })).toBe(reads);
  const changes = lines.to('changes', { Agent: Counted });
  // A change goes over a connection of its own: a stale one would make a false "unknown".
  expect(made.mock.calls.map(([settings]) => settings)).toMatchObject([{}, { pipelining: 0 }]);
  expect(made.mock.calls[0]?.[0]).not.toHaveProperty('pipelining');
  await lines.destroy();
  expect(
    [reads, changes].map((one) => (one as undici.Dispatcher & { destroyed: boolean }).destroyed),
  ).toEqual([true, true]);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';

import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';

import { catalogue, operationNames } from '../../shared/bank/catalogue.ts';
import { adminRoutes } from '../server/admin.ts';
import { seedBank, type Bank } from './bank.ts';
import { createCallLog } from '../server/calls.ts';
import { createClock, timestampOf, type SandboxClock } from '../server/clock.ts';
import { jsonAnswer } from '../server/fault-wire.ts';
import { createGuests, type Guests } from '../server/guests.ts';
import { playCall, refusalAnswer } from '../server/platform.ts';
import { seedDefaults, SeedParameters } from '../accounts/seed-ledger.ts';
import { createStateWriter, restoreFrom, type StateFound } from '../server/state-file.ts';

export type SandboxOptions = {
  /** 0 or none: any free port. */
  port?: number | undefined;
  seed?: number | undefined;
  entries?: number | undefined;
  /** Added to every answer under `/platform`. */
  latencyMs?: number | undefined;
  /** Where the state is kept between runs; without it nothing is kept. */
  statePath?: string | undefined;
  clock?: SandboxClock | undefined;
};

export type Sandbox = {
  /** The bank's address; operations stand under `/platform`, the sandbox's own desk under `/sandbox`. */
  readonly baseUrl: string;
  /** The state itself, for programs that run in the same process. */
  readonly bank: Bank;
  readonly stateFound: StateFound;
  /** Lets nobody else in, and waits a while for those who are at work. */
  readonly guestsGone: Guests['gone'];
  /** Ends every connection and saves the state. */
  close(): Promise<void>;
};

const loopback = '127.0.0.1';

/** Starts the played bank on this machine's loopback address. Throws for bad options and a taken port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed = seedDefaults.seed, entries = seedDefaults.entries, statePath } = options;
  const clock = options.clock ?? createClock();
  const parameters = SeedParameters.parse({ seed, entries, endsAt: timestampOf(clock) });
  const calls = createCallLog();
  const bank: Bank = { ...seedBank(parameters), clock, calls, onChange: () => undefined };
  const asked = definedOf({ seed: options.seed, entries: options.entries });
  const stateFound = statePath ? await restoreFrom(statePath, bank, asked) : 'absent';
  const writer = statePath ? createStateWriter(statePath, bank) : undefined;
  bank.onChange = () => writer?.saveSoon();
  const guests = createGuests();
  const app = sandboxApp(bank, options.latencyMs ?? 0);
  app.get('/sandbox/stay', () => guests.stay() ?? plain(503, 'This bank is about to end'));
  const server = await listen(app, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= shut(server).then(() => writer?.close()));
  const baseUrl = `http://${loopback}:${port}`;
  return { baseUrl, bank, stateFound, guestsGone: guests.gone, close };
}

const definedOf = ({
  seed,
  entries,
}: {
  seed: number | undefined;
  entries: number | undefined;
}) => ({
  ...(seed === undefined ? {} : { seed }),
  ...(entries === undefined ? {} : { entries }),
});

function sandboxApp(bank: Bank, latencyMs: number): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const host = new URL(context.req.url).hostname;
    if (!loopbackNames.has(host)) return plain(403, 'Only this machine is served');
    await next();
    return undefined;
  });
  app.onError((error) => {
    const { status, headers, body } = refusalAnswer(error);
    return new Response(body, { status, headers });
  });
  app.notFound(() => plain(404, 'There is no such operation'));
  mountCatalogue(app, bank, latencyMs);
  app.route('/sandbox', adminRoutes(bank));
  return app;
}

const loopbackNames: ReadonlySet<string> = new Set([loopback, 'localhost', '[::1]']);

/** Paths with fewer placeholders first, so that `/accounts/by` is not taken for an account. */
function mountCatalogue(
  app: Hono<{ Bindings: HttpBindings }>,
  bank: Bank,
  latencyMs: number,
): void {
  const placeholders = (path: string): number => path.split('{').length;
  const names = operationNames.toSorted(
    (a, b) => placeholders(catalogue[a].path) - placeholders(catalogue[b].path),
  );
  for (const name of names) {
    const { method, path } = catalogue[name];
    const pattern = `/platform${path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(method, pattern, (context) => playCall(context, bank, { name, latencyMs }));
  }
}

function plain(status: number, message: string): Response {
  const { headers, body } = jsonAnswer(status, { message, code: 'refused' });
  return new Response(body, { status, headers });
}

async function listen(app: Hono<{ Bindings: HttpBindings }>, port: number): Promise<Server> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as Server;
  server.listen(port, loopback);
  await once(server, 'listening');
  return server;
}

async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

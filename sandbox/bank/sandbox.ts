import { seedDefaults, SeedParameters } from '../seed/parameters.ts';
import { listenerOf, plain, sandboxApp } from '../server/app.ts';
import { createCallLog } from '../server/calls.ts';
import { createClock, timestampOf, type SandboxClock } from '../server/clock.ts';
import { listen, shut, type Listener } from '../server/access-check.ts';
import { createGuests, type Guests } from '../server/guests.ts';
import type { Call } from '../server/noun.ts';
import type { ServedBank } from '../server/served-bank.ts';
import { createStateWriter, restoreFrom, type StateFound } from '../server/state-file.ts';
import { handlers, seedBank, type Bank } from './bank.ts';
import { nouns } from './nouns.ts';
import { settle } from './settle.ts';
import { snapshotsOf } from './snapshot.ts';
import { together } from './together.ts';

export type SandboxOptions = {
  /** 0 or none: any free port. */
  port?: number | undefined;
  /** Instead of a port: an address at which guests may be waiting already. */
  listener?: Listener | undefined;
  seed?: number | undefined;
  entries?: number | undefined;
  /** Added to every answer under `/platform`. */
  latencyMs?: number | undefined;
  /** Where the state is stored between runs; without it nothing is. */
  statePath?: string | undefined;
  clock?: SandboxClock | undefined;
};

export type Sandbox = {
  /** The bank's address; operations are under `/platform`, the sandbox's own desk under `/sandbox`. */
  readonly baseUrl: string;
  /** The state itself, for programs that run in the same process. */
  readonly bank: Bank;
  readonly stateFound: StateFound;
  /** Admits no further guests, and waits a while for those at work. */
  readonly guestsGone: Guests['gone'];
  /** Ends every connection and saves the state. */
  close(): Promise<void>;
};

/** All numbers that cause trouble without any setting. */
export const magicSubjects = nouns.flatMap((noun) => noun.magic ?? []);

/** Starts the sandbox on this machine's loopback address. Throws for bad options and a taken port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed, entries, statePath } = options;
  const bank = newBank(options);
  const served = servedBank(bank);
  const { snapshots } = served;
  const stateFound = statePath
    ? await restoreFrom(statePath, snapshots, { seed, entries })
    : 'absent';
  const writer = statePath ? createStateWriter(statePath, snapshots) : undefined;
  bank.onChange = () => writer?.saveSoon();
  const guests = createGuests();
  const app = sandboxApp(served, options.latencyMs ?? 0);
  app.get('/sandbox/stay', () => guests.stay() ?? plain(503, 'This bank is about to end'));
  const listener = options.listener ?? (await listen(options.port ?? 0));
  listener.open(listenerOf(app));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= shut(listener).then(() => writer?.close()));
  const { baseUrl } = listener;
  return { baseUrl, bank, stateFound, guestsGone: guests.gone, close };
}

function newBank({
  seed = seedDefaults.seed,
  entries = seedDefaults.entries,
  clock = createClock(),
}: SandboxOptions): Bank {
  const parameters = SeedParameters.parse({ seed, entries, endsAt: timestampOf(clock) });
  const calls = createCallLog();
  return { ...seedBank(parameters), clock, calls, onChange: () => undefined };
}

const servedBank = (bank: Bank): ServedBank => ({
  state: bank,
  magic: magicSubjects,
  snapshots: snapshotsOf(bank),
  handle(name, input, call) {
    const handle = handlers[name] as (input: unknown, call: Call<Bank>) => unknown;
    return handle(input, { ...call, bank });
  },
  falsifiers: together(nouns.map((noun) => noun.falsifiers ?? {})),
  isFirstPage: (page) => page === undefined || page === String(bank.dialect.firstPage),
  settle: () => settle(bank),
  mountAdmin(app) {
    for (const noun of nouns) noun.mountAdmin?.(app, bank);
  },
});

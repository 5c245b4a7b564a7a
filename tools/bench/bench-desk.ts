import { join } from 'node:path';

import { createDesk } from '../../electron/desk/desk.ts';
import { openReadableDeskCopy, type ReadableDeskCopy } from '../../electron/desk/open-bank/copy.ts';
import { builtInBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import type { Announce } from '../../electron/engines/submissions/open-bank.ts';
import type { CopyPorts } from '../../electron/connections/local-copy/local-copy.ts';
import { profileOf } from '../../electron/connections/profiles/profiles.ts';
import type { Keychain } from '../../electron/engines/vault/vault.ts';
import type { Outcome } from '../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../shared/ipc/contract.ts';
import type { Route } from '../../shared/ipc/routes.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { version } from '../../shared/version.ts';

/** The address of a program that is built next to this one. */
const entry = (name: string): URL => new URL(`${name}.mjs`, import.meta.url);
const storeWorker = entry('worker');

/** As on a machine without a keychain, so that the figures and the files are the same on every one. */
const unavailable = () => Promise.resolve({ ok: false as const, state: 'unavailable' as const });
const keychain: Keychain = {
  read: unavailable,
  write: unavailable,
  remove: unavailable,
  probe: () => Promise.resolve('unavailable'),
};

export type BenchDesk = {
  /** Sends a request as the window does. Throws where the desk refuses. */
  readonly ask: <R extends Route>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;
  /** Runs a sync to its end; seconds. Throws where an account fails. */
  readonly sync: (
    input: RouteInput<'sync.start'>,
  ) => Promise<{ seconds: number; inserted: number }>;
  readonly close: () => Promise<void>;
};

export type BenchDeskOptions = {
  readonly dataDir: string;
  /** Where the bank of the bench serves; the desk's own sandbox when left out. */
  readonly bankUrl?: string;
  /** Where exports are saved. */
  readonly saveTo?: string;
  /** Receives the events of the window. */
  readonly announce?: Announce;
};

/** The whole desk on the sandbox's local copy, without a window. */
export async function openBenchDesk(options: BenchDeskOptions): Promise<BenchDesk> {
  const { dataDir, bankUrl, saveTo, announce } = options;
  if (bankUrl !== undefined) process.env['NOSTRO_BENCH_BANK'] = bankUrl;
  let ended: (() => void) | undefined;
  const desk = await createDesk({
    dataDir,
    stateDir: `${dataDir}-state/nostro`,
    programs: {
      storeWorker,
      sandbox: entry(bankUrl === undefined ? 'sandbox' : 'bank-thread'),
    },
    keychain,
    version,
    program: 'window',
    announce: (event, fact) => {
      if (event === 'sync.progressed' && 'running' in fact && !fact.running) ended?.();
      announce?.(event, fact);
    },
    saveAs: () => Promise.resolve(saveTo),
    openFile: () => Promise.resolve(undefined),
    openFolder: () => Promise.resolve(undefined),
    confirm: () => Promise.resolve(false),
    copyText: () => Promise.resolve(true),
    signs: { badge: () => undefined, notify: () => undefined },
    openSaved: () => Promise.resolve(false),
  });
  const ask: BenchDesk['ask'] = async (route, input) => {
    const outcome = (await desk.handle(route, input)) as Outcome<RouteOutput<typeof route>>;
    if (!outcome.ok) throw new Error(`${route}: ${outcome.error.message}`);
    return outcome.value;
  };
  await ask('desk.openSandbox', {});
  return {
    ask,
    sync: async (input) => {
      const end = new Promise<void>((resolve) => (ended = resolve));
      const started = performance.now();
      await ask('sync.start', input);
      await end;
      const seconds = (performance.now() - started) / 1000;
      const { accounts, error, inserted } = await ask('sync.progress', {});
      const failure = error ?? accounts.find((account) => account.error !== null)?.error;
      if (failure) throw new Error(`the sync failed: ${failure.message}`);
      return { seconds, inserted };
    },
    close: () => desk.close(),
  };
}

/** The ports for opening the local copy of a data folder other than by {@link openBenchDesk}. */
export const benchPorts = (dataDir: string): CopyPorts => ({
  ...{ dataDir, storeWorker, keychain, version },
  ...{ stateDir: join(`${dataDir}-state`, 'nostro'), clock: systemClock, program: 'cli' },
});

/** Opens the same local copy next to a desk that has it open, for raw queries. */
export function openSecondCopy(dataDir: string): Promise<ReadableDeskCopy> {
  const { folder } = profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
  return openReadableDeskCopy(benchPorts(dataDir), folder, sandboxSignIn);
}

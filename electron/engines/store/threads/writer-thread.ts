import { Worker, type MessagePort } from 'node:worker_threads';

import { DeskFault } from '../../../../shared/errors.ts';
import {
  currenciesOfBank,
  knowCurrenciesOf,
  type CurrencyDigits,
} from '../../../../shared/money/currencies.ts';
import { answerCalls, callsTo, type Remote } from './remote-methods.ts';

/** The call that the thread answers before a database is open; it returns the names of the calls answered from then on. */
type Opening = {
  readonly open: (file: string, key: Uint8Array, currencies: CurrencyDigits) => string[];
};

/** Everything that a thread must be able to do; what the nouns write comes with the composition. */
export type Closing = { checkpoint(): void; close(): void };

export type WriterOptions = {
  /** Of the module that calls `serveWriter`, or of what it was bundled into. */
  readonly workerUrl: URL;
  /** An unused thread that was loaded ahead; it is owned from here on, however the opening ends. */
  readonly loaded?: LoadedThread | undefined;
  readonly file: string;
  readonly key: Uint8Array;
};

/** A page is saved and forgotten: a small heap is collected often and grows no further. Megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** In the thread: answers `open`, and from then on the methods that it makes. The key comes as a message, never as an argument. */
export function serveWriter(
  port: MessagePort,
  openMethods: (file: string, key: Uint8Array) => Closing,
): void {
  let methods: Closing | undefined;
  const open: Opening['open'] = (file, key, currencies) => {
    knowCurrenciesOf(currencies);
    methods = openMethods(file, key);
    key.fill(0);
    return Object.keys(methods);
  };
  answerCalls(port, (name) => (name === 'open' ? open : methods?.[name as keyof Closing]));
}

/** A thread that loads its program; it has touched no file yet. */
export type LoadedThread = {
  readonly worker: Worker;
  /** Why it has ended; undefined where it was stopped. */
  readonly ended: Promise<unknown>;
};

/** Starts the thread ahead, so that it loads while what it will open is still locked. */
export function loadThread(workerUrl: URL): LoadedThread {
  const worker = new Worker(workerUrl, { name: 'cache-writer', resourceLimits });
  const ended = new Promise<unknown>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', () => {
      resolve(undefined);
    });
  });
  return { worker, ended };
}

/** Starts the thread and opens cache.db in it, made and migrated where needed. Every method is one transaction; failures are DeskFaults. */
export async function startWriter<Writes extends Remote<Closing>>(
  options: WriterOptions,
): Promise<Writes> {
  const { worker, ended } = options.loaded ?? loadThread(options.workerUrl);
  const remote = callsTo<Opening & Closing>(worker);
  let hasEnded = false;
  void ended.then((cause) => {
    hasEnded = true;
    remote.$close(new DeskFault('internal', 'The thread of the local copy has ended.', { cause }));
  });
  const stop = async (): Promise<void> => {
    remote.$close();
    await worker.terminate();
  };
  const names = await remote
    .open(options.file, options.key, currenciesOfBank())
    .catch(async (cause: unknown) => {
      await stop();
      throw cause;
    });
  // A thread that ended, such as for want of memory, has nothing left to close.
  const close = async (): Promise<void> => {
    try {
      if (!hasEnded) await remote.close();
    } finally {
      await stop();
    }
  };
  // The proxy answers to any name, `then` among them; here are those that exist.
  const methods = names.map((name) => [name, remote[name as keyof Closing]]);
  return { ...(Object.fromEntries(methods) as Writes), close };
}

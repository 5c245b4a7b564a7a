import { Worker, type MessagePort } from 'node:worker_threads';

import { DeskFault } from '../../../../shared/errors.ts';
import {
  currenciesOfBank,
  knowCurrenciesOf,
  type CurrencyDigits,
} from '../../../../shared/money/currencies.ts';
import { answerCalls, callsTo, type Remote } from './remote-methods.ts';

/** The call that the thread answers before a database is open. It returns the names of the calls that it answers afterwards. */
type Opening = {
  readonly open: (file: string, key: Uint8Array, currencies: CurrencyDigits) => string[];
};

/** The methods that every writer thread has. The composition adds the writes of the nouns. */
export type Closing = { checkpoint(): void; close(): void };

export type WriterOptions = {
  /** The URL of the module that calls `serveWriter`, or of its bundle. */
  readonly workerUrl: URL;
  /** An unused thread that was loaded ahead. The callee owns it, even if opening fails. */
  readonly loaded?: LoadedThread | undefined;
  readonly file: string;
  readonly key: Uint8Array;
};

/** Limits the heap. A page is saved and released, so a small heap that is collected often is enough. Megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** Runs in the thread: answers `open`, then the methods that it creates. The key arrives in a message, never as an argument. */
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

/** A thread that is loading its program and has not opened a file yet. */
export type LoadedThread = {
  readonly worker: Worker;
  /** Resolves when the thread has ended, with the error; undefined where it was stopped. */
  readonly ended: Promise<unknown>;
};

/** Starts the thread ahead, so that it loads while its file is still locked. */
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

/** Starts the thread and opens, creates or migrates cache.db in it. Every method is one transaction; failures are DeskFaults. */
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
  // A thread that has ended, for example out of memory, has nothing left to close.
  const close = async (): Promise<void> => {
    try {
      if (!hasEnded) await remote.close();
    } finally {
      await stop();
    }
  };
  // The proxy has any name, even `then`; only the existing methods are copied.
  const methods = names.map((name) => [name, remote[name as keyof Closing]]);
  return { ...(Object.fromEntries(methods) as Writes), close };
}

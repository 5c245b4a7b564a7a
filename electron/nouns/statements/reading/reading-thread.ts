import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';

import { DeskFault } from '../../../../shared/errors.ts';
import {
  currenciesOfBank,
  knowCurrenciesOf,
  type CurrencyDigits,
} from '../../../../shared/money/currencies.ts';
import {
  answerCalls,
  callsTo,
  type Remote,
} from '../../../engines/store/threads/remote-methods.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { readingCalls, readingMethods, type ReadingMethods } from './reading-methods.ts';
import type { StoreMethods } from './reading-store.ts';

/**
 * Reads and proves statements in a thread of its own, separate from the thread that stores them: while one page is being saved, the
 * next is read. The thread has no key and opens no file.
 */

/** The start data of the thread. `store`: the port to the thread of the local copy. */
type ThreadData = {
  readonly thread: 'readings';
  readonly store: MessagePort;
  readonly currencies: CurrencyDigits;
};

export const isReadingThread = (data: unknown): data is ThreadData =>
  (data as Partial<ThreadData> | null)?.thread === 'readings';

/** Answers the calls of the main thread. Runs in the reading thread. */
export function serveReadings(port: MessagePort, { store, currencies }: ThreadData): void {
  knowCurrenciesOf(currencies);
  const methods = readingMethods(callsTo<StoreMethods>(store));
  answerCalls(port, (name) => methods[name as keyof ReadingMethods]);
}

/** In megabytes. Pages are read and dropped, so a small heap is collected often and grows no further. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

type ReadingThreadOptions = {
  /** The URL of the module that calls `serveReadings`, or of its bundle. */
  readonly workerUrl: URL;
  readonly writer: { readonly serveReadings: (port: MessagePort) => Promise<void> };
  /** Milliseconds after the last reading until the thread ends and frees its memory. */
  readonly idleMs?: number;
};

/** The methods of the thread, and `close` to end it. */
export type ReadingThread = Remote<ReadingMethods> & { readonly close: () => Promise<void> };

type Started = {
  readonly worker: Worker;
  readonly methods: Remote<ReadingMethods>;
};

/** Starts the thread with the first reading, ends it after `idleMs` without one, and starts it again with the next. */
export function readingThread(options: ReadingThreadOptions): ReadingThread {
  const { idleMs = 30_000 } = options;
  let started: Promise<Started> | null = null;
  let openCount = 0;
  let idle: NodeJS.Timeout | undefined;
  const start = (): Promise<Started> => {
    const forget = (): void => {
      if (started !== starting) return;
      started = null;
      openCount = 0;
    };
    const starting = startThread(options, forget);
    starting.catch(forget);
    return starting;
  };
  const calling =
    (name: keyof ReadingMethods) =>
    async (...input: unknown[]): Promise<unknown> => {
      const { methods } = await (started ??= start());
      return (methods[name] as (...given: unknown[]) => Promise<unknown>)(...input);
    };
  const methods = Object.fromEntries(
    readingCalls.map((name) => [name, calling(name)]),
  ) as Remote<ReadingMethods>;
  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = started;
    started = null;
    openCount = 0;
    await ignoreErrorsAsync(async () => (await ending)?.worker.terminate());
  };
  return {
    ...methods,
    openReading: (question) => {
      clearTimeout(idle);
      openCount += 1;
      return methods.openReading(question);
    },
    closeReading: async (reading) => {
      await methods.closeReading(reading);
      openCount = Math.max(0, openCount - 1);
      if (openCount === 0) idle = setTimeout(() => void close(), idleMs).unref();
    },
    close,
  };
}

async function startThread(
  { workerUrl, writer }: ReadingThreadOptions,
  onEnd: () => void,
): Promise<Started> {
  const { port1, port2 } = new MessageChannel();
  await writer.serveReadings(port1);
  const data: ThreadData = { thread: 'readings', store: port2, currencies: currenciesOfBank() };
  const worker = new Worker(workerUrl, {
    name: 'statement-reader',
    resourceLimits,
    workerData: data,
    transferList: [port2],
  });
  const remote = callsTo<ReadingMethods>(worker);
  const ended = (cause?: unknown): void => {
    onEnd();
    remote.$close(
      new DeskFault('internal', 'The thread that reads statements has ended.', { cause }),
    );
  };
  worker.once('error', ended);
  worker.once('exit', () => {
    ended();
  });
  return { worker, methods: remote };
}

import { Worker, type MessagePort } from 'node:worker_threads';

import type { Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from '../files/table.ts';
import { attempt, ignoreErrorsAsync } from '../store/local-faults.ts';
import { answerCalls, callsTo, type Remote } from '../store/threads/remote-methods.ts';
import type { InvoiceReading } from './fields/join.ts';
import type { InvoiceThreadData } from './is-invoice-thread.ts';
import type { readInvoice } from './read-invoice.ts';

/**
 * Reads invoices in a separate thread, since the sender controls their bytes. A file that takes too long or too much memory ends the
 * thread, and the next file gets a new one. The thread has no key, no database and no file.
 */

type ThreadMethods = { readonly readInvoice: typeof readInvoice };

/** Runs in the thread and answers the calls of the main thread. */
export function serveInvoices(port: MessagePort): void {
  const methods: ThreadMethods = {
    readInvoice: async (bytes) => (await import('./read-invoice.ts')).readInvoice(bytes),
  };
  answerCalls(port, (name) => (name === 'readInvoice' ? methods.readInvoice : undefined));
}

/** Megabytes of heap. Unpacked pictures and streams are outside the heap, and are watched below. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

export type InvoiceLimits = {
  /** Milliseconds that one file may take. */
  readonly fileMs: number;
  /** Bytes by which the memory of the process may grow with one file. */
  readonly memoryBytes: number;
};

const usualLimits: InvoiceLimits = { fileMs: 30_000, memoryBytes: 1_500_000_000 };

const watchMs = 50;

/** Milliseconds without a file after which the thread ends. */
const idleMs = 20_000;

export type InvoiceThread = {
  readonly read: (bytes: Uint8Array) => Promise<Result<InvoiceReading, FileProblem>>;
  readonly close: () => Promise<void>;
};

type Started = { readonly worker: Worker; readonly remote: Remote<ThreadMethods> };

/** Starts the thread with the first file. One file is read at a time. */
export function invoiceThread(workerUrl: URL, limits: InvoiceLimits = usualLimits): InvoiceThread {
  let started: Started | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = started;
    started = null;
    await ignoreErrorsAsync(async () => ending?.worker.terminate());
  };
  const readOne = async (bytes: Uint8Array): Promise<Result<InvoiceReading, FileProblem>> => {
    clearTimeout(idle);
    const { remote, worker } = (started ??= start(workerUrl));
    const read = await withinLimits(
      worker,
      limits,
      attempt(() => remote.readInvoice(bytes)),
    );
    if (typeof read === 'string') {
      await end();
      return refuse('file.unreadable', `it ${read}: it was not read.`);
    }
    if (!read.ok) {
      await end();
      return refuse('file.unreadable', 'its content stopped the reader: it was not read.');
    }
    idle = setTimeout(() => void end(), idleMs).unref();
    return read.value;
  };
  return {
    read: (bytes) => {
      const reading = last.then(() => readOne(bytes));
      last = reading;
      return reading;
    },
    close: end,
  };
}

function start(workerUrl: URL): Started {
  const data: InvoiceThreadData = { thread: 'invoices' };
  const worker = new Worker(workerUrl, {
    name: 'invoice-reader',
    resourceLimits,
    workerData: data,
  });
  worker.unref();
  return { worker, remote: callsTo<ThreadMethods>(worker) };
}

/** Waits for the first of: the reading, the end of the thread, or a limit. The latter two give the rest of a sentence. */
async function withinLimits<T>(
  worker: Worker,
  { fileMs, memoryBytes }: InvoiceLimits,
  reading: Promise<T>,
): Promise<T | string> {
  const before = process.memoryUsage.rss();
  const { promise: limit, resolve } = Promise.withResolvers<string>();
  const endMs = performance.now() + fileMs;
  const watch = setInterval(() => {
    if (performance.now() > endMs) resolve('takes too long');
    if (process.memoryUsage.rss() - before > memoryBytes) resolve('unpacks to too much');
  }, watchMs);
  const ended = (): void => {
    resolve('needs more memory than an invoice');
  };
  worker.once('error', ended);
  worker.once('exit', ended);
  worker.ref();
  const first = await Promise.race([reading, limit]);
  clearInterval(watch);
  worker.off('error', ended);
  worker.off('exit', ended);
  worker.unref();
  return first;
}

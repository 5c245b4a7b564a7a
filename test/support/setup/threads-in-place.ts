import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import threads, { MessageChannel, type Transferable } from 'node:worker_threads';

import type { InPlace } from './in-place.ts';
import { programs } from '../programs/programs.ts';

/** Loaded where the first desk is opened: most files open none. */
const inPlace: Readonly<Record<string, () => Promise<InPlace>>> = {
  [programs.storeWorker.href]: async () =>
    (await import('../stores/store-in-place.ts')).storeInPlace,
  [programs.sandbox.href]: async () =>
    (await import('../simple-banks/bank-in-place.ts')).bankInPlace,
};

const mark = Symbol.for('nostro.tests.worker-as-it-is');
const builtin = threads as { Worker: typeof threads.Worker; [mark]?: typeof threads.Worker };
const WorkerAsItIs = (builtin[mark] ??= builtin.Worker);

/**
 * What stands for a thread of the desk in the test's own: messages are copied and come later, as between threads, but its program
 * is loaded once for all tests, where a thread loads it anew for every desk. It answers to as much of a Worker as the desk uses.
 */
class ThreadInPlace extends EventEmitter {
  readonly #line = new MessageChannel();
  #end: () => void = () => undefined;
  #hasEnded = false;

  constructor(
    program: Promise<InPlace>,
    { workerData: data, transferList = [] }: threads.WorkerOptions,
  ) {
    super();
    const { port1: ours, port2: theirs } = this.#line;
    ours.on('message', (message: unknown) => this.emit('message', message));
    ours.once('close', () => {
      this.#over();
    });
    program
      .then((run) => {
        if (!this.#hasEnded)
          this.#end = run(theirs, structuredClone(data, { transfer: [...transferList] }));
      })
      .catch((cause: unknown) => {
        this.emit('error', cause);
        this.#over();
      });
  }

  postMessage(message: unknown, transfers: readonly Transferable[] = []): void {
    this.#line.port1.postMessage(message, transfers);
  }

  ref(): void {
    this.#line.port1.ref();
  }

  unref(): void {
    this.#line.port1.unref();
  }

  terminate(): Promise<number> {
    this.#line.port1.close();
    this.#over();
    return Promise.resolve(1);
  }

  #over(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end();
    this.emit('exit', 0);
  }
}

function workerFor(url: string | URL, options: threads.WorkerOptions = {}): EventEmitter {
  const program = inPlace[String(url)];
  if (program === undefined) return new WorkerAsItIs(url, options);
  return new ThreadInPlace(program(), options);
}

/** `new` of a function that answers an object gives that object. */
builtin.Worker = function Worker(url: string | URL, options?: threads.WorkerOptions) {
  return workerFor(url, options);
} as unknown as typeof threads.Worker;
syncBuiltinESMExports();

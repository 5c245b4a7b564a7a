import { Worker } from 'node:worker_threads';

import { DeskFault } from '../../../../shared/errors.ts';
import { currenciesOfBank } from '../../../../shared/money/currencies.ts';
import { readerThread, type SlicedReads, type ToReader } from './serve-reader.ts';
import { toTheEnd, type Answered, type Sliced, type Urgency } from './turns.ts';
import { unpackMessage } from './worker-messages.ts';

type AnswerOf<Read> = Read extends (
  ...input: never[]
) => Sliced<infer Answer> | Promise<Sliced<infer Answer>>
  ? Answer
  : never;

type Asking = {
  /** `shown` where a person waits for the answer. */
  readonly urgency?: Urgency;
  /** Stops the question, started or not; it then throws `cancelled`. */
  readonly signal?: AbortSignal | undefined;
};

/** Long questions about the local copy, answered in a thread that only reads, so that they never wait for a write. */
export type Questions<Reads extends SlicedReads = SlicedReads> = {
  ask<Name extends keyof Reads & string>(
    name: Name,
    input: Parameters<Reads[Name]>,
    asking?: Asking,
  ): Promise<AnswerOf<Reads[Name]>>;
};

/** Answers questions directly, for a process that has nothing else to do. */
export const answeredHere = <Reads extends SlicedReads>(reads: Reads): Questions<Reads> => ({
  ask: async (name, input, { signal } = {}) => {
    const answer = toTheEnd(
      (await reads[name]?.(...input)) as Sliced<AnswerOf<Reads[typeof name]>>,
    );
    if (signal?.aborted === true) throw stopped();
    return answer;
  },
});

type Waiting = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (cause: Error) => void;
};

export type ReaderOptions = {
  /** The URL of the module that calls `serveReader`, or of its bundle. */
  readonly workerUrl: URL;
  readonly file: string;
  readonly key: Uint8Array;
};

/** Limits the heap, which holds answers, not entries. Megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/** Starts the thread with the first question, and again with the next one after it ended. */
export class ReaderThread<Reads extends SlicedReads> implements Questions<Reads> {
  readonly #options: ReaderOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  ask<Name extends keyof Reads & string>(
    name: Name,
    input: Parameters<Reads[Name]>,
    { urgency = 'shown', signal }: Asking = {},
  ): Promise<AnswerOf<Reads[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted === true) {
        reject(stopped());
        return;
      }
      const id = ++this.#lastId;
      const drop = (): void => {
        this.#waiting.delete(id);
        this.#worker?.postMessage({ drop: id } satisfies ToReader);
        reject(stopped());
      };
      const done = (): void => signal?.removeEventListener('abort', drop);
      signal?.addEventListener('abort', drop, { once: true });
      this.#waiting.set(id, {
        resolve: (answer) => {
          done();
          resolve(answer as AnswerOf<Reads[Name]>);
        },
        reject: (cause) => {
          done();
          reject(cause);
        },
      });
      this.#thread().postMessage({ ask: { id, name, input, urgency } } satisfies ToReader);
    });
  }

  /** Closes the thread. Unanswered questions throw `cancelled`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#end(stopped());
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ close: true } satisfies ToReader);
    await ended;
  }

  #thread(): Worker {
    if (this.#worker !== null) return this.#worker;
    const { workerUrl, file, key } = this.#options;
    const worker = new Worker(workerUrl, {
      name: 'cache-reader',
      resourceLimits,
      workerData: readerThread,
    });
    const ended = (cause?: unknown): void => {
      if (this.#worker === worker) this.#end(hasEnded(cause));
    };
    worker.on('message', (message: Answered) => {
      this.#receive(message);
    });
    worker.once('error', ended);
    worker.once('exit', () => {
      ended();
    });
    worker.postMessage({
      open: { file, key, currencies: currenciesOfBank() },
    } satisfies ToReader);
    this.#worker = worker;
    return worker;
  }

  #receive(message: Answered): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#waiting.delete(message.id);
    if ('answer' in message) waiting.resolve(message.answer);
    else waiting.reject(unpackMessage(message).e as Error);
  }

  #end(cause: Error): void {
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(cause);
  }
}

const stopped = (): DeskFault => new DeskFault('cancelled');
const hasEnded = (cause: unknown): DeskFault =>
  new DeskFault('internal', 'The thread that reads the local copy has ended.', { cause });

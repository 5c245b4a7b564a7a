import type { MessagePort } from 'node:worker_threads';

import { knowCurrenciesOf, type CurrencyDigits } from '../../../../shared/money/currencies.ts';
import { Turns, type Answered, type Sliced, type Turn, type Urgency } from './turns.ts';
import { packMessage } from './worker-messages.ts';

/** Messages of the main thread: first the file, then questions, and questions to drop. */
export type ToReader =
  | {
      readonly open: {
        readonly file: string;
        readonly key: Uint8Array;
        readonly currencies: CurrencyDigits;
      };
    }
  | {
      readonly ask: {
        readonly id: number;
        readonly name: string;
        readonly input: readonly unknown[];
        readonly urgency: Urgency;
      };
    }
  | { readonly drop: number }
  | { readonly close: true };

/** Long questions by name. One that must load something first returns a promise of its slices. */
export type SlicedReads = Readonly<
  Record<string, (...input: never[]) => Sliced<unknown> | Promise<Sliced<unknown>>>
>;

/** The questions that an open file can answer. */
export type OpenReads = { readonly reads: SlicedReads; close(): void };

/** The worker data that tells the shared module that it runs in the reader thread. */
export const readerThread = { thread: 'reader' } as const;
export const isReaderThread = (data: unknown): boolean =>
  (data as Partial<typeof readerThread> | null)?.thread === readerThread.thread;

/** Runs in the thread: opens the file, then answers questions. New and dropped questions are received between two slices. */
export function serveReader(
  port: MessagePort,
  openReads: (file: string, key: Uint8Array) => OpenReads,
): void {
  const turns = new Turns();
  /** Questions that are still loading something. */
  const loading = new Set<number>();
  let opened: OpenReads | undefined;
  let fault: unknown = new Error('no file was opened');
  let isTurning = false;
  const reply = (message: Answered): void => {
    port.postMessage('e' in message ? packMessage(message) : message);
  };
  const next = (): void => {
    const step = turns.step();
    isTurning = step !== 'idle';
    if (step === 'idle') return;
    if (step !== 'unfinished') reply(step);
    setImmediate(next);
  };
  const begin = (turn: Turn, work: Sliced<unknown>): void => {
    turns.add(turn, work);
    if (isTurning) return;
    isTurning = true;
    setImmediate(next);
  };
  const beginLater = async (turn: Turn, work: Promise<Sliced<unknown>>): Promise<void> => {
    loading.add(turn.id);
    try {
      const sliced = await work;
      if (loading.has(turn.id)) begin(turn, sliced);
    } catch (e) {
      reply({ id: turn.id, e });
    } finally {
      loading.delete(turn.id);
    }
  };
  const ask = ({ id, name, input, urgency }: Extract<ToReader, { ask: unknown }>['ask']): void => {
    const read = opened?.reads[name] as
      | ((...given: readonly unknown[]) => Sliced<unknown> | Promise<Sliced<unknown>>)
      | undefined;
    if (read === undefined) {
      reply({ id, e: opened === undefined ? fault : new Error(`there is no question ${name}`) });
      return;
    }
    const work = read(...input);
    if (work instanceof Promise) void beginLater({ id, urgency }, work);
    else begin({ id, urgency }, work);
  };
  port.on('message', (message: ToReader) => {
    if ('ask' in message) ask(message.ask);
    else if ('drop' in message) {
      loading.delete(message.drop);
      turns.drop(message.drop);
    } else if ('close' in message) {
      loading.clear();
      turns.clear();
      opened?.close();
      port.close();
    } else {
      const { file, key, currencies } = message.open;
      knowCurrenciesOf(currencies);
      try {
        opened = openReads(file, key);
      } catch (cause) {
        fault = cause;
      }
      key.fill(0);
    }
  });
}

import type {
  BatchResult,
  BeginOptions,
  FinishOptions,
  FinishResult,
  PageBatch,
  PageQuestion,
  ReadingPosition,
  ReadingQuestion,
} from './reading-messages.ts';
import type { ReadingStore } from './reading-store.ts';
import type { Readings } from './readings.ts';

/** The methods that the main thread calls on the readings. */
export function readingMethods(store: ReadingStore) {
  let readings: Promise<Readings> | undefined;
  /** Loads the module that reads responses with the first call, so that a thread starts without it. */
  const readingsNow = (): Promise<Readings> =>
    (readings ??= import('./readings.ts').then((module) => new module.Readings(store)));
  const at = async (reading: number) => (await readingsNow()).at(reading);
  return {
    /** Begins to read a statement. Returns the number that identifies the reading in all later calls. */
    openReading: async (question: ReadingQuestion): Promise<number> =>
      (await readingsNow()).open(question),
    /** Reads a page and holds it until its turn. An error states briefly why the bytes are no JSON. */
    holdPage: async (
      reading: number,
      question: PageQuestion,
      bytes: Uint8Array,
      secrets: readonly string[],
    ) => (await readingsNow()).hold(reading, question, { bytes, secrets }),
    /** Resumes an interrupted reading; null if there is none. */
    resumeReading: async (reading: number): Promise<ReadingPosition | null> =>
      (await at(reading)).resume(),
    beginReading: async (reading: number, options: BeginOptions): Promise<ReadingPosition> =>
      (await at(reading)).begin(options),
    processPages: async (reading: number, batch: PageBatch): Promise<BatchResult> =>
      (await at(reading)).processPages(batch),
    finishReading: async (reading: number, options: FinishOptions): Promise<FinishResult> =>
      (await at(reading)).finish(options),
    /** Ends a reading once all that was read is saved. */
    closeReading: async (reading: number): Promise<void> => (await readingsNow()).close(reading),
  };
}

export type ReadingMethods = ReturnType<typeof readingMethods>;

const calls: Readonly<Record<keyof ReadingMethods, true>> = {
  openReading: true,
  holdPage: true,
  resumeReading: true,
  beginReading: true,
  processPages: true,
  finishReading: true,
  closeReading: true,
};
/** The names of the methods. */
export const readingCalls = Object.keys(calls) as (keyof ReadingMethods)[];

import { ok, type Result } from '../../../../shared/result.ts';
import type { RawAnswer } from './answered-page.ts';
import type { HeldPage, PageQuestion, ReadingQuestion } from './reading-messages.ts';
import type { ReadingStore } from './reading-store.ts';
import { StatementReading } from './statement-reading.ts';

/** The readings under way, by number. */
export class Readings {
  readonly #store: ReadingStore;
  readonly #open = new Map<number, StatementReading>();
  #last = 0;

  constructor(store: ReadingStore) {
    this.#store = store;
  }

  open(question: ReadingQuestion): number {
    this.#last += 1;
    this.#open.set(this.#last, new StatementReading(this.#store, question));
    return this.#last;
  }

  at(reading: number): StatementReading {
    const open = this.#open.get(reading);
    if (!open) throw new RangeError(`the reading ${reading} is not open`);
    return open;
  }

  /** Holds a page. Ignores a prefetched page that arrives after its reading is closed. */
  hold(reading: number, question: PageQuestion, answered: RawAnswer): Result<HeldPage, string> {
    const nothing = { kind: 'page', echo: null, smaller: null } as const;
    return this.#open.get(reading)?.hold(question, answered) ?? ok(nothing);
  }

  async close(reading: number): Promise<void> {
    const open = this.#open.get(reading);
    this.#open.delete(reading);
    await open?.close();
  }
}

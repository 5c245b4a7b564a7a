import { ok, type Result } from '../../../../shared/result.ts';
import type { RawAnswer } from './answered-page.ts';
import type { HeldPage, PageQuestion, ReadingQuestion } from './reading-messages.ts';
import { StatementReading, type ReadingParts } from './statement-reading.ts';

/** The readings under way, by number. */
export class Readings {
  readonly #parts: ReadingParts;
  readonly #open = new Map<number, StatementReading>();
  #last = 0;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  open(question: ReadingQuestion): number {
    this.#last += 1;
    this.#open.set(this.#last, new StatementReading(this.#parts, question));
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

  close(reading: number): void {
    this.#open.delete(reading);
  }
}

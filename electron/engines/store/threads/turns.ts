/**
 * A long question that runs in slices and returns the answer. A slice is not interrupted and takes some tens of milliseconds.
 */
export type Sliced<Answer> = Generator<void, Answer, void>;

/** Runs all slices at once, for a caller that has nothing else to do. */
export function toTheEnd<Answer>(sliced: Sliced<Answer>): Answer {
  for (;;) {
    const { done, value } = sliced.next();
    if (done === true) return value;
  }
}

/** Runs a read as a single slice. */
export function* inOneSlice<Answer>(read: () => Answer): Sliced<Answer> {
  return read();
}

/** Urgencies in order: what a person looks at, its count, what they may look at next, and what writes a file. */
export const urgencies = ['shown', 'counted', 'soon', 'background'] as const;
export type Urgency = (typeof urgencies)[number];

export type Turn = { readonly id: number; readonly urgency: Urgency };
type Waiting = Turn & { readonly work: Sliced<unknown> };

/** The answer to a question, or its error. */
export type Answered = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly e: unknown }
);

/** Schedules long questions. The most urgent continues; of equal ones, the first. A dropped one does not run again. */
export class Turns {
  readonly #waiting: Waiting[] = [];

  add(turn: Turn, work: Sliced<unknown>): void {
    this.#waiting.push({ ...turn, work });
  }

  /** Ends a question, started or not, and releases its resources. */
  drop(id: number): void {
    const place = this.#waiting.findIndex((turn) => turn.id === id);
    if (place < 0) return;
    const [dropped] = this.#waiting.splice(place, 1);
    dropped?.work.return(undefined);
  }

  clear(): void {
    for (const { id } of [...this.#waiting]) this.drop(id);
  }

  /** Runs one slice of the most urgent question. Returns its answer or error, `unfinished`, or `idle` when none waits. */
  step(): Answered | 'unfinished' | 'idle' {
    const rank = ({ urgency }: Turn) => urgencies.indexOf(urgency);
    const [first] = this.#waiting.toSorted((a, b) => rank(a) - rank(b));
    if (first === undefined) return 'idle';
    const { id, work } = first;
    try {
      const { done, value } = work.next();
      if (done !== true) return 'unfinished';
      this.drop(id);
      return { id, answer: value };
    } catch (e) {
      this.drop(id);
      return { id, e };
    }
  }
}

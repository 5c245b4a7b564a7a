/**
 * A long question, a slice at a time: what it returns is the answer. A slice is what nothing else can come between, and takes some
 * tens of milliseconds.
 */
export type Sliced<Answer> = Generator<void, Answer, void>;

/** For whoever has nothing else to do meanwhile. */
export function toTheEnd<Answer>(sliced: Sliced<Answer>): Answer {
  for (;;) {
    const { done, value } = sliced.next();
    if (done === true) return value;
  }
}

/** What is read at once. */
export function* inOneSlice<Answer>(read: () => Answer): Sliced<Answer> {
  return read();
}

/** What a person looks at comes before how many there are, then what they may look at next, and at last what writes a file. */
export const urgencies = ['shown', 'counted', 'soon', 'background'] as const;
export type Urgency = (typeof urgencies)[number];

export type Turn = { readonly id: number; readonly urgency: Urgency };
type Waiting = Turn & { readonly work: Sliced<unknown> };

/** What came of a question. */
export type Answered = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly e: unknown }
);

/** Long questions taking turns: the most urgent goes on, the one that came first among its like; a dropped one never again. */
export class Turns {
  readonly #waiting: Waiting[] = [];

  add(turn: Turn, work: Sliced<unknown>): void {
    this.#waiting.push({ ...turn, work });
  }

  /** Ends a question, begun or not, and lets go of what it holds. */
  drop(id: number): void {
    const place = this.#waiting.findIndex((turn) => turn.id === id);
    if (place < 0) return;
    const [dropped] = this.#waiting.splice(place, 1);
    dropped?.work.return(undefined);
  }

  clear(): void {
    for (const { id } of [...this.#waiting]) this.drop(id);
  }

  /** Works one slice of the most urgent question: an answer, or where it stands; `idle` when none waits. */
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

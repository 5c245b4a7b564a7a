/** The texts that a file could not carry unchanged, and their replacements. */
export type Note = {
  /** The reason, in a sentence that is true of all these entries. */
  readonly what: string;
  readonly entries: number;
  /** The first of them. */
  readonly examples: readonly Example[];
};

type Example = { readonly entry: string; readonly was: string; readonly is: string };

const examplesMax = 5;
const textMax = 200;

/** Collects notes: each kind is counted, and the first few are stored whole. */
export class Notes {
  readonly #kinds = new Map<string, { entries: number; last: string; examples: Example[] }>();

  /** `entry`: the id of the entry, or another name in the file, such as that of an account. */
  add(what: string, entry: string, was: string, is: string): void {
    const kind = this.#kinds.get(what) ?? { entries: 0, last: '', examples: [] };
    // Several texts of one entry are one entry.
    if (kind.entries === 0 || kind.last !== entry) kind.entries += 1;
    kind.last = entry;
    if (kind.examples.length < examplesMax)
      kind.examples.push({ entry, was: was.slice(0, textMax), is: is.slice(0, textMax) });
    this.#kinds.set(what, kind);
  }

  list(): Note[] {
    return [...this.#kinds].map(([what, { entries, examples }]) => ({ what, entries, examples }));
  }
}

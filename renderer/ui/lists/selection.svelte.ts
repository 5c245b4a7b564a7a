/** How a row is chosen: alone, with all from the last one on, one more or one less, or gone to without a choice. */
export type Choice = 'one' | 'range' | 'toggle' | 'move';

/** The kind of choice, by the modifiers of a click or a move. */
export const choiceOf = (event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): Choice => (event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');

/** The part of the list that a selection needs. */
type List<T> = {
  readonly keyOf: (item: T) => string;
  /** Undefined for a heading, and for a row that has not come yet. */
  readonly at: (index: number) => T | undefined;
  /** The row of the keys. */
  readonly cursor: () => number;
  /** -1 where no row has this key. */
  readonly indexOf: (key: string) => number | Promise<number>;
  /** The selectable items between two rows, both included, and within the list. */
  readonly between: (first: number, last: number) => readonly T[] | Promise<readonly T[]>;
  /** The maximum number of items of one act. */
  readonly max: number;
};

/** Several items of a list, by their keys: the selection is stable while rows come and go. Empty if only one row is open. */
export class Selection<T> {
  readonly #list: List<T>;
  #chosen: ReadonlyMap<string, T> = $state.raw(new Map());
  /** In the order in which they were chosen. */
  readonly items: readonly T[] = $derived([...this.#chosen.values()]);
  /** The range had more items than one act allows. */
  isCut = $state(false);
  /** The start of a range. */
  #anchor: string | null = null;
  /** A range that is loaded late is dropped if something else was chosen since. */
  #turn = 0;

  constructor(list: List<T>) {
    this.#list = list;
  }

  get size(): number {
    return this.#chosen.size;
  }

  /** Whether a row is selected, or, if none is, whether the keys are at it. */
  has = (index: number): boolean => {
    if (this.size === 0) return index === this.#list.cursor();
    const key = this.#keyAt(index);
    return key !== null && this.#chosen.has(key);
  };

  /** To be called while the keys are still at the row before. */
  choose = (index: number, how: Choice): void => {
    const turn = ++this.#turn;
    const key = this.#keyAt(index);
    const before = this.#keyAt(this.#list.cursor());
    if (how === 'one') this.clear();
    else if (how === 'range') {
      // A click with Shift selects the text on its way.
      document.getSelection()?.removeAllRanges();
      void this.#stretch(index, this.#anchor ?? before, turn);
    } else {
      const chosen = new Map(this.#chosen);
      const item = this.#list.at(this.#list.cursor());
      if (chosen.size === 0 && item !== undefined) chosen.set(this.#list.keyOf(item), item);
      if (how === 'toggle') this.#toggle(chosen, index);
      this.#put(chosen, key);
    }
    if (how === 'range') this.#anchor ??= before ?? key;
    else if (how !== 'move') this.#anchor = key;
  };

  /** Selects all items of a list with `count` rows, some of them headings, up to the maximum of one act. */
  async all(count: number, headings = 0): Promise<void> {
    const turn = ++this.#turn;
    // One more than an act takes reveals whether there are more.
    const items = await this.#list.between(0, Math.min(count - 1, this.#list.max + headings));
    if (turn === this.#turn) this.put(items);
  }

  put(items: readonly T[], isCut = false): void {
    const { keyOf, max } = this.#list;
    this.isCut = isCut || items.length > max;
    this.#chosen = new Map(items.slice(0, max).map((item) => [keyOf(item), item]));
  }

  clear = (): void => {
    this.#turn += 1;
    this.#chosen = new Map();
    this.#anchor = null;
    this.isCut = false;
  };

  /** Updates selected items. */
  patch(changed: (item: T) => T): void {
    this.#chosen = new Map([...this.#chosen].map(([key, item]) => [key, changed(item)]));
  }

  /** Drops those that are no longer shown; returns how many. */
  keepOnly(isShown: (item: T) => boolean): number {
    const { size } = this;
    const rest = this.items.filter(isShown);
    if (rest.length > 1) this.put(rest, this.isCut);
    else this.clear();
    return size - this.size;
  }

  #keyAt(index: number): string | null {
    const item = this.#list.at(index);
    return item === undefined ? null : this.#list.keyOf(item);
  }

  #toggle(chosen: Map<string, T>, index: number): void {
    const item = this.#list.at(index);
    if (item === undefined) return;
    const key = this.#list.keyOf(item);
    if (!chosen.delete(key) && chosen.size < this.#list.max) chosen.set(key, item);
  }

  /** A single item at the row of the keys is no selection. */
  #put(chosen: ReadonlyMap<string, T>, cursor: string | null): void {
    const isAlone = chosen.size === 1 && cursor !== null && chosen.has(cursor);
    this.#chosen = isAlone ? new Map() : chosen;
    this.isCut = false;
  }

  async #stretch(index: number, from: string | null, turn: number): Promise<void> {
    const { between, indexOf, max } = this.#list;
    const found = from === null ? -1 : await indexOf(from);
    const anchor = found < 0 ? index : found;
    const isDown = anchor <= index;
    const end = isDown ? Math.min(index, anchor + max) : Math.max(index, anchor - max);
    const items = await between(Math.min(anchor, end), Math.max(anchor, end));
    if (turn !== this.#turn) return;
    const near = isDown ? items.slice(0, max) : items.slice(-max);
    if (near.length > 1) this.put(near, end !== index || items.length > max);
    else this.#put(new Map(), null);
  }
}

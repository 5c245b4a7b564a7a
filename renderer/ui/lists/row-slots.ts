/** A row, the element that draws it, and its distance in rows below the row at which the slots began. */
export type Slotted = { readonly index: number; readonly slot: number; readonly offset: number };

/** The maximum number of elements that are moved instead of rewriting all: moving one costs as much as rewriting several. */
const movedMax = 6;
/** Farther from where the slots began, Chromium's layout arithmetic loses half a pixel. */
const offsetMax = 50_000;

/**
 * Assigns the rows from `first` to `last` to `slots` slots, at least as many as rows: a row keeps its slot while it is in view, and a new
 * one takes the slot of one that left, so that a dragged list reuses its elements. After a step of more than a few rows the slots begin
 * anew with the first row: no element has to move in the page. Unchanged rows are returned as the same object.
 */
export function rowSlots(): (first: number, last: number, slots: number) => Slotted[] {
  let base = 0;
  let before: Slotted[] = [];
  return (first, last, slots) => {
    const from = before[0]?.index ?? 0;
    if (Math.abs(first - from) > movedMax || Math.abs(first - base) > offsetMax) base = first;
    before = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => {
      const index = first + k;
      const offset = index - base;
      const slot = ((offset % slots) + slots) % slots;
      const same = before[index - from];
      return same?.slot === slot && same.offset === offset ? same : { index, slot, offset };
    });
    return before;
  };
}

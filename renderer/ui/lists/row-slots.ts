/** A row, the element that draws it, and how many rows it stands below the one that slots began with. */
export type Slotted = { readonly index: number; readonly slot: number; readonly offset: number };

/** So many elements are moved in the page rather than all of them written anew: to move one costs as much as writing several. */
const movedMax = 6;
/** Farther from where slots began, half a pixel is lost in what Chromium calculates places with. */
const offsetMax = 50_000;

/**
 * Gives the rows from `first` to `last` slots, of which there are `slots`, at least as many as rows: a row keeps its slot while it is
 * in view, and one that comes takes over that of one that left, so that a list that is dragged draws with the elements it has. After
 * a step of more than a few rows slots begin anew with the first row: none has to move in the page, and each stands where it stood.
 * What stays the same is the same object.
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

/** Small, but no smaller than a bank's likely bound; one of them does not divide a number of entries evenly. */
const sizes = [7, 5, 4, 3, 2];

/**
 * A size of page at which the last page is shorter than the others, so that a page asked for by a wrong number shows.
 * Null where the entries are too few for it.
 */
export const tellingSize = (totalItems: number, sizeMax: number): number | null =>
  sizes.find((size) => size <= sizeMax && size < totalItems && totalItems % size !== 0) ?? null;

/** Keys between which to look; both ends are included. */
export type KeyBounds = { readonly low: number; readonly high: number };

/** A FROM and WHERE of the entries that match, with its parameters. `order` is the column by which they lie in time. */
export type EntryQuery = {
  readonly from: string;
  readonly key: string;
  readonly order: string;
  readonly params: readonly unknown[];
};

/** Keys between which to look; both ends are included. */
export type KeyBounds = { readonly low: number; readonly high: number };

/** The FROM and WHERE of matching entries, with the parameters. `order` is the column that sorts them by time. */
export type EntryQuery = {
  readonly from: string;
  readonly key: string;
  readonly order: string;
  readonly params: readonly unknown[];
};

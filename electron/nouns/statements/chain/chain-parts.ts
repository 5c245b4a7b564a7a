/** How a bank writes its statements. The chain proves it. */
export type Convention = {
  readonly newestFirst: boolean;
  /** True if amounts carry their own sign; false if the direction gives it. */
  readonly signed: boolean;
};

/** Where the chain breaks. Both balances are null at an unreadable entry: no balance can be expected there. */
export type Break = {
  readonly entryId: string;
  readonly day: number;
  readonly expectedE4: bigint | null;
  readonly foundE4: bigint | null;
};

/** The state of a chain as JSON, from which a later run of the program continues. */
export type SavedChain = {
  readonly convention: Convention;
  readonly ends: { readonly openingE4: string; readonly closingE4: string };
  readonly breaks: number;
  readonly broken: SavedBreak | null;
  readonly previous:
    | { id: string; day: number; balanceE4: string; deltaE4: string }
    | null
    | undefined;
  readonly days: readonly (readonly [number, number, string, string, SavedBreak | null])[];
  /** Missing, like `unplaced`, in chains saved by older versions. */
  readonly lastDay?: number | null;
  readonly unplaced?: Unplaced | null;
};

/** An unreadable entry without a day of its own: it belongs to a day from `since` on, in reading order. */
export type Unplaced = { readonly entryId: string; readonly since: number; readonly until: number };

export type SavedBreak = {
  readonly entryId: string;
  readonly day: number;
  readonly expectedE4: string | null;
  readonly foundE4: string | null;
};

const textOf = (units: bigint | null): string | null => (units === null ? null : String(units));
const unitsOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

export const textOfBreak = ({ expectedE4, foundE4, ...place }: Break): SavedBreak => ({
  ...place,
  expectedE4: textOf(expectedE4),
  foundE4: textOf(foundE4),
});

export const breakOfText = ({ expectedE4, foundE4, ...place }: SavedBreak): Break => ({
  ...place,
  expectedE4: unitsOf(expectedE4),
  foundE4: unitsOf(foundE4),
});

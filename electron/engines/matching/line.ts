/** A line of one of the two sides that are matched. */
export type Line = {
  /** Unique on its side. */
  readonly id: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** In units of 10^-4; below 0 what goes out. */
  readonly units: bigint;
  /** The texts of the reference fields. */
  readonly references: readonly string[];
  /** The other texts of the line. */
  readonly text: string;
};

/** The evidence of a match. Every rule needs the amount and a reference that both sides have. */
export type MatchRule =
  /** Amount, day and the whole reference. */
  | 'exact'
  /** Amount and the whole reference, some days apart. */
  | 'days'
  /** Amount, and a reference of which one side has a part, or two characters the other way round. */
  | 'part'
  /** Several lines that add up to the one line which their references tie them to. */
  | 'together'
  /** The whole reference; the right side has a little less. */
  | 'fee'
  /** A manual match. */
  | 'hand';

/** Lines of both sides that belong together. */
export type Match = {
  readonly left: readonly Line[];
  readonly right: readonly Line[];
  readonly rule: MatchRule;
  /** The reference on the left side; empty where a person matched them. */
  readonly reference: string;
};

/** Two lines that resemble each other. It is no match: a person decides. */
export type Likely = {
  readonly left: Line;
  readonly right: Line;
  readonly by: 'reference' | 'name' | 'amount';
};

export type Matched = {
  readonly matches: readonly Match[];
  /** Pairs of lines that have no match. */
  readonly likely: readonly Likely[];
  /** Lines of either side without a match, in their order. */
  readonly left: readonly Line[];
  readonly right: readonly Line[];
};

/** Lines that a person put together, by their ids. */
export type Pair = { readonly left: readonly string[]; readonly right: readonly string[] };

export type Matching = {
  /** The most days between two lines of a match. */
  readonly days: number;
  /** The largest fee for a line of so many units, in units: the amount that may be missing on the right side. */
  readonly feeUpTo: (units: bigint) => bigint;
  /** Texts that are in many lines and identify none, such as the number of the account. */
  readonly ignored: readonly string[];
  /** Manual matches. */
  readonly together: readonly Pair[];
  /** Manual separations: no rule matches two of these lines. */
  readonly apart: readonly Pair[];
};

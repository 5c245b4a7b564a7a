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

/** Lines of both sides that are one and the same matter. */
export type Match = {
  readonly left: readonly Line[];
  readonly right: readonly Line[];
  readonly rule: MatchRule;
  /** The reference on the left side; empty where a person matched them. */
  readonly reference: string;
};

/** The lines that one line resembles on the other side: for a person to decide, and no match. */
export type Likely = {
  readonly left: Line;
  readonly right: Line;
  readonly by: 'reference' | 'name' | 'amount';
};

export type Matched = {
  readonly matches: readonly Match[];
  /** Each of lines that are left. */
  readonly likely: readonly Likely[];
  /** Lines of either side without a match, in their order. */
  readonly left: readonly Line[];
  readonly right: readonly Line[];
};

/** Lines that a person put together, by their ids. */
export type Pair = { readonly left: readonly string[]; readonly right: readonly string[] };

export type Matching = {
  /** Days that two lines of one matter may lie apart. */
  readonly days: number;
  /** What may be missing on the right side of a line of so many units, in units. */
  readonly feeUpTo: (units: bigint) => bigint;
  /** What stands in many lines and names none, such as the number of the account. */
  readonly ignored: readonly string[];
  /** Lines that a person put together: they are matched so. */
  readonly together: readonly Pair[];
  /** Lines that a person took apart: no rule puts two of them together. */
  readonly apart: readonly Pair[];
};

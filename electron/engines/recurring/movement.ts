/** A booked movement. Days are counted since 1970-01-01; amounts are in units of 10^-4, negative for debits. */
export type Movement = {
  /** The key by which its room identifies it. */
  readonly key: number;
  readonly day: number;
  readonly units: bigint;
  /** As it is shown: the counterparty, or the narration. */
  readonly name: string;
  /** The groups to which it may belong, the narrowest first; no two matters have the same one. */
  readonly stems: readonly string[];
};

/** A certain or promised future movement. It comes from a record of its own. */
export type Known = {
  readonly id: string;
  readonly day: number;
  readonly units: bigint;
  readonly name: string;
  /** Each of its payments, where there are several: a recurring entry may be one of them. */
  readonly parts?: readonly { readonly name: string; readonly units: bigint }[];
};

/** The sum of all movements of one matter on one day. */
export type Occurrence = {
  readonly day: number;
  readonly units: bigint;
  /** Of the last of them. */
  readonly key: number;
};

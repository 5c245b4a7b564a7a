/** Something that was booked. Days are counted since 1970-01-01; units of 10^-4, what left the account negative. */
export type Movement = {
  /** What its room knows it by. */
  readonly key: number;
  readonly day: number;
  readonly units: bigint;
  /** As it is shown: the counterparty, or the narration. */
  readonly name: string;
  /** By what movements of one matter are known, the narrowest first; no two matters have the same one. */
  readonly stems: readonly string[];
};

/** What is sure to move, or was promised: it comes from a record of its own. */
export type Known = {
  readonly id: string;
  readonly day: number;
  readonly units: bigint;
  readonly name: string;
  /** Of each payment of it, where it is several: what a recurring entry may be one of. */
  readonly parts?: readonly { readonly name: string; readonly units: bigint }[];
};

/** All movements of one matter on one day. */
export type Occurrence = {
  readonly day: number;
  readonly units: bigint;
  /** Of the last of them. */
  readonly key: number;
};

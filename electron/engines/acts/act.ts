/** A value of JSON whose numbers are whole. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A text in an act; empty for any other value. A member may have signed anything. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Number and digest (64 hexadecimal digits) of the last act of a record. */
export type Head = { readonly n: number; readonly digest: string };

/** The digest of an empty record, before a first act, or of a missing team: 64 zeros. */
export const noDigest = '0'.repeat(64);

export const emptyHead: Head = { n: 0, digest: noDigest };

/** An act, named by its author's own count and the digest of its envelope. */
export type CountedAct = { readonly seq: number; readonly digest: string };

/** The value before an author's first act. */
export const noAct: CountedAct = { seq: 0, digest: noDigest };

/** The part of an act that its author signs. The server reads only `key`, `seq`, `kind`, `seen`, `of` and `cipher`. */
export type Envelope = {
  readonly v: 1;
  /** Digest of the founding act; zeros in the founding act itself. */
  readonly team: string;
  /** The author's Ed25519 key, base64url. */
  readonly key: string;
  /** The author's own count, from 1. */
  readonly seq: number;
  /** SHA-256 of the envelope of the author's previous act; zeros in the first. */
  readonly prev: string;
  readonly kind: string;
  /** Which of the team's keys encrypts the body, from 1. */
  readonly epoch: number;
  /** The head that the author had checked. */
  readonly seen: Head;
  /** Names that the server compares, as keyed digests. */
  readonly of?: JsonObject;
  /** SHA-256 of the content, as canonical JSON. */
  readonly body: string;
  /** SHA-256 of the encrypted body. */
  readonly cipher: string;
  /** A desk that does not know this kind of act must not send until it does. */
  readonly must?: true;
};

/** An act as it is stored: canonical JSON of the envelope, its Ed25519 signature (64 bytes), and the encrypted body. */
export type SealedAct = {
  readonly envelope: Uint8Array;
  readonly signature: Uint8Array;
  readonly body: Uint8Array;
};

/** An act with its place in the record. */
export type NumberedAct = SealedAct & {
  readonly n: number;
  /** The digest that the record has at `n`. */
  readonly digest: string;
  /** When the server numbered it (ISO 8601, UTC), by its clock. */
  readonly at: string;
};

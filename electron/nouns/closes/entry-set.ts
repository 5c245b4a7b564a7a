import { createHash } from 'node:crypto';

import { packedText, unpackedText } from '../../engines/machine/packed-text.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';

/** An entry as stored with a close: its id, its amount and the first 16 digits of the SHA-256 over its fields. */
export type ClosedEntry = readonly [
  id: string,
  /** In units of 10^-4, as sent, as text. */
  amountE4: string,
  direction: 0 | 1,
  /** YYYY-MM-DD. */
  day: string,
  content: string,
];

/** Sorts by id, which is unique in an account: an entry that arrives between two others changes neither. */
export const inOrder = (entries: readonly ClosedEntry[]): ClosedEntry[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

export const digestOf = (entries: readonly ClosedEntry[]): string =>
  createHash('sha256').update(JSON.stringify(entries)).digest('hex');

/** Digests the fields of an entry without its running balance, which changes with every entry that arrives before it. */
export const contentOf = (fields: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);

export const packed = (entries: readonly ClosedEntry[]): Uint8Array =>
  packedText(JSON.stringify(entries));

/** Reverses {@link packed}; the bytes must pass {@link holds}. */
export const unpacked = (bytes: Uint8Array): ClosedEntry[] =>
  JSON.parse(unpackedText(bytes)) as ClosedEntry[];

/** Checks stored bytes against their digest; damaged bytes do not unpack. */
export function holds(bytes: Uint8Array, digest: string): boolean {
  const entries = attemptSync(() => unpacked(bytes));
  return entries.ok && digestOf(entries.value) === digest;
}

import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

import { limits } from '../../../shared/limits.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';

/** What is kept of an entry that was closed on: who it is, what it moved, and 16 digits of the SHA-256 over what the bank told of it. */
export type ClosedEntry = readonly [
  id: string,
  /** In units of 10^-4, as sent, as text. */
  amountE4: string,
  direction: 0 | 1,
  /** YYYY-MM-DD. */
  day: string,
  content: string,
];

/** Sorted by id, which is unique in an account: an entry that arrives between two others changes neither of them. */
export const inOrder = (entries: readonly ClosedEntry[]): ClosedEntry[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

export const digestOf = (entries: readonly ClosedEntry[]): string =>
  createHash('sha256').update(JSON.stringify(entries)).digest('hex');

/** The running balance is no part of it: it moves with whatever arrives before. */
export const contentOf = (told: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);

export const packed = (entries: readonly ClosedEntry[]): Uint8Array =>
  deflateSync(JSON.stringify(entries));

/** What {@link packed} made, of bytes that {@link holds}. */
export const unpacked = (bytes: Uint8Array): ClosedEntry[] =>
  JSON.parse(
    inflateSync(bytes, { maxOutputLength: limits.unpackedBytesMax }).toString(),
  ) as ClosedEntry[];

/** Whether the bytes are those that were kept under this digest; damaged ones do not unpack. */
export function holds(bytes: Uint8Array, digest: string): boolean {
  const entries = attemptSync(() => unpacked(bytes));
  return entries.ok && digestOf(entries.value) === digest;
}

import { createHash } from 'node:crypto';

/** The end of a chain of rows: their number, and the digest of the last. */
export type ChainHead = { readonly count: number; readonly digest: string };

export const emptyChain: ChainHead = { count: 0, digest: '0'.repeat(64) };

/** Returns the digest of a row, over the digest of the row before it and its own fields in order. */
export const chainDigest = (before: string, fields: readonly unknown[]): string =>
  createHash('sha256').update(before).update(JSON.stringify(fields)).digest('hex');

/** Verifies the rows after `head`: whether each follows from the one before it without a gap, and the last that does. */
export function followChain<Row extends { readonly n: number | null; readonly digest: string }>(
  head: ChainHead,
  rows: Iterable<Row>,
  fieldsOf: (row: Row) => readonly unknown[],
): { readonly isWhole: boolean; readonly last: Row | null } {
  let { count, digest } = head;
  let last: Row | null = null;
  for (const row of rows) {
    count += 1;
    digest = chainDigest(digest, fieldsOf(row));
    if (row.n !== count || row.digest !== digest) return { isWhole: false, last };
    last = row;
  }
  return { isWhole: true, last };
}

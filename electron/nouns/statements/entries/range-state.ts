import type { CacheConnection } from '../../../engines/store/database.ts';
import type { IncomingEntry } from './incoming.ts';

/** The writer's state inside the worker: the connection and the ranges under way. */
export type Writer = {
  readonly database: CacheConnection;
  readonly ranges: Map<number, RangeState>;
  readonly onWritten?: OnWritten | undefined;
};

/** Called for every new or changed entry, within the transaction that writes it. */
export type OnWritten = {
  /** Must `written` be called at all at present? */
  readonly isNeeded: () => boolean;
  readonly written: (entry: WrittenEntry) => void;
};

/** An entry that was just written. */
export type WrittenEntry = {
  readonly entry: IncomingEntry;
  readonly key: number;
  /** The account's ordinal. */
  readonly account: number;
  readonly isNew: boolean;
};

/** The bank's fields and our own of one entry; amounts as bigint. */
export type EntryContent = {
  readonly key: bigint;
  readonly account: bigint;
  readonly id: string;
  readonly amount_e4: bigint;
  readonly currency: string;
  readonly direction: bigint;
  readonly type: bigint;
  readonly at: string;
  readonly narration: string;
  readonly reference: string;
  readonly balance_e4: bigint;
  readonly withdrawn_at: bigint | null;
  readonly extras: string | null;
};

/** A statement range being fetched. All of it can be reloaded from the database, so a crash loses one page at most. */
export type RangeState = {
  readonly id: number;
  readonly account: number;
  readonly from: number;
  readonly to: number;
  /** Do new entries count as unread? Not in an account's first range, where everything is new. */
  readonly announces: boolean;
  /** Had the account no entry when the range began? Then an id that the range has not seen is new. */
  readonly isEmpty: boolean;
  /** Days that were fetched before. A new entry on one of them, or later than all of them, is news and no backfill. */
  readonly covered: ReadonlySet<number>;
  readonly lastCovered: number;
  /** Hash of the id -> key, for entries that are not yet in the search index and `entry_place`. */
  readonly unsettled: Map<number, number>;
  /** Hash of the id -> the entry there, or null if free. Looked up for a page before it is saved. */
  readonly looked: Map<number, EntryContent | null>;
  /** Day -> the first slot that was free when the range reached the day. */
  readonly firstFreeSlot: Map<number, number>;
  readonly types: Map<string, number>;
};

/** Returns pairs of integers below 2^53 as the bytes of a Float64Array. */
export function bytesOfPairs(pairs: readonly number[]): Buffer {
  return Buffer.from(Float64Array.from(pairs).buffer);
}

export function* pairsOf(bytes: Buffer): Generator<readonly [number, number]> {
  for (let offset = 0; offset < bytes.length; offset += 16)
    yield [bytes.readDoubleLE(offset), bytes.readDoubleLE(offset + 8)];
}

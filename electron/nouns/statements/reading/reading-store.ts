import { accountWrites } from '../../accounts/tables.ts';
import { ordinalOf } from '../../accounts/ordinals.ts';
import type {
  CachedPage,
  FinishedRange,
  RangeFinish,
  RangeStart,
  ResumableRange,
} from '../entries/incoming.ts';
import type { Writer } from '../entries/range-state.ts';
import { finishRange } from './finish-range.ts';
import { cachedPages, idsOfSeen } from './page-cache.ts';
import { beginRange, resumableRange } from './ranges.ts';
import { savePages, type PagesToSave, type SavedInto } from './save-page.ts';

export type BegunRange = {
  readonly rangeId: number;
  /** The account's number in the rows of its entries. */
  readonly account: number;
  /** The cached pages of the last reading of the same days; none if more than the bytes of a page could differ. */
  readonly cached: readonly CachedPage[];
};

/** The methods that a reading calls on the local copy. Calls are answered in order. */
export type StoreMethods = {
  readonly resumable: (start: RangeStart) => ResumableRange | null;
  /** Creates an account that was requested by its number, and replaces an unfinished range of it. */
  readonly begin: (start: RangeStart, fingerprint: string) => BegunRange;
  readonly idsOf: (seen: readonly string[]) => string[];
  readonly savePages: (rangeId: number, pages: PagesToSave) => SavedInto[];
  readonly ensureAccount: (accountNumber: string, currency: string | null) => void;
  readonly finish: (finish: RangeFinish) => FinishedRange;
};

/** The same methods, called in this thread or in another. */
export type ReadingStore = {
  readonly [Name in keyof StoreMethods]: (
    ...input: Parameters<StoreMethods[Name]>
  ) => ReturnType<StoreMethods[Name]> | Promise<ReturnType<StoreMethods[Name]>>;
};

export function storeMethods(writer: Writer): StoreMethods {
  const { database } = writer;
  const { ensureAccount } = accountWrites(database);
  return {
    ensureAccount,
    resumable: (start) => resumableRange(writer, start),
    begin: (start, fingerprint) => {
      ensureAccount(start.accountNumber, null);
      const { from, to } = start;
      const account = ordinalOf(database, start.accountNumber);
      const cached = cachedPages(database, { account, from, to }, fingerprint);
      return { ...beginRange(writer, start), cached };
    },
    idsOf: (seen) => seen.flatMap((text) => [...idsOfSeen(database, text)]),
    savePages: (rangeId, pages) => savePages(writer, rangeId, pages),
    finish: (finish) => finishRange(writer, finish),
  };
}

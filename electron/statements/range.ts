import type { IsoDate } from '../../shared/calendar.ts';
import type { SavedChain } from './chain.ts';

/** What is asked of one statement: an account and both days included. */
export type Range = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
};

/** Where a range stands after its last saved page; written in the same transaction as that page. */
export type RangeCursor = {
  readonly dialect: string;
  readonly pageSize: number;
  /** What the bank calls the first page. */
  readonly firstEcho: number;
  /** Counted from 0. */
  readonly nextPage: number;
  readonly totalItems: number;
  readonly received: number;
  /** Ids of the entries set aside so far. */
  readonly aside: number;
  readonly chains: readonly SavedChain[];
};

export const writeCursor = (cursor: RangeCursor): string => JSON.stringify(cursor);
export const readCursor = (text: string): RangeCursor => JSON.parse(text) as RangeCursor;

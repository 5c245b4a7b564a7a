import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Direction } from '../../../../shared/bank/direction.ts';
import type { SavedChain } from '../chain/chain-parts.ts';

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
  /** What the bank's own words for a direction were proved to mean so far; null where its balances say both. */
  readonly words?: readonly (readonly [string, Direction | null])[];
};

export const writeCursor = (cursor: RangeCursor): string => JSON.stringify(cursor);
export const readCursor = (text: string): RangeCursor => JSON.parse(text) as RangeCursor;

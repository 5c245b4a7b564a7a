import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Direction } from '../../../../shared/bank/direction.ts';
import type { SavedChain } from '../chain/chain-parts.ts';

/** The range of one statement: an account and its first and last day, both included. */
export type Range = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
};

/** The state of a range after its last saved page; written in the same transaction as that page. */
export type RangeCursor = {
  readonly dialect: string;
  readonly pageSize: number;
  /** What the bank calls the first page. */
  readonly firstEcho: number;
  /** Counted from 0. */
  readonly nextPage: number;
  readonly totalItems: number;
  readonly received: number;
  /** Number of unreadable entries so far. */
  readonly aside: number;
  readonly chains: readonly SavedChain[];
  /** Proven meanings of the bank's own direction labels so far; null for a label whose balances contradict each other. */
  readonly words?: readonly (readonly [string, Direction | null])[];
};

export const writeCursor = (cursor: RangeCursor): string => JSON.stringify(cursor);
export const readCursor = (text: string): RangeCursor => JSON.parse(text) as RangeCursor;

import type { Outlook, OutlookSource } from '../../../shared/ipc/accounts/outlook.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import type { Known } from '../../engines/recurring/movement.ts';
import type { ClosedDays } from './closed-days.ts';
import type { HistoryQuestion } from './history.ts';

/** Days that the outlook covers. */
export const daysAhead = 14;
/** A known movement with its reason and its source. */
export type KnownLine = Known & {
  readonly reason: string;
  readonly record: string;
  readonly source: OutlookSource;
};

export type TradesQuestion = {
  readonly accountNumber: string;
  readonly today: number;
  readonly statusWords: StatusWords;
};

export type OutlookQuestion = HistoryQuestion &
  Omit<TradesQuestion, 'today' | 'accountNumber'> & {
    readonly known: readonly KnownLine[];
    /** The days ahead on which banks of the currency are closed, with the reason. */
    readonly closed: ClosedDays;
  };

/** A line whose amounts are still units: their text needs the account's currency. */
export type UnitsLine = Omit<Outlook['lines'][number], 'amount' | 'balance'> & {
  readonly units: bigint;
};

export type UnitsAhead = Pick<Outlook, 'history' | 'isShort'> & {
  readonly lines: readonly UnitsLine[];
};

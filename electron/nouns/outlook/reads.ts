import type { ArrivingTrade } from '../../../shared/ipc/accounts/outlook.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { OutlookQuestion, UnitsAhead } from './lines.ts';
import type { ArrivingQuestion } from './trades.ts';

/** What the thread that only reads answers of the days ahead; what tells them is loaded with the first question. */
export const outlookReads = (reader: CacheReader) => ({
  outlook: async (question: OutlookQuestion): Promise<Sliced<UnitsAhead>> => {
    const { unitsAhead } = await import('./ahead.ts');
    return unitsAhead(reader, question);
  },
  arrivingTrades: async (question: ArrivingQuestion): Promise<Sliced<ArrivingTrade[]>> => {
    const { arrivingTrades } = await import('./trades.ts');
    return arrivingTrades(reader, question);
  },
});

export type OutlookReads = ReturnType<typeof outlookReads>;

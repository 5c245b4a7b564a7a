import type { ArrivingTrade } from '../../../shared/ipc/accounts/outlook.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { OutlookQuestion, UnitsAhead } from './lines.ts';
import type { OwnTransfers, OwnTransfersQuestion } from './targets/own-transfers.ts';
import type { ArrivingQuestion } from './trades.ts';

/** The questions about the days ahead that the reader thread answers; their code is loaded with the first one. */
export const outlookReads = (reader: CacheReader) => ({
  outlook: async (question: OutlookQuestion): Promise<Sliced<UnitsAhead>> => {
    const { unitsAhead } = await import('./ahead.ts');
    return unitsAhead(reader, question);
  },
  arrivingTrades: async (question: ArrivingQuestion): Promise<Sliced<ArrivingTrade[]>> => {
    const { arrivingTrades } = await import('./trades.ts');
    return arrivingTrades(reader, question);
  },
  ownTransfers: async (question: OwnTransfersQuestion): Promise<Sliced<OwnTransfers>> => {
    const { ownTransfers } = await import('./targets/own-transfers.ts');
    return ownTransfers(reader, question);
  },
});

export type OutlookReads = ReturnType<typeof outlookReads>;

import type { Trade } from '../../../shared/bank/conversions.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { readWholeList } from '../../engines/bank/paged-list.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { moneyRecordById } from '../../engines/store/records/money-lists.ts';
import { canonicalJson } from '../../engines/store/records/record-versions.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';
import { tradeList, type TradeWrites } from './tables.ts';

type Reading = Pick<WritingParts<TradeWrites>, 'bank' | 'cache' | 'clock'>;

/**
 * Reads every trade that the bank lists (Get All Trades, assumed) and saves them in the local copy. Trades that the bank no longer lists
 * stay there.
 */
export async function readTrades(
  { bank, cache, clock }: Reading,
  context: Context,
): Promise<Outcome<readonly Trade[]>> {
  const list = await readWholeList(
    async (query) => {
      const answer = await bank.call('getAllTrades', { query }, context);
      return answer.ok ? ok(answer.value.trades) : answer;
    },
    'getAllTrades',
    context,
  );
  if (list.ok) await cache.saveTrades(list.value, timestampNow(clock), { complete: true });
  return list;
}

/** Reads the list and returns the number of trades. */
export async function refreshTrades(
  parts: Reading,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readTrades(parts, context);
  return list.ok ? ok({ count: list.value.length }) : list;
}

/** Reads one trade (Get Trade) into the local copy. Returns whether it differs from before. */
export async function refreshTrade(
  { bank, cache, reader, clock }: WritingParts<TradeWrites>,
  tradeId: string,
  context: Context,
): Promise<Outcome<{ changed: boolean }>> {
  const answer = await bank.call('getTrade', { path: { tradeId } }, context);
  if (!answer.ok) return answer;
  const { trade } = answer.value;
  const before = moneyRecordById(reader, tradeList, trade.tradeId)?.record;
  await cache.saveTrades([trade], timestampNow(clock), { complete: false });
  return ok({ changed: !before || canonicalJson(before) !== canonicalJson(trade) });
}

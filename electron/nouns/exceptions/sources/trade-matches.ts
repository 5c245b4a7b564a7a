import type { TradeDetail } from '../../../../shared/ipc/changes/conversions.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { findMoneyRecords } from '../../../engines/store/records/money-lists.ts';
import { tradeList } from '../../conversions/tables.ts';
import { tradeDetail } from '../../conversions/trade-views.ts';
import { exceptionId, type Finding, type Source } from './exception.ts';

/** The number of newest trades that are compared with what was agreed: finding the booked legs takes a search each. */
const matchedTrades = 50;

/** Finds conversions whose quote, lock, trade and booked legs do not agree. */
export const unmatchedTrades: Source = (parts) =>
  findMoneyRecords(parts.reader, tradeList, { limit: matchedTrades })
    .map((trade) => tradeDetail(parts, trade))
    .filter(({ match }) => match.state === 'differs')
    .map(findingOf);

function findingOf({ tradeId, status, sell, buy, match, createdAt, asOf }: TradeDetail): Finding {
  return {
    exceptionId: exceptionId('mismatch', tradeId, match.findings.join(' ')),
    kind: 'mismatch',
    title: `Figures of ${formatMoney(sell)} for ${buy.currency} differ`,
    detail: match.findings[0] ?? '',
    status,
    amount: sell,
    since: createdAt ?? asOf,
    next: 'Compare the four',
    place: { view: 'conversions', tradeId },
    submissionId: null,
  };
}

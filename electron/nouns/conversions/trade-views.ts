import type { Trade } from '../../../shared/bank/conversions.ts';
import type { LockResult, TradeDetail, TradeRow } from '../../../shared/ipc/changes/conversions.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { statementAsOf } from '../statements/search/entries-by-reference.ts';
import type { DatedRecord } from '../../engines/store/records/money-lists.ts';
import {
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { bookedLegs } from './booked-legs.ts';
import type { LockAnswer } from './changes.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { fourWayMatch } from './four-way-match.ts';
import { viewOf, type ViewParts } from '../../engines/submissions/submission-views.ts';
import { figuresOf } from './trade-figures.ts';

export function tradeRow(trade: Trade): TradeRow {
  const { tradeId, reference, status, createdAt, settledAt } = trade;
  const { sell, buy, rate } = figuresOf(trade);
  return { tradeId, reference, status, sell, buy, rate, createdAt, settledAt };
}

/** A trade with everything that is known of it, from the journal and the local copy. */
export function tradeDetail(
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  { record, asOf }: DatedRecord<Trade>,
): TradeDetail {
  const deal = dealOf(journal, record.reference);
  const answer = deal && answerOf(deal);
  const trade = withAccounts(record, deal);
  const legs = bookedLegs(reader, trade);
  return {
    ...tradeRow(trade),
    reason: trade.reason,
    fee: figuresOf(trade).fee,
    sellAccountNumber: trade.sellAccountNumber,
    buyAccountNumber: trade.buyAccountNumber,
    expiresAt: trade.expiresAt,
    extras: trade.extras ?? null,
    asOf,
    legs,
    match: fourWayMatch({
      agreed: deal?.about?.quote ?? null,
      lock: answer && !answer.trade ? answer.lock : null,
      trade,
      legs,
      statementAsOf: (accountNumber) => statementAsOf(reader, accountNumber),
    }),
  };
}

function dealOf(journal: Journal, reference: string): Submission | null {
  const made = submissionByReference(journal, reference);
  return made?.operation === 'lockRate' ? made : null;
}

const answerOf = ({ answer }: Submission): LockAnswer | null =>
  JSON.parse(answer ?? 'null') as LockAnswer | null;

/** Fills in the accounts that were sent where the bank does not name the accounts of a trade. */
function withAccounts(trade: Trade, deal: Submission | null): Trade {
  if (!deal) return trade;
  const sent = inputIn('lockRate', deal);
  return {
    ...trade,
    sellAccountNumber: trade.sellAccountNumber || (sent?.body.sellAccountNumber ?? ''),
    buyAccountNumber: trade.buyAccountNumber || (sent?.body.buyAccountNumber ?? ''),
  };
}

/** The result of Lock Rate. `bankOffsetMs`: how far the bank's clock is ahead of this machine's. */
export function lockResult(
  submission: Submission,
  parts: ViewParts,
  bankOffsetMs: number | null,
): LockResult {
  const lock = answerOf(submission)?.lock ?? null;
  const bankNowMs = parts.clock.now() + (bankOffsetMs ?? 0);
  return {
    submission: viewOf(submission, parts),
    tradeId: lock && lock.tradeId !== '' ? lock.tradeId : null,
    status: lock?.status ?? null,
    expiresAt: lock?.expiresAt ?? null,
    remainingMs: lock && Math.max(0, Date.parse(lock.expiresAt) - bankNowMs),
    buyAmount: lock?.buyAmount ?? null,
  };
}

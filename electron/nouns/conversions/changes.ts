import type { RateLock, Trade } from '../../../shared/bank/conversions.ts';
import type { OperationInput, OperationOutput } from '../../../shared/bank/catalogue.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import {
  isStatusTerm,
  isFailureStatus,
  type StatusWords,
} from '../../engines/bank/mapping/status-terms.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import {
  findMoneyRecords,
  moneyRecordById,
  moneyRecordsByReference,
  type DatedRecord,
} from '../../engines/store/records/money-lists.ts';
import { tradeList, type TradeWrites } from './tables.ts';
import { disagreements, figuresOf } from './trade-figures.ts';
import { lookInList, type ListedRow } from '../../engines/submissions/lookup/list-lookup.ts';
import type { ChangeParts, ChangesOf, ListLook } from '../../engines/submissions/change.ts';
import { echoOf, type Echo } from '../../engines/submissions/echo.ts';
import type { ListedDebit, RecordedDebit } from '../../engines/submissions/funds/recorded.ts';
import type { Sent } from '../../engines/submissions/sent.ts';

type Order = OperationInput<'lockRate'>['body'];

/** The answer to Lock Rate; `trade` where no answer came and the trade was found by our reference. */
export type LockAnswer = OperationOutput<'lockRate'> & { readonly trade?: Trade };

type SentLock = Sent<'lockRate'>;

export const conversionChanges = (cache: TradeWrites): ChangesOf<'lockRate'> => ({
  lockRate: {
    echo: lockEcho,
    recordId: ({ lock }) => lock.tradeId || lock.lockId,
    keep: keepTrade(cache),
    isOnce: true,
    search: { by: 'list', operation: 'getAllTrades', find: findByReference },
    isDebit: true,
    recorded: ({ reader, bank }, sent) => {
      const trade = tradeOfDeal(reader, sent);
      return trade && recordedOf(trade, bank.statusWords);
    },
    listed: ({ reader, bank }, since) =>
      findMoneyRecords<Trade>(reader, tradeList, { since, limit: listedMax }).flatMap((dated) =>
        listedAs(dated, bank.statusWords),
      ),
    booking: ({ body }) => ({
      accountNumber: body.sellAccountNumber,
      direction: 'debit',
      amount: null,
      currency: null,
    }),
  },
});

/** How many trades of a week are looked at, at most: open trades are few. */
const listedMax = 500;

/** The trade of a deal, by the bank's identifier, else by our reference. */
function tradeOfDeal(
  reader: CacheReader,
  { recordId, reference }: { readonly recordId: string | null; readonly reference: string },
): Trade | null {
  const known = recordId === null ? null : moneyRecordById<Trade>(reader, tradeList, recordId);
  const [first] = known ? [known] : moneyRecordsByReference<Trade>(reader, tradeList, reference);
  return first?.record ?? null;
}

/** The sold leg, with the fee in its currency. */
function recordedOf(trade: Trade, words: StatusWords): RecordedDebit {
  const { sell: amount, fee } = figuresOf(trade);
  return { amount, fee, isVoid: isFailureStatus(trade.status, words), settledAt: trade.settledAt };
}

/** The debit of a listed trade. None where the bank does not name the selling account, or shows the trade as done without a time. */
function listedAs({ record: trade, since }: DatedRecord<Trade>, words: StatusWords): ListedDebit[] {
  const { tradeId, reference, sellAccountNumber, settledAt, status, createdAt } = trade;
  const { sell: amount, buy, fee } = figuresOf(trade);
  if (sellAccountNumber === '' || (settledAt === null && isStatusTerm(words.done, status)))
    return [];
  return [
    {
      ...{ operation: 'lockRate', recordId: tradeId, reference, accountNumber: sellAccountNumber },
      ...{ createdAt: createdAt ?? since, amount, fee, recorded: recordedOf(trade, words) },
      title: `Sold for ${formatMoney(buy)}`,
    },
  ];
}

/** Compares the answer with the deal. A quote is dealt only once, so its id identifies our deal as well as our reference does. */
function lockEcho(
  { input: { body }, submission: { about } }: SentLock,
  { lock }: LockAnswer,
): Echo {
  const { reference, quoteId, status } = lock;
  const echo = echoOf(inReference(body.reference), inReference(reference), { status, reason: '' });
  const otherQuote =
    quoteId === '' || quoteId === body.quoteId
      ? null
      : `The bank’s answer names the quote ${quoteId} instead of ${body.quoteId}.`;
  const otherFigures = about?.quote
    ? disagreements(['the bank’s answer', figuresOf(lock)], ['the quote', about.quote])[0]
    : undefined;
  const mismatch = echo.mismatch ?? otherQuote ?? otherFigures ?? null;
  return { ...echo, mismatch, isOurs: echo.isOurs || quoteId !== '' };
}

const inReference = (reference: string) => ({
  reference,
  currency: '',
  accountNumber: '',
  beneficiary: '',
});

/** Saves the trade in the local copy. A lock does not replace a known trade, which has more fields. */
const keepTrade =
  (cache: TradeWrites) =>
  async (
    { reader, clock }: ChangeParts,
    { lock, trade }: LockAnswer,
    { input: { body } }: SentLock,
  ): Promise<void> => {
    const asOf = timestampNow(clock);
    if (trade) await cache.saveTrades([trade], asOf, { complete: false });
    else if (lock.tradeId !== '' && !moneyRecordById(reader, tradeList, lock.tradeId))
      await cache.saveTrades([tradeOf(lock, body, asOf)], asOf, { complete: false });
  };

/** The trade as known from its lock, until the trade itself is read. */
const tradeOf = (lock: RateLock, order: Order, createdAt: string): Trade => ({
  ...lock,
  reference: lock.reference || order.reference,
  quoteId: lock.quoteId || order.quoteId,
  reason: '',
  sellAccountNumber: order.sellAccountNumber,
  buyAccountNumber: order.buyAccountNumber,
  createdAt,
  settledAt: null,
});

/** Reads Get All Trades by reference, to the end of the list. A trade of our quote is recognised under any reference. */
function findByReference(
  parts: ChangeParts,
  sent: SentLock,
  context: Context,
): Promise<Outcome<ListLook<'lockRate'>>> {
  return lookInList<'lockRate', Trade>(parts, sent.submission, {
    ask: async (query) => {
      const answer = await parts.bank.call('getAllTrades', { query }, context);
      return answer.ok ? ok(answer.value.trades) : answer;
    },
    rowOf,
    foundAs: (trade) => ({
      mismatch: mismatchOf(trade, sent),
      status: trade.status,
      reason: trade.reason,
      answer: { message: '', lock: lockOf(trade), trade } satisfies LockAnswer,
    }),
    isAlike: (trade) => trade.quoteId === sent.input.body.quoteId,
  });
}

const rowOf = (trade: Trade): ListedRow => ({
  recordId: trade.tradeId,
  reference: trade.reference,
  amount: trade.sellAmount,
  currency: trade.sellCurrency,
  accountNumber: trade.sellAccountNumber,
  counterparty: '',
  at: trade.createdAt,
  narration: '',
});

/** Why a trade with our reference cannot be the one that was agreed; null when it can. */
function mismatchOf(
  trade: Trade,
  { input: { body }, submission: { about } }: SentLock,
): string | null {
  const { quoteId, sellAccountNumber, buyAccountNumber } = body;
  const wanted = { quoteId, sellAccountNumber, buyAccountNumber };
  for (const [field, value] of Object.entries(wanted)) {
    const actual = trade[field as keyof typeof wanted];
    if (actual !== '' && actual !== value)
      return `The bank’s trade ${trade.tradeId} is of ${actual} instead of ${value}.`;
  }
  if (!about?.quote) return null;
  return disagreements(['the trade', figuresOf(trade)], ['the quote', about.quote])[0] ?? null;
}

/** A trade in the shape of the lock that made it. */
const lockOf = (trade: Trade): RateLock => ({
  sellCurrency: trade.sellCurrency,
  buyCurrency: trade.buyCurrency,
  sellAmount: trade.sellAmount,
  buyAmount: trade.buyAmount,
  rate: trade.rate,
  fee: trade.fee,
  lockId: trade.lockId || trade.tradeId,
  quoteId: trade.quoteId,
  tradeId: trade.tradeId,
  reference: trade.reference,
  status: trade.status,
  expiresAt: trade.expiresAt ?? trade.createdAt ?? '',
});

import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { findMoneyRecords, moneyRecordById } from '../../engines/store/records/money-lists.ts';
import { tradeList } from './tables.ts';
import { saveRates } from '../rates/tables.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import { askQuote, lockQuote, type ConversionParts } from './conversions.ts';
import { refreshTrade, refreshTrades } from './refresh.ts';
import { quoteBookOf, type QuotingBank } from './quote-books.ts';
import { lockResult, tradeDetail, tradeRow } from './trade-views.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { notCached } from '../../engines/submissions/open-bank.ts';

type Routes = Extract<keyof Handlers, `conversions.${string}`>;

const everyTrade = -1;

/** `monotonicNow` measures how long a price is valid; a test moves it. */
export function conversionHandlers(
  desk: () => QuotingBank,
  monotonicNow?: () => number,
): Pick<Handlers, Routes> {
  const partsOf = (open: QuotingBank): ConversionParts => ({
    ...open.changes,
    quotes: quoteBookOf(open, monotonicNow),
  });
  return {
    'conversions.quote': async (question, context) => {
      const open = desk();
      const quoted = await askQuote(partsOf(open), question, context);
      if (quoted.ok) keepQuoted(open, quoted.value);
      return quoted;
    },
    'conversions.lock': async (deal, context) => {
      const open = desk();
      const locked = await lockQuote(partsOf(open), deal, context);
      if (!locked.ok) return locked;
      if (locked.value.state === 'accepted') {
        open.announce('store.changed', { topic: 'trades' });
        open.announce('store.changed', { topic: 'accounts' });
      }
      return ok(lockResult(locked.value, open.changes, open.bank.clockOffsetMs()));
    },
    'conversions.list': () => {
      const { reader } = desk().copy;
      const trades = findMoneyRecords(reader, tradeList, { limit: everyTrade });
      return ok({
        rows: trades.map(({ record }) => tradeRow(record)),
        asOf: asOfTopic(reader, 'trades'),
      });
    },
    'conversions.get': async ({ tradeId }, context) => {
      const open = desk();
      const { bank, copy, changes, announce } = open;
      if (bank.session.isSignedIn() && bank.isOpen('getTrade')) {
        const read = await refreshTrade(changes, tradeId, context);
        if (read.ok && read.value.changed) announce('store.changed', { topic: 'trades' });
      }
      const trade = moneyRecordById(copy.reader, tradeList, tradeId);
      if (!trade) throw notCached(`Trade ${tradeId}`);
      return ok(tradeDetail(copy, trade));
    },
    'conversions.refresh': async (_, context) => {
      const { changes, announce } = desk();
      const refreshed = await refreshTrades(changes, context);
      if (refreshed.ok) announce('store.changed', { topic: 'trades' });
      return refreshed;
    },
  };
}

/** Saves the quoted rate as a rate of the bank, as of now, for the calculation of totals. */
function keepQuoted(
  { copy, clock, profile: { bankFile } }: QuotingBank,
  { sell, buy, rate }: Pick<QuoteView, 'sell' | 'buy' | 'rate'>,
): void {
  const { name } = bankFile;
  const pair = { base: sell.currency, counter: buy.currency };
  const at = timestampNow(clock);
  saveRates(copy.journal, [{ ...pair, rate, source: 'bank', name, at }], at);
}

import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { findMoneyRecords, moneyRecordById } from '../../engines/store/records/money-lists.ts';
import { tradeList, type TradeWrites } from './tables.ts';
import { saveRates } from '../rates/tables.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import { askQuote, lockQuote, type ConversionParts } from './conversions.ts';
import { refreshTrade, refreshTrades } from './refresh.ts';
import { QuoteBook } from './quotes.ts';
import { lockResult, tradeDetail, tradeRow } from './trade-views.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { notCached, type OpenBank } from '../../engines/submissions/open-bank.ts';

type Open = OpenBank<TradeWrites> & {
  /** Hears when the machine woke up. */
  readonly onWake: (listen: () => void) => void;
};

type Routes = Extract<keyof Handlers, `conversions.${string}`>;

const everyTrade = -1;

/** `monotonicNow` counts the time that a price is good for; a test moves it. */
export function conversionHandlers(
  desk: () => Open,
  monotonicNow: () => number = () => performance.now(),
): Pick<Handlers, Routes> {
  const books = new WeakMap<Open, QuoteBook>();
  const partsOf = (open: Open): ConversionParts => {
    const quotes = books.get(open) ?? quoteBook(open, monotonicNow);
    books.set(open, quotes);
    return { ...open.changes, quotes };
  };
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

/** What the bank quoted is a rate of its own, as of now, for whoever reckons a total. */
function keepQuoted(
  { copy, clock, profile: { bankFile } }: Open,
  { sell, buy, rate }: Pick<QuoteView, 'sell' | 'buy' | 'rate'>,
): void {
  const { name } = bankFile;
  const pair = { base: sell.currency, counter: buy.currency };
  const at = timestampNow(clock);
  saveRates(copy.journal, [{ ...pair, rate, source: 'bank', name, at }], at);
}

function quoteBook(open: Open, monotonicNow: () => number): QuoteBook {
  const { clock, bank, announce } = open;
  const book = new QuoteBook({
    clocks: { wall: clock, monotonicNow },
    bankOffsetMs: () => bank.clockOffsetMs(),
    onJump: () => {
      announce('clock.jumped', { at: timestampNow(clock) });
    },
  });
  open.onWake(() => {
    book.distrust();
  });
  return book;
}

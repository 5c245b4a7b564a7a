import type { Timestamp } from '../../shared/calendar/calendar.ts';
import { ledgerAccount } from '../ledger/ledger.ts';
import { plan } from '../orders/agenda.ts';
import { book } from '../orders/bookings.ts';
import { covers, totalOf } from '../orders/checks.ts';
import { changeOrder, orderIn } from '../orders/register.ts';
import type { Step } from '../server/noun.ts';
import type { ConversionsBank, TradeRecord } from './state.ts';

/** A trade is carried out at once when the selling account covers it; else it waits until its lock ends. */
function bookTrade(bank: ConversionsBank, id: string, at: Timestamp): void {
  const trade = changeOrder(bank.trades, id, { isBooked: true });
  if (isCovered(bank, trade)) {
    settleTrade(bank, trade, at);
    return;
  }
  changeOrder(bank.trades, id, { status: 'awaiting_funds' });
  bank.awaitingFunds.add(id);
  plan<keyof typeof steps>(bank, { id, from: trade.expiresAt }, [[0, 'trade-expired']]);
}

/** Carries out the waiting trades that can be paid by now. */
export function settleAwaiting(bank: ConversionsBank, at: Timestamp): void {
  for (const id of bank.awaitingFunds) {
    const trade = orderIn(bank.trades, id);
    if (isCovered(bank, trade)) settleTrade(bank, trade, at);
  }
}

function expireTrade(bank: ConversionsBank, id: string): void {
  if (!bank.awaitingFunds.delete(id)) return;
  const reason = 'The selling account did not cover the trade before the lock ended';
  changeOrder(bank.trades, id, { status: 'expired', reason });
}

const isCovered = (
  bank: ConversionsBank,
  { sellAccountNumber, sellAmount, fee, sellCurrency }: TradeRecord,
): boolean =>
  covers(ledgerAccount(bank.ledger, sellAccountNumber), totalOf(sellAmount, fee, sellCurrency));

function settleTrade(bank: ConversionsBank, trade: TradeRecord, at: Timestamp): void {
  const { sellAccountNumber, buyAccountNumber, reference, sellAmount, buyAmount, fee } = trade;
  const narration = `FX trade ${sellAmount} ${trade.sellCurrency} for ${buyAmount} ${trade.buyCurrency} at ${trade.rate}`;
  const sold = { accountNumber: sellAccountNumber, reference, direction: 'debit' } as const;
  const trading = { transactionType: 'trade', narration };
  book(bank.ledger, { ...sold, ...trading, amount: sellAmount }, at);
  book(
    bank.ledger,
    { ...sold, amount: fee, transactionType: 'fee', narration: 'FX trade fee' },
    at,
  );
  const bought = { accountNumber: buyAccountNumber, reference, direction: 'credit' } as const;
  book(bank.ledger, { ...bought, ...trading, amount: buyAmount }, at);
  bank.awaitingFunds.delete(trade.id);
  changeOrder(bank.trades, trade.id, { status: 'settled', settledAt: at });
}

export const steps = {
  'trade-booked': bookTrade,
  'trade-expired': expireTrade,
} satisfies Record<string, Step<ConversionsBank>>;

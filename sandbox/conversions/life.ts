import type { Timestamp } from '../../shared/calendar.ts';
import type { Bank } from '../bank/bank.ts';
import { ledgerAccount } from '../ledger/ledger.ts';
import { book } from '../orders/bookings.ts';
import { covers, found, totalOf } from '../orders/checks.ts';
import type { TradeRecord } from '../orders/records.ts';
import { keepOrder } from '../orders/register.ts';
import { enterStep } from '../orders/agenda.ts';

/** A trade is carried out at once when the selling account covers it; else it waits until its lock ends. */
export function bookTrade(bank: Bank, id: string, at: Timestamp): void {
  const trade = change(bank, id, { isBooked: true });
  if (isCovered(bank, trade)) {
    settleTrade(bank, trade, at);
    return;
  }
  change(bank, id, { status: 'awaiting_funds' });
  bank.orders.awaitingFunds.add(id);
  enterStep(bank.orders.agenda, {
    dueMs: Date.parse(trade.expiresAt),
    kind: 'trade-expired',
    id,
  });
}

/** Carries out what can be paid by now. */
export function settleAwaiting(bank: Bank, at: Timestamp): void {
  for (const id of bank.orders.awaitingFunds) {
    const trade = found(bank.orders.trades.byId.get(id), `Trade ${id}`);
    if (isCovered(bank, trade)) settleTrade(bank, trade, at);
  }
}

export function expireTrade(bank: Bank, id: string): void {
  if (!bank.orders.awaitingFunds.delete(id)) return;
  const reason = 'The selling account did not cover the trade before the lock ended';
  change(bank, id, { status: 'expired', reason });
}

const isCovered = (
  bank: Bank,
  { sellAccountNumber, sellAmount, fee, sellCurrency }: TradeRecord,
): boolean =>
  covers(ledgerAccount(bank.ledger, sellAccountNumber), totalOf(sellAmount, fee, sellCurrency));

function settleTrade(bank: Bank, trade: TradeRecord, at: Timestamp): void {
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
  bank.orders.awaitingFunds.delete(trade.id);
  change(bank, trade.id, { status: 'settled', settledAt: at });
}

function change(bank: Bank, id: string, fields: Partial<TradeRecord>): TradeRecord {
  const { trades } = bank.orders;
  const trade = { ...found(trades.byId.get(id), `Trade ${id}`), ...fields };
  keepOrder(trades, trade);
  return trade;
}

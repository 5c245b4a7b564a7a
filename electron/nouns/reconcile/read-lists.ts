import type { Trade } from '../../../shared/bank/conversions.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import { dayOf, isTimestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ReconcileAnswer } from '../../../shared/ipc/review/reconcile.ts';
import type { Context } from '../../engines/machine/context.ts';
import { endingOf, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import type { BankRow } from './bank-row.ts';
import { readTrades } from '../conversions/refresh.ts';
import type { TradeWrites } from '../conversions/tables.ts';
import { readTransfers } from '../payments/refresh.ts';
import type { TransferWrites } from '../payments/tables.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';

/** The rows of a list of the bank, and how far it could be read. */
export type RequestedList = {
  readonly answer: ReconcileAnswer;
  readonly rows: readonly BankRow[];
  /** Why it could not be read to its end; null when it could, or the bank has none. */
  readonly error: AppError | null;
};

type Asking = Pick<WritingParts<TransferWrites & TradeWrites>, 'bank' | 'cache' | 'clock'>;

/** Reads every transfer that the bank lists (Find Transfers, assumed), to the list's end, into the local copy. */
export async function askTransfers(parts: Asking, context: Context): Promise<RequestedList> {
  const { bank } = parts;
  const what = 'the list of transfers';
  if (!bank.isOpen('findTransfers')) return closed(what);
  const list = await readTransfers(parts, context);
  if (!list.ok) return failed(what, list.error);
  return whole(
    what,
    list.value.map((transfer) => rowOfTransfer(transfer, bank.statusWords)),
  );
}

/** Reads every trade that the bank lists (Get All Trades, assumed), in the same way. */
export async function askTrades(parts: Asking, context: Context): Promise<RequestedList> {
  const { bank } = parts;
  const what = 'the list of conversions';
  if (!bank.isOpen('getAllTrades')) return closed(what);
  const list = await readTrades(parts, context);
  if (!list.ok) return failed(what, list.error);
  return whole(
    what,
    list.value.map((trade) => rowOfTrade(trade, bank.statusWords)),
  );
}

const whole = (what: string, rows: readonly BankRow[]): RequestedList => ({
  answer: { what, state: 'whole', rows: rows.length, why: null },
  rows,
  error: null,
});

const closed = (what: string): RequestedList => ({
  answer: { what, state: 'closed', rows: 0, why: 'This bank’s file names no such list.' },
  rows: [],
  error: null,
});

const failed = (what: string, error: AppError): RequestedList => ({
  answer: { what, state: 'failed', rows: 0, why: error.message },
  rows: [],
  error,
});

const rowOfTransfer = (transfer: Transfer, words: StatusWords): BankRow => ({
  source: 'transfers',
  id: transfer.id,
  reference: transfer.reference.trim(),
  accountNumber: transfer.accountNumber,
  beneficiaryId: transfer.beneficiaryId,
  beneficiaryName: transfer.beneficiaryName,
  amount: transfer.amount ?? null,
  fee: transfer.fee ?? null,
  currency: transfer.currency,
  ...whenOf(transfer.createdAt),
  status: transfer.status,
  hasFailed: cameToNothing(transfer.status, words),
  narration: transfer.narration,
  isFee: false,
});

const rowOfTrade = (trade: Trade, words: StatusWords): BankRow => ({
  source: 'trades',
  id: trade.tradeId,
  reference: trade.reference.trim(),
  accountNumber: trade.sellAccountNumber,
  beneficiaryId: '',
  beneficiaryName: '',
  amount: trade.sellAmount,
  fee: trade.fee ?? null,
  currency: trade.sellCurrency,
  ...whenOf(trade.createdAt),
  status: trade.status,
  hasFailed: cameToNothing(trade.status, words),
  narration: `${trade.sellCurrency} to ${trade.buyCurrency}`,
  isFee: false,
});

/** Whether a payment came to nothing. A returned one did not: it was paid before. */
function cameToNothing(status: string, words: StatusWords): boolean {
  const ending = endingOf(status, words);
  return ending === 'failed' || ending === 'expired';
}

const whenOf = (at: string | null): Pick<BankRow, 'at' | 'day'> =>
  at !== null && isTimestamp(at) ? { at, day: dayOf(at) } : { at: null, day: null };

import type { Trade } from '../../../shared/bank/conversions.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { money, negate, type Money } from '../../../shared/money/money.ts';
import { endingOf, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import {
  hasReferenceIn,
  moneyRecordById,
  moneyRecordsSpelled,
} from '../../engines/store/records/money-lists.ts';
import { tradeList } from '../conversions/tables.ts';
import { dealLikeness, transferLikeness } from '../../engines/submissions/intent/likeness.ts';
import { transferList } from '../payments/tables.ts';
import type { PayeeIds } from './payee-ids.ts';

/** A list of the bank that has our references. */
export const orderLists = ['transfers', 'trades'] as const;
export type OrderList = (typeof orderLists)[number];

/** What the bank lists of an order. */
export type OrderFacts = {
  readonly reference: string;
  /** What leaves the account, without a sign; null where the bank leaves it out. */
  readonly amount: Money | null;
  /** The payee, or the currency that a conversion buys; empty where the bank leaves it out. */
  readonly payee: string;
  readonly accountNumber: string;
  /** When it was made, in the bank's own text; null where the bank leaves it out. */
  readonly at: string | null;
};

/** An order in a list of the bank, with what compares it with claims. */
export type ListedOrder = {
  readonly list: OrderList;
  readonly id: string;
  readonly facts: OrderFacts;
  readonly narration: string;
  /** No money moved, by the bank's status. */
  readonly isVoid: boolean;
  /** What a claim of it may say that it pays; none where the bank leaves out what that is made of. */
  readonly likenesses: readonly string[];
};

/** What orders are read with. */
export type OrderReading = {
  readonly reader: CacheReader;
  readonly statusWords: StatusWords;
  readonly payeeIds: PayeeIds;
};

/** The order of an id in the local copy; null where there is none. */
export function listedOrder(
  reading: OrderReading,
  list: OrderList,
  id: string,
): ListedOrder | null {
  const { reader } = reading;
  if (list === 'trades') {
    const trade = moneyRecordById<Trade>(reader, tradeList, id);
    return trade && ofTrade(reading, trade.record);
  }
  const transfer = moneyRecordById<Transfer>(reader, transferList, id);
  return transfer && ofTransfer(reading, transfer.record);
}

/** The orders of a list under a reference, however the bank writes it, without those by which no money moved. */
export function liveUnder(reading: OrderReading, list: OrderList, reference: string): string[] {
  const { reader } = reading;
  const orders =
    list === 'trades'
      ? moneyRecordsSpelled<Trade>(reader, tradeList, reference).map(({ record }) =>
          ofTrade(reading, record),
        )
      : moneyRecordsSpelled<Transfer>(reader, transferList, reference).map(({ record }) =>
          ofTransfer(reading, record),
        );
  return orders.filter(({ isVoid }) => !isVoid).map(({ id }) => id);
}

/** Does the bank list the reference of any order there? */
export const hasReferences = ({ reader }: OrderReading, list: OrderList): boolean =>
  hasReferenceIn(reader, list === 'trades' ? tradeList : transferList);

function ofTransfer({ statusWords, payeeIds }: OrderReading, transfer: Transfer): ListedOrder {
  const { id, reference, beneficiaryId, beneficiaryName, accountNumber, narration } = transfer;
  const amount = moneyOf(transfer.amount, transfer.currency);
  return {
    ...{ list: 'transfers', id, narration },
    facts: {
      ...{ reference: reference.trim(), amount, accountNumber },
      payee: beneficiaryName || beneficiaryId,
      at: transfer.createdAt ?? transfer.settledAt,
    },
    isVoid: isVoid(transfer.status, statusWords),
    likenesses:
      amount === null
        ? []
        : payeeIds(beneficiaryId).map((payee) =>
            transferLikeness({ ...amount, beneficiaryId: payee }),
          ),
  };
}

function ofTrade({ statusWords }: OrderReading, trade: Trade): ListedOrder {
  const { tradeId, reference, quoteId, buyCurrency, sellAccountNumber } = trade;
  return {
    ...{ list: 'trades', id: tradeId, narration: '' },
    facts: {
      reference: reference.trim(),
      amount: moneyOf(trade.sellAmount, trade.sellCurrency),
      ...{ payee: buyCurrency, accountNumber: sellAccountNumber },
      at: trade.createdAt ?? trade.settledAt,
    },
    isVoid: isVoid(trade.status, statusWords),
    likenesses: quoteId === '' ? [] : [dealLikeness(quoteId)],
  };
}

/** A returned payment was paid before. */
function isVoid(status: string, words: StatusWords): boolean {
  const ending = endingOf(status, words);
  return ending === 'failed' || ending === 'expired';
}

/** A bank may list a debit with a minus. */
function moneyOf(amount: string | null | undefined, currency: string): Money | null {
  if (typeof amount !== 'string' || !isCurrency(currency)) return null;
  const sum = money(amount, currency);
  return sum.amount.startsWith('-') ? negate(sum) : sum;
}

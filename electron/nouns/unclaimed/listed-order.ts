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

/** The lists of the bank that have our references. */
export const orderLists = ['transfers', 'trades'] as const;
export type OrderList = (typeof orderLists)[number];

/** The facts that the bank lists for an order. */
export type OrderFacts = {
  readonly reference: string;
  /** The amount that leaves the account, without a sign; null where the bank omits it. */
  readonly amount: Money | null;
  /** The payee, or the currency that a conversion buys; empty where the bank leaves it out. */
  readonly payee: string;
  readonly accountNumber: string;
  /** When it was made, in the bank's own text; null where the bank leaves it out. */
  readonly at: string | null;
};

/** An order in a list of the bank, with the data for comparing it with claims. */
export type ListedOrder = {
  readonly list: OrderList;
  readonly id: string;
  readonly facts: OrderFacts;
  readonly narration: string;
  /** No money moved, by the bank's status. */
  readonly isVoid: boolean;
  /** The likenesses that a claim of it may have; none where the bank omits the data for them. */
  readonly likenesses: readonly string[];
};

/** The parts that reading orders needs. */
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

/** The ids of the orders in a list under a reference, in any spelling, without those that moved no money. */
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

/** Does the bank give a reference for any order in this list? */
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

/** Did no money move? A returned payment does not count as void: it was paid first. */
function isVoid(status: string, words: StatusWords): boolean {
  const ending = endingOf(status, words);
  return ending === 'failed' || ending === 'expired';
}

/** The amount without a sign: a bank may list a debit with a minus. */
function moneyOf(amount: string | null | undefined, currency: string): Money | null {
  if (typeof amount !== 'string' || !isCurrency(currency)) return null;
  const sum = money(amount, currency);
  return sum.amount.startsWith('-') ? negate(sum) : sum;
}

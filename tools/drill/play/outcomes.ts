import { rateOf } from '../../../sandbox/conversions/rates.ts';
import type { Bank } from '../../../sandbox/bank/bank.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { rateUnits } from '../../../shared/money/rate.ts';
import { limit } from '../plan/amounts.ts';
import type { Scheme, Step } from '../plan/jobs.ts';
import type { JobRecord } from './play.ts';

/** stopped: no harm left · noticed: it left, and an exception named it · missed: it left. */
export type Fate = 'stopped' | 'noticed' | 'missed';

export type SchemeOutcome = Scheme & {
  readonly fate: Fate;
  /** Who stopped it, or the kinds of exceptions that named it; empty for what was missed. */
  readonly by: readonly string[];
  readonly why: string;
};

/** What ordinary work cost. */
export type OrdinaryOutcome = {
  readonly orders: number;
  /** Legitimate orders that did not leave. */
  readonly stopped: number;
  /** Legitimate orders for which somebody looked something up, and those that an exception named. */
  readonly marked: number;
  readonly lookUps: number;
  readonly signatures: number;
  readonly keys: number;
};

export function schemeOutcome(bank: Bank, record: JobRecord): SchemeOutcome | null {
  const { job, stop, notices } = record;
  if (job.scheme === null) return null;
  if (!hasDoneHarm(bank, record))
    return { ...job.scheme, fate: 'stopped', by: [stop?.by ?? 'desk'], why: stop?.why ?? '' };
  const fate = notices.size > 0 ? 'noticed' : 'missed';
  return { ...job.scheme, fate, by: [...notices].toSorted(), why: stop?.why ?? '' };
}

/** By the bank's own books. A split does harm once more left than the limit allows one person. */
function hasDoneHarm(bank: Bank, { job, orders }: JobRecord): boolean {
  const left = orders.filter((order) => order.isHarm && isAtBank(bank, order));
  if (job.scheme?.kind !== 'split under the limit') return left.length > 0;
  const sum = left.reduce(
    (units, { step }) => units + (step.do === 'pay' ? toUnits(step.amount) : 0n),
    0n,
  );
  return sum > toUnits(limit);
}

type Order = JobRecord['orders'][number];

function isAtBank(bank: Bank, { reference, step }: Order): boolean {
  const transfers = bank.transfers.idsByReference.get(reference) ?? [];
  // The second order under a reference is the one that does harm.
  if (step.do === 'go past the desk' && step.with === 'again') return transfers.length > 1;
  const trades = bank.trades.idsByReference.get(reference) ?? [];
  if (step.do === 'convert' && step.price !== 'fair')
    return trades.some((id) => isUnderMarket(bank, id));
  return transfers.length + trades.length > 0;
}

/** True for a trade more than a hundredth under the market, which moves less in a day. */
function isUnderMarket({ trades, parameters }: Bank, id: string): boolean {
  const trade = trades.byId.get(id);
  if (trade === undefined) return false;
  const pair = { sell: trade.sellCurrency, buy: trade.buyCurrency };
  const market = rateOf(pair, parameters.seed, Date.parse(trade.createdAt));
  return rateUnits(trade.rate) * 100n < rateUnits(market) * 99n;
}

export function ordinaryOutcome(bank: Bank, records: readonly JobRecord[]): OrdinaryOutcome {
  const ordinary = records.filter(({ job }) => job.scheme === null);
  const isOrder = (step: Step): boolean => step.do === 'pay' || step.do === 'convert';
  const wanted = (record: JobRecord): number => record.job.steps.filter(isOrder).length;
  const left = ({ orders }: JobRecord): number =>
    new Set(orders.filter((order) => isBooked(bank, order)).map(({ reference }) => reference)).size;
  const sum = (of: (record: JobRecord) => number): number =>
    ordinary.reduce((total, record) => total + of(record), 0);
  return {
    orders: sum(wanted),
    stopped: sum(wanted) - sum(left),
    marked: sum(({ marked }) => [...marked].filter(isOrder).length),
    lookUps: sum(({ lookUps }) => lookUps),
    signatures: sum(({ signatures }) => signatures),
    keys: sum(({ keys }) => keys),
  };
}

const isBooked = ({ transfers, trades }: Bank, { reference }: Order): boolean =>
  transfers.idsByReference.has(reference) || trades.idsByReference.has(reference);

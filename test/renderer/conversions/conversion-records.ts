import { fail } from '../../../shared/errors.ts';
import type {
  FourWayMatch,
  LockResult,
  QuoteView,
  TradeDetail,
  TradeRow,
} from '../../../shared/ipc/changes/conversions.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

const asOf = '2026-11-20T09:41:07.000Z';
const usd = (amount: string) => money(amount, 'USD');
const eur = (amount: string) => money(amount, 'EUR');

export const quoteRecord = (given: Partial<QuoteView> = {}): QuoteView => ({
  quoteId: 'Q-1',
  sellAccountNumber: '30026712',
  buyAccountNumber: '30027781',
  sell: usd('250000.00'),
  buy: eur('216030.15'),
  rate: '0.8641206',
  inverse: '1.157246520263',
  fee: usd('250.00'),
  debitTotal: usd('250250.00'),
  inFlight: null,
  sellBalance: { before: usd('842011.89'), after: usd('591761.89') },
  buyBalance: { before: eur('264011.80'), after: eur('480041.95') },
  balancesAsOf: asOf,
  coversIt: true,
  expiresAt: '2026-11-20T09:44:30.000Z',
  remainingMs: 28_000,
  clockOffsetMs: 200,
  ...given,
});

const row = (given: Partial<TradeRow>): TradeRow => ({
  tradeId: 'T-1',
  reference: '0198f3a2c1d47e5f8a90b1c2d3e4f506',
  status: 'settled',
  sell: usd('250000.00'),
  buy: eur('216030.15'),
  rate: '0.8641206',
  createdAt: '2026-11-20T09:30:12.000Z',
  settledAt: '2026-11-20T09:30:12.000Z',
  ...given,
});

const tradeRows: readonly TradeRow[] = [
  row({
    tradeId: 'T-3',
    status: 'awaiting_funds',
    settledAt: null,
    sell: usd('900000.00'),
    buy: eur('777000.00'),
  }),
  row({}),
  row({
    tradeId: 'T-2',
    sell: money('18000000', 'JPY'),
    buy: usd('116279.07'),
    rate: '0.006459948',
    createdAt: '2026-11-18T14:02:00.000Z',
  }),
  row({
    tradeId: 'T-0',
    status: 'expired',
    settledAt: null,
    sell: usd('10000.00'),
    buy: money('14527500.00', 'NGN'),
    rate: '1452.75',
    createdAt: '2026-11-17T08:15:00.000Z',
  }),
];

const figures = { sell: usd('250000.00'), buy: eur('216030.15'), fee: usd('250.00') };
export const matched: FourWayMatch = {
  state: 'matched',
  columns: [
    { source: 'quote', ...figures, rate: '0.8641206', record: 'Q-1' },
    { source: 'lock', ...figures, rate: '0.8641206', record: 'L-1' },
    { source: 'trade', ...figures, rate: '0.8641206', record: 'T-1' },
    { source: 'booked', ...figures, rate: null, record: 'E-1 · E-2 · E-3' },
  ],
  findings: [],
};

export const tradeDetail = (
  tradeId: string,
  given: Partial<TradeDetail> = {},
): TradeDetail | null => {
  const found = tradeRows.find((trade) => trade.tradeId === tradeId);
  return (
    (found && {
      ...found,
      reason: '',
      fee: usd('250.00'),
      sellAccountNumber: '30026712',
      buyAccountNumber: '30027781',
      expiresAt: null,
      asOf,
      extras: null,
      match: matched,
      legs: [
        {
          leg: 'sold',
          accountNumber: '30026712',
          entryId: 'E-1',
          amount: figures.sell,
          bookedAt: asOf,
        },
        {
          leg: 'fee',
          accountNumber: '30026712',
          entryId: 'E-2',
          amount: figures.fee,
          bookedAt: asOf,
        },
        {
          leg: 'bought',
          accountNumber: '30027781',
          entryId: 'E-3',
          amount: figures.buy,
          bookedAt: asOf,
        },
      ],
      ...given,
    }) ??
    null
  );
};

export const lockSubmission = (given: Partial<LockResult['submission']> = {}) =>
  submissionRecord({
    operation: 'lockRate',
    subject: 'trade:0198f3a2c1d47e5f8a90b1c2d3e4f506',
    about: aboutOf('Sell 250,000.00 USD for EUR', {
      amount: usd('250000.00'),
      accountNumber: '30026712',
      quote: { ...figures, quoteId: 'Q-1', rate: '0.8641206', expiresAt: asOf },
    }),
    ...given,
  });

export const lockRecord = (given: Partial<LockResult> = {}): LockResult => ({
  submission: lockSubmission({ recordId: 'T-1' }),
  tradeId: 'T-1',
  status: 'locked',
  expiresAt: '2026-11-20T09:45:30.000Z',
  remainingMs: 60_000,
  buyAmount: '216030.15',
  ...given,
});

/** A bank that prices everything alike and takes every deal. */
export const conversionAnswers = (): Answers => ({
  'conversions.list': () => ok({ rows: tradeRows, asOf }),
  'conversions.get': ({ tradeId }) => {
    const detail = tradeDetail(tradeId);
    return detail ? ok(detail) : fail('offline.not-cached', 'c-1');
  },
  'conversions.refresh': () => ok({ count: tradeRows.length }),
  'conversions.quote': () => ok(quoteRecord()),
  'conversions.lock': () => ok(lockRecord()),
  'submissions.list': () => ok({ rows: [] }),
});

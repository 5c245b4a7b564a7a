import type { Quote, RateLock, Trade } from '../../shared/bank/conversions.ts';

/** A deal of 1,000.00 USD for 864.12 EUR, as each source states it; what matters to a test is given. */
const exchange = {
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  sellAmount: '1000.00',
  buyAmount: '864.12',
  rate: '0.86412',
  fee: '1.00',
};

export const quoteOf = (given: Partial<Quote> = {}): Quote => ({
  ...exchange,
  quoteId: 'Q-1',
  createdAt: null,
  expiresAt: '2026-11-20T15:30:30.000Z',
  ...given,
});

export const lockOf = (given: Partial<RateLock> = {}): RateLock => ({
  ...exchange,
  lockId: 'L-1',
  quoteId: 'Q-1',
  tradeId: 'T-1',
  reference: 'R-1',
  status: 'locked',
  expiresAt: '2026-11-20T15:31:00.000Z',
  ...given,
});

export const tradeOf = (given: Partial<Trade> = {}): Trade => ({
  ...exchange,
  tradeId: 'T-1',
  lockId: 'L-1',
  quoteId: 'Q-1',
  reference: 'R-1',
  status: 'settled',
  reason: '',
  sellAccountNumber: '1',
  buyAccountNumber: '2',
  createdAt: '2026-11-20T15:30:05.000Z',
  settledAt: '2026-11-20T15:30:06.000Z',
  expiresAt: null,
  ...given,
});

export const usd = (amount: string) => ({ amount, currency: 'USD' });
export const eur = (amount: string) => ({ amount, currency: 'EUR' });

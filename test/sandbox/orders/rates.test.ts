import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rateOf, soldFor } from '../../../sandbox/conversions/rates.ts';
import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import { atRate, isRate } from '../../../shared/money/rate.ts';
import { startAt } from '../caller.ts';

const currencies = ['USD', 'EUR', 'GBP', 'NGN', 'KES', 'JPY', 'KWD'] as const;
const pairs = currencies.flatMap((sell) =>
  currencies.filter((buy) => buy !== sell).map((buy) => ({ sell, buy })),
);
const startMs = Date.parse(startAt);

describe('a rate', () => {
  it('follows from the seed and the second', () => {
    for (const pair of pairs) {
      const rate = rateOf(pair, 1, startMs);
      expect(rateOf(pair, 1, startMs + 999)).toBe(rate);
      expect(rateOf(pair, 2, startMs)).not.toBe(rate);
    }
  });

  it('is another every second, by very little', () => {
    for (const pair of pairs) {
      const rates = Array.from({ length: 300 }, (_, second) =>
        rateOf(pair, 1, startMs + second * 1000),
      );
      for (const [index, rate] of rates.slice(1).entries()) {
        const before = Number(rates[index]);
        expect(rate).not.toBe(rates[index]);
        expect(Math.abs(Number(rate) / before - 1)).toBeLessThan(0.0001);
      }
    }
  });

  it('has seven significant digits and can be stored exactly', () => {
    for (const pair of pairs) {
      const rate = rateOf(pair, 1, startMs);
      expect(isRate(rate)).toBe(true);
      expect(rate.replace('.', '').replace(/^0+/, '')).toMatch(/^\d{7}$/);
    }
  });

  it('is of the market’s size on any day', () => {
    for (const days of [0, 30, 400, 3_650]) {
      const at = startMs + days * 86_400_000;
      const dollars = currencies.slice(1).map((buy) => Number(rateOf({ sell: 'USD', buy }, 1, at)));
      const levels = [0.8642, 0.7583, 1452, 129.3, 154.8, 0.3068];
      for (const [index, rate] of dollars.entries())
        expect(Math.abs(rate / (levels[index] ?? 0) - 1)).toBeLessThan(0.008);
    }
  });

  it('never gives more back than went in', () => {
    for (const { sell, buy } of pairs)
      for (let second = 0; second < 20; second += 1) {
        const there = Number(rateOf({ sell, buy }, 1, startMs + second * 1000));
        const back = Number(rateOf({ sell: buy, buy: sell }, 1, startMs + second * 1000));
        expect(there * back).toBeLessThan(0.9975);
        expect(there * back).toBeGreaterThan(0.996);
      }
  });

  it('turned round says what must be sold, to half of the smallest unit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.nat(86_400),
        ({ sell, buy }, minor, second) => {
          const rate = rateOf({ sell, buy }, 3, startMs + second * 1000);
          const step = buy === 'JPY' ? 10_000n : buy === 'KWD' ? 10n : 100n;
          const sold = soldFor(fromUnits(minor * step), rate, sell);
          const half = sell === 'JPY' ? 5_000n : sell === 'KWD' ? 5n : 50n;
          const low = toUnits(atRate(fromUnits(toUnits(sold) - half), rate, 'CLF'));
          const high = toUnits(atRate(fromUnits(toUnits(sold) + half), rate, 'CLF'));
          expect(low <= minor * step && minor * step <= high).toBe(true);
        },
      ),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});

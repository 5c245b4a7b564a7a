import { expect, test } from 'vitest';

import { lookUpByHand } from '../../support/desks/lookups-by-hand.ts';
import { dayCounts, livePaymentDay, type DayCounts } from './history.ts';
import { dayPlan } from './plan.ts';

const count = Number(process.env['PAYMENT_DAYS'] ?? 40);
const first = Number(process.env['PAYMENT_DAY_SEED'] ?? 1);

lookUpByHand();

test(
  `on ${String(count)} random payment days no invoice is booked twice, sent early, sent though it is held or sent to a listed name, and each ends in one state`,
  async () => {
    const sums: DayCounts = { ...dayCounts };
    for (let seed = first; seed < first + count; seed += 1) {
      const { faults, lines, counts } = await livePaymentDay(dayPlan(seed));
      for (const name of Object.keys(sums) as (keyof DayCounts)[]) sums[name] += counts[name];
      if (faults.length > 0) {
        const words = faults.map(({ kind, words: what }) => `${kind}: ${what}`);
        expect.fail(
          [`PAYMENT_DAY_SEED=${String(seed)} PAYMENT_DAYS=1`, ...lines, ...words].join('\n'),
        );
      }
    }
    console.log(
      `PAYMENT_DAY_SEED=${String(first)}: ${String(count)} payment days of 40 invoices: ${Object.entries(
        sums,
      )
        .map(([name, sum]) => `${String(sum)} ${name}`)
        .join(', ')}; 0 booked twice`,
    );
    // Days on which nothing happens find nothing.
    if (count >= 25) expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
  },
  60_000 + count * 10_000,
);

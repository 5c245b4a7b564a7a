import { expect, test } from 'vitest';

import { lookUpByHand } from '../support/desks/lookups-by-hand.ts';
import { liveDueDays } from '../laboratory/due/history.ts';
import { livePaymentDay } from '../laboratory/payment-day/history.ts';
import { dayPlan } from '../laboratory/payment-day/plan.ts';

/** More of them live in test/laboratory/due and test/laboratory/payment-day. */
const seeds = Array.from({ length: 10 }, (_, at) => 1_001 + at);

lookUpByHand();

test('in random days with kills, set clocks and two runs at once nothing is sent twice, early, or overdue without a name', async () => {
  let booked = 0;
  for (const seed of seeds) {
    const { faults, lines, counts } = await liveDueDays(seed);
    booked += counts.booked;
    expect(faults, [`DUE_SEED=${String(seed)}`, ...lines].join('\n')).toEqual([]);
  }
  // Days on which nothing happens find nothing.
  expect(booked).toBeGreaterThan(seeds.length);
});

test('on random days of forty invoices, some with a clock set ahead, none is booked twice, sent early or sent though it is held', async () => {
  // On the second day a clock is set ahead before invoices are dropped.
  for (const seed of [2, 3]) {
    const { faults, lines, counts } = await livePaymentDay(dayPlan(seed));
    expect(faults, [`PAYMENT_DAY_SEED=${String(seed)}`, ...lines].join('\n')).toEqual([]);
    expect(counts.booked).toBeGreaterThan(0);
  }
});

import { describe, expect, test } from 'vitest';

import { createRetryPolicy, retryAfterMsOf } from '../../electron/engines/bank/retry.ts';
import { limits } from '../../shared/limits.ts';

/** A policy whose dice always fall highest, with clocks that the test moves. */
function policyAt({ random = 1 - 2 ** -20 } = {}) {
  const clocks = { now: 0, monotonic: 0 };
  const policy = createRetryPolicy({
    random: () => random,
    now: () => clocks.now,
    monotonicNow: () => clocks.monotonic,
  });
  return { policy, clocks };
}

describe('a read that failed', () => {
  test('is asked again three times, each wait twice as long at most, and drawn from nothing up', () => {
    const { policy } = policyAt();
    const waits = [1, 2, 3].map((tries) => policy.next(tries, null));
    expect(waits).toEqual([
      { waitMs: 250, isRequested: false },
      { waitMs: 500, isRequested: false },
      { waitMs: 1_000, isRequested: false },
    ]);
    expect(policy.next(4, null)).toBeNull();
    expect(policyAt({ random: 0 }).policy.next(3, null)).toEqual({ waitMs: 0, isRequested: false });
    expect(policyAt({ random: 0.5 }).policy.next(2, null)).toEqual({
      waitMs: 250,
      isRequested: false,
    });
  });

  test('waits as long as the bank asks, up to a minute, and no longer', () => {
    const { policy } = policyAt();
    expect(policy.next(1, '7')).toEqual({ waitMs: 7_000, isRequested: true });
    expect(policy.next(1, '0')).toEqual({ waitMs: 0, isRequested: true });
    expect(policy.next(1, '60')).toEqual({ waitMs: limits.retryAfterMaxMs, isRequested: true });
    expect(policy.next(1, '61')).toBeNull();
    expect(policy.next(4, '1')).toBeNull();
  });

  test('is one of twenty in a minute over all calls; each is free again a minute after it was spent', () => {
    const { policy, clocks } = policyAt();
    clocks.monotonic = 1_000;
    for (let count = 0; count < 10; count += 1) expect(policy.next(1, null)).not.toBeNull();
    clocks.monotonic = 31_000;
    for (let count = 0; count < 10; count += 1) expect(policy.next(1, null)).not.toBeNull();
    expect(policy.next(1, null)).toBeNull();
    clocks.monotonic = 60_999;
    expect(policy.next(1, null)).toBeNull();
    clocks.monotonic = 61_000;
    for (let count = 0; count < 10; count += 1) expect(policy.next(1, null)).not.toBeNull();
    expect(policy.next(1, null)).toBeNull();
    // A wall clock that is set frees nothing.
    clocks.now = 1e12;
    expect(policy.next(1, null)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  test.each([
    ['5', 5_000],
    [' 5 ', 5_000],
    ['123456789012345', 123_456_789_012_345_000],
    ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
    ['Sun 22 Nov 2026 10:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 09:59:30 GMT', 0],
  ])('%j is read', (text, ms) => {
    expect(retryAfterMsOf(text, now)).toBe(ms);
  });

  test.each([
    '1234567890123456',
    '-5',
    '5 minutes',
    '5.5',
    'soon!',
    '22 Nov 2026 10:00:30 GMT',
    '',
    '2026-11-22T10:00:30Z',
  ])('%j says nothing', (text) => {
    expect(retryAfterMsOf(text, now)).toBeNull();
  });

  test('that is not there says nothing', () => {
    expect(retryAfterMsOf(null, now)).toBeNull();
  });
});

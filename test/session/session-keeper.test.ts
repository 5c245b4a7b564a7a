import { afterEach, expect, test, vi } from 'vitest';

import { SessionKeeper } from '../../electron/connections/session/session-keeper.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('by itself it looks every second, and no more once it is closed', () => {
  vi.useFakeTimers();
  let looked = 0;
  const due = () => {
    looked += 1;
    return null;
  };
  const keeper = new SessionKeeper({ due, act: () => Promise.resolve(true), now: () => 0 });
  vi.advanceTimersByTime(3_000);
  expect(looked).toBe(3);
  keeper.close();
  vi.advanceTimersByTime(3_000);
  expect(looked).toBe(3);
});

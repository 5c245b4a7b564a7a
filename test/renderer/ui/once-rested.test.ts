import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { onceRested } from '../../../renderer/ui/lists/once-rested.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('what comes alone is done at once', () => {
  const once = onceRested(80);
  const act = vi.fn();
  once(act);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(80);
  once(act);
  expect(act).toHaveBeenCalledTimes(2);
});

test('of what follows one another fast the first and the last are done, the last once it rests', () => {
  const once = onceRested(80);
  const done: number[] = [];
  for (let key = 1; key <= 20; key += 1) {
    once(() => done.push(key));
    vi.advanceTimersByTime(33);
  }
  expect(done).toEqual([1]);
  vi.advanceTimersByTime(80);
  expect(done).toEqual([1, 20]);
});

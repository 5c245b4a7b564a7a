import { expect, test } from 'vitest';

import { quietSeconds } from '../../electron/connections/session/quiet-seconds.ts';

test('what can wait gets its turn in every second behind five in which nothing was asked', () => {
  let asked = 0;
  let looks: (() => void) | null = null;
  let turns = 0;
  const everySecond = (look: () => void) => {
    looks = look;
    return () => (looks = null);
  };
  const stop = quietSeconds(() => asked, everySecond)(() => (turns += 1));
  const seconds = (count: number): number => {
    for (let second = 0; second < count; second += 1) looks?.();
    return turns;
  };
  expect(seconds(4)).toBe(0);
  expect(seconds(3)).toBe(3);
  asked += 1;
  expect(seconds(5)).toBe(3);
  expect(seconds(1)).toBe(4);
  stop();
  expect(seconds(9)).toBe(4);
});

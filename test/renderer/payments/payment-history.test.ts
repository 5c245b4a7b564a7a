import { expect, test } from 'vitest';

import { withoutRepeats } from '../../../renderer/features/payments/payment-labels.ts';

const looked = (at: string, words = 'the bank does not show it') =>
  ({ at: `2026-11-22T${at}:00.000Z`, event: 'lookup', words }) as const;
const sent = (at: string) =>
  ({ at: `2026-11-22T${at}:00.000Z`, event: 'attempt', words: 'unknown' }) as const;

test('looks that ended alike, one after the other, are one line with their count and the last time', () => {
  const history = [sent('10:00'), looked('10:01'), looked('10:02'), looked('10:03')];
  expect(withoutRepeats(history)).toEqual([
    { ...sent('10:00'), times: 1, lastAt: sent('10:00').at },
    { ...looked('10:01'), times: 3, lastAt: looked('10:03').at },
  ]);
});

test('a look that ended otherwise, and each sending, stands alone', () => {
  const history = [
    ...[looked('10:01'), looked('10:02', 'the bank could not be asked'), looked('10:03')],
    ...[sent('10:04'), sent('10:05')],
  ];
  expect(withoutRepeats(history).map(({ at, times }) => [at, times])).toEqual(
    history.map(({ at }) => [at, 1]),
  );
});

import { expect, test } from 'vitest';

import { sentByBankTime } from '../../electron/nouns/sub-clients/records/bank-time.ts';

const sentAt = '2026-11-20T09:41:10.000Z';

test.each([
  ['unknown', null, '2026-11-20T09:41:08.000Z'],
  ['behind by half a minute', -30_000, '2026-11-20T09:40:38.000Z'],
  ['a day ahead', 86_400_000, '2026-11-20T09:41:08.000Z'],
])('what was sent is not dated before it, by a clock that is %s', (_, offsetMs, expected) => {
  expect(sentByBankTime({ clockOffsetMs: () => offsetMs }, sentAt)).toBe(expected);
});

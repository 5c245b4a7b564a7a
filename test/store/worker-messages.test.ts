import { expect, test } from 'vitest';

import { handOver, transfersOf } from '../../electron/engines/store/threads/worker-messages.ts';

test('bytes that are handed over leave with the call, those that are not stay', () => {
  const [given, copied] = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
  const message = { a: [7, handOver(given), copied] };
  const there = structuredClone(message, { transfer: transfersOf(message) });
  expect(there.a).toEqual([7, Uint8Array.of(1, 2, 3), Uint8Array.of(4)]);
  expect([given.byteLength, copied.byteLength]).toEqual([0, 1]);
});

test('of a larger piece of memory only the part goes, and the rest stays', () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  const message = { a: [handOver(whole.subarray(1, 3))] };
  const there = structuredClone(message, { transfer: transfersOf(message) });
  expect(there.a).toEqual([Uint8Array.of(2, 3)]);
  expect(whole).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test('a message without arguments hands nothing over', () => {
  expect(transfersOf({})).toEqual([]);
});

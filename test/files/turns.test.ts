import { setImmediate } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { createTurns, inTurns, piecesOf } from '../../electron/engines/files/turns.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Works through three items, each of which holds the thread so long; what happened, in order. */
async function worked(heldMs: number): Promise<string[]> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await createTurns().next();
  const happened: string[] = [];
  const others = setImmediate().then(() => happened.push('others'));
  for await (const item of inTurns(['a', 'b', 'c'])) {
    happened.push(item);
    now += heldMs;
  }
  await others;
  return happened;
}

test('others run between two items that hold the thread long', async () => {
  expect(await worked(20)).toEqual(['a', 'others', 'b', 'c']);
});

test('items that are done quickly go one after the other', async () => {
  expect(await worked(1)).toEqual(['a', 'b', 'c', 'others']);
});

test('works that are each done quickly, one behind the other, hold the thread no longer than one', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await createTurns().next();
  const happened: string[] = [];
  const others = setImmediate().then(() => happened.push('others'));
  for (const work of ['first', 'second', 'third', 'fourth'])
    for await (const item of inTurns([work])) {
      happened.push(item);
      now += 5;
    }
  await others;
  expect(happened).toEqual(['first', 'second', 'third', 'others', 'fourth']);
});

test('many items come in pieces, in their order, and none of none', () => {
  expect([...piecesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...piecesOf([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...piecesOf([], 2)]).toEqual([]);
});

import { expect, test } from 'vitest';
import { z } from 'zod';

import { newId } from '../../electron/engines/machine/new-id.ts';

const at = (ms: number) => ({ now: () => ms });
/** Later than every clock of the tests, so that each test begins in a millisecond of its own. */
let later = Date.parse('2100-01-01T00:00:00Z');
const nextMs = (): number => (later += 1_000_000);

test('an id is a UUIDv7: its time, version 7, and the variant of RFC 9562', () => {
  const ms = nextMs();
  const id = newId(at(ms));
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(ms);
  expect([id[14], '89ab'.includes(id[19] ?? ' ')]).toEqual(['7', true]);
});

test.each([
  ['of one millisecond, more than a counter holds', (ms: number) => () => ms],
  [
    'of a clock that is set back',
    (ms: number) => {
      let now = ms;
      return () => (now -= 500);
    },
  ],
])('ids are in their order and differ: %s', (_, clockFrom) => {
  const clock = { now: clockFrom(nextMs()) };
  const ids = Array.from({ length: 20_000 }, () => newId(clock));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(0, 5)) expect(z.uuidv7().safeParse(id).success).toBe(true);
});

test('the random part of two ids differs', () => {
  const clock = at(nextMs());
  expect(newId(clock).slice(19)).not.toBe(newId(clock).slice(19));
});

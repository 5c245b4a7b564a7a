import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nodeBase64 } from '../../tools/host/electron/ipc-main.ts';
import { decode, encode } from '../../tools/host/page/structured-text.ts';

const thereAndBack = (value: unknown): unknown => decode(encode(value, nodeBase64), nodeBase64);

test('any value that can be cloned comes back as its clone', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: false,
    withNullPrototype: false,
  });
  fc.assert(
    fc.property(anything, (value) => {
      expect(thereAndBack(value)).toStrictEqual(structuredClone(value));
    }),
  );
});

test('a value that holds itself comes back holding itself', () => {
  const ring: { self?: unknown; list: unknown[] } = { list: [] };
  ring.self = ring;
  ring.list.push(ring.list);
  const back = thereAndBack(ring) as typeof ring;
  expect(back.self).toBe(back);
  expect(back.list[0]).toBe(back.list);
});

test('a key called __proto__ stays a key', () => {
  const back = thereAndBack(JSON.parse('{"__proto__":{"admin":true}}')) as Record<string, unknown>;
  expect(Object.keys(back)).toEqual(['__proto__']);
  expect(back['admin']).toBeUndefined();
});

test('a part of a buffer crosses without its neighbours', () => {
  const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const back = thereAndBack(part) as Uint8Array;
  expect([...back]).toEqual([2, 3]);
  expect(back.buffer.byteLength).toBe(2);
});

test.each([() => 1, Symbol('x'), Promise.resolve(1), { deep: [() => 1] }])(
  'what cannot be cloned is refused: %s',
  (value) => {
    expect(() => encode(value, nodeBase64)).toThrow('could not be cloned');
  },
);

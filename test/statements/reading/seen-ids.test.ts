import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SeenIds } from '../../../electron/nouns/statements/reading/seen-ids.ts';

test('it answers as a set of texts does, whatever the ids are made of and however their hashes collide', () => {
  const characters = fc.constantFrom('', '\0', '\u0001', 'a', 'aa', 'é', '日', '\ud800', '\uffff');
  const ids = fc.array(characters, { maxLength: 4 }).map((parts) => parts.join(''));
  const hashes = fc.constantFrom(
    undefined,
    () => 1,
    (id: string) => id.length,
  );
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 200 }), hashes, (added, hashOf) => {
      const [seen, known] = [new SeenIds(hashOf), new Set<string>()];
      for (const id of added) {
        expect([id, seen.add(id)]).toEqual([id, !known.has(id)]);
        known.add(id);
      }
    }),
  );
});

test('of many ids, and of one that is longer than what is joined, it forgets none', () => {
  const seen = new SeenIds();
  const ids = Array.from({ length: 20_000 }, (_, at) => `entry-${at}`);
  ids.splice(5_000, 0, 'x'.repeat(70_000), 'y'.repeat(20_000));
  expect(ids.filter((id) => !seen.add(id))).toEqual([]);
  expect(ids.filter((id) => seen.add(id))).toEqual([]);
  expect(seen.add('x'.repeat(69_999))).toBe(true);
});

import { expect, test } from 'vitest';

import { digestTree, isUnder } from '../../electron/engines/acts/digest-tree.ts';

const textsOf = (count: number): string[] =>
  Array.from({ length: count }, (_text, place) => `text ${String(place)}`);

test('every text of a list is under its root at its place, whatever the length of the list', () => {
  for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 33, 50]) {
    const { root, pathOf } = digestTree(textsOf(count));
    for (const [place, text] of textsOf(count).entries())
      expect(isUnder({ root, count }, text, { place, path: pathOf(place) })).toBe(true);
  }
});

test('no other text, place, path, count or root passes', () => {
  const texts = textsOf(7);
  const count = texts.length;
  const { root, pathOf } = digestTree(texts);
  const [place, text, path] = [3, 'text 3', pathOf(3)];
  const first = path[0] ?? '';
  const inner = Buffer.from(first, 'base64url').toString();
  const tries: boolean[] = [
    isUnder({ root, count }, 'text 4', { place, path }),
    isUnder({ root, count }, text, { place: 4, path }),
    isUnder({ root, count }, text, { place, path: path.slice(1) }),
    isUnder({ root, count }, text, { place, path: [...path, first] }),
    isUnder({ root, count }, text, { place, path: path.toReversed() }),
    isUnder({ root, count: 3 }, text, { place, path }),
    isUnder({ root: digestTree(textsOf(8)).root, count }, text, { place, path }),
    isUnder({ root, count }, inner, { place, path: path.slice(1) }),
    isUnder({ root: digestTree([]).root, count: 0 }, '', { place: 0, path: [] }),
    isUnder({ root, count }, text, { place: -1, path }),
  ];
  expect(tries).toEqual(tries.map(() => false));
});

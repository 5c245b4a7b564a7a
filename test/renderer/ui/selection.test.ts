import { expect, test } from 'vitest';

import { Selection } from '../../../renderer/ui/lists/selection.svelte.ts';

/** A list of words with headings, which are in capitals, and keys that are at one of them. */
function listOf(words: string, max = 4) {
  const list = { words: words.split(' '), cursor: 0 };
  const isItem = (word: string | undefined): word is string =>
    word !== undefined && word !== word.toUpperCase();
  const selection = new Selection<string>({
    keyOf: (word) => word,
    at: (index) => (isItem(list.words[index]) ? list.words[index] : undefined),
    cursor: () => list.cursor,
    indexOf: (key) => list.words.indexOf(key),
    between: (first, last) => list.words.slice(first, last + 1).filter(isItem),
    max,
  });
  return {
    selection,
    list,
    choose: async (index: number, how: Parameters<typeof selection.choose>[1]) => {
      selection.choose(index, how);
      list.cursor = index;
      await new Promise((resolve) => setTimeout(resolve));
      return selection.items.join(' ');
    },
  };
}

test('a range goes from the row of the keys to another one, up and down, without the headings', async () => {
  const { choose, selection } = listOf('A a b B c d');
  await choose(2, 'one');
  expect(selection.size).toBe(0);
  expect([1, 2].map(selection.has)).toEqual([false, true]);
  expect(await choose(5, 'range')).toBe('b c d');
  expect(await choose(1, 'range')).toBe('a b');
  expect([0, 1, 2, 4].map(selection.has)).toEqual([false, true, true, false]);
  expect(await choose(2, 'range')).toBe('');
});

test('one more or one less joins the row that the keys are at; a move leaves what is selected', async () => {
  const { choose, selection } = listOf('a b c d');
  await choose(0, 'one');
  expect(await choose(2, 'toggle')).toBe('a c');
  expect(await choose(3, 'move')).toBe('a c');
  expect(await choose(3, 'toggle')).toBe('a c d');
  expect(await choose(0, 'toggle')).toBe('c d');
  expect(await choose(1, 'one')).toBe('');
  expect(await choose(2, 'move')).toBe('b');
  expect(await choose(1, 'move')).toBe('');
  expect(selection.has(1)).toBe(true);
});

test('what comes above moves nothing of what is selected, and a range goes on from its own row', async () => {
  const { choose, list, selection } = listOf('a b c d');
  await choose(1, 'one');
  await choose(2, 'range');
  list.words = ['x', 'y', ...list.words];
  expect(selection.items).toEqual(['b', 'c']);
  expect([1, 3, 4].map(selection.has)).toEqual([false, true, true]);
  expect(await choose(5, 'range')).toBe('b c d');
});

test('more than one act takes is cut at the far end, and shown as cut', async () => {
  const { choose, selection } = listOf('a b c d e f');
  await choose(5, 'one');
  expect(await choose(0, 'range')).toBe('c d e f');
  expect(selection.isCut).toBe(true);
  await choose(2, 'range');
  expect(selection.isCut).toBe(false);
  await selection.all(6);
  expect([selection.items.join(' '), selection.isCut]).toEqual(['a b c d', true]);
  expect(await choose(5, 'toggle')).toBe('a b c d');
});

test('a list as long as one act takes is selected whole, and what is no longer shown is dropped', async () => {
  const { selection } = listOf('A a b B c d');
  await selection.all(6, 2);
  expect([selection.items.join(' '), selection.isCut]).toEqual(['a b c d', false]);
  expect(selection.keepOnly((word) => word !== 'b')).toBe(1);
  expect(selection.items.join(' ')).toBe('a c d');
  expect(selection.keepOnly((word) => word === 'd')).toBe(3);
  expect(selection.size).toBe(0);
});

test('a range that comes late is dropped where something else was chosen meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const selection = new Selection<string>({
    ...{ keyOf: (word) => word, at: () => 'a', cursor: () => 0, indexOf: () => 0, max: 4 },
    between: () => promise,
  });
  selection.choose(3, 'range');
  selection.choose(0, 'one');
  resolve(['a', 'b']);
  await promise;
  await new Promise((done) => setTimeout(done));
  expect(selection.size).toBe(0);
});

import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { projectFiles } from './files.ts';

const filesMax = 20;
const roots = ['electron', 'renderer', 'shared', 'sandbox', 'test', 'tools'];

/** The folders that hold more files of their own than a reader takes in at once. */
function crowded(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => dirname(file));
  return [...folders].filter(([, own]) => own.length > filesMax).map(([folder]) => folder);
}

test('no folder of the product, its tests and its tools has more than 20 files of its own', () => {
  const files = projectFiles(...roots);
  expect(files.length).toBeGreaterThan(1_000);
  expect(crowded(files)).toEqual([]);
});

test('a folder with one file too many is seen; files of its folders do not count', () => {
  const own = Array.from({ length: filesMax }, (_, n) => `a/${String(n)}.ts`);
  expect(crowded([...own, 'a/b/c.ts'])).toEqual([]);
  expect(crowded([...own, 'a/more.ts'])).toEqual(['a']);
});

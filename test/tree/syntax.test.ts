import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { expect, test } from 'vitest';

import { projectFiles } from './files.ts';

/** What the command line loads; the tests on Windows run it with Node 22, which reads no `using` declaration. */
const roots = ['electron', 'shared', 'sandbox'];

/** Where the programs and tests lie that Node runs without a build. */
const runByNode = [...roots, 'test', 'tools'];

const sourcesBelow = (folders: readonly string[]): string[] =>
  projectFiles(...folders).filter((file) => file.endsWith('.ts') && !file.endsWith('.svelte.ts'));

const declaresByUsing = (source: string): boolean => /^\s*(?:await )?using \w+ =/m.test(source);

test('the command line holds no declaration that Node 22 cannot read', () => {
  const files = sourcesBelow(roots);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => declaresByUsing(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a `using` declaration is seen, with and without `await`', () => {
  expect(declaresByUsing('{\n  await using file = await open(path);\n}')).toBe(true);
  expect(declaresByUsing('using file = open(path);')).toBe(true);
  expect(declaresByUsing('/** Closes the file by using = nothing. */')).toBe(false);
});

const isReadByNode = (source: string): boolean => {
  try {
    stripTypeScriptTypes(source);
    return true;
  } catch {
    return false;
  }
};

test('Node reads every file without a build, as the removal of defences does', () => {
  const files = sourcesBelow(runByNode);
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.filter((file) => !isReadByNode(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a name that Node cannot read is seen', () => {
  expect(isReadByNode('for (const of of [1, 2]) console.log(of);')).toBe(false);
  expect(isReadByNode('for (const one of [1, 2]) console.log(one);')).toBe(true);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** What the command line loads; the tests on Windows run it with Node 22, which reads no `using` declaration. */
const roots = ['electron', 'shared', 'sandbox'];

const declaresByUsing = (source: string): boolean => /^\s*(?:await )?using \w+ =/m.test(source);

test('the command line holds no declaration that Node 22 cannot read', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...roots], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => declaresByUsing(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a `using` declaration is seen, with and without `await`', () => {
  expect(declaresByUsing('{\n  await using file = await open(path);\n}')).toBe(true);
  expect(declaresByUsing('using file = open(path);')).toBe(true);
  expect(declaresByUsing('/** Closes the file by using = nothing. */')).toBe(false);
});

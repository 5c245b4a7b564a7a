import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

const banned = /(^|[-/.])(utils?|helpers?|common|misc|manager|service|temp|new2)([-/.]|$)/i;

test('no file is called by a word that says nothing', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const names = files.split('\n').filter((name) => /\.(ts|mjs|svelte)$/.test(name));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => banned.test(name.replace('temp-folder', '')))).toEqual([]);
});

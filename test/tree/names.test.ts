import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.(ts|mjs|svelte)$/.test(name));

const sayingNothing = /(^|[-/.])(utils?|helpers?|common|misc|manager|service|temp|new2)([-/.]|$)/i;

test('no file is called by a word that says nothing', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => sayingNothing.test(name.replace('temp-folder', '')))).toEqual([]);
});

/** A word for which there is another, and that other: one word a thing. */
const doubled: Readonly<Record<string, string>> = {
  inbox: 'exceptions',
  practice: 'sandbox',
  played: 'sandbox',
  cure: 'requirement',
  cures: 'requirements',
  'turned away': 'rejected',
  'way on': 'default action',
  'let in': 'authorized',
  adrift: 'out of sync',
};

/** `SandboxBank`, `sandbox-bank.ts` and `#sandboxBank` are all ` sandbox bank `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase()} `;

const doubledIn = (name: string): string | undefined =>
  Object.keys(doubled).find((word) => wordsOf(name).includes(` ${word} `));

const declared = /\b(?:const|let|function|class|type|readonly|import)\s+(?:type\s+)?#?(\w+)/g;

test('a name has no word in it for which there is another', () => {
  expect(doubledIn('openPlayedBank')).toBe('played');
  expect(doubledIn('test/bank/turned-away.ts')).toBe('turned away');
  expect(doubledIn('secureContext')).toBeUndefined();
  const mine = files.filter((name) =>
    /^(electron|renderer|sandbox|shared|test|tools)\//.test(name),
  );
  const names = mine.flatMap((file) => [
    file,
    ...[...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name),
  ]);
  expect(names.length).toBeGreaterThan(10_000);
  expect([...new Set(names)].filter((name) => doubledIn(name) !== undefined)).toEqual([]);
});

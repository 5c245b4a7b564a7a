import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { droppedOutcomes } from '../../tools/outcomes.ts';

const folder = resolve(import.meta.dirname, 'seeded');
const at = (name: string): string => `${folder}/${name}`;
const source = (statements: string): string => `
  type Outcome<T> = { ok: true; value: T } | { ok: false; error: string };
  declare const asked: () => Promise<Outcome<null>>;
  declare const failing: () => Outcome<null>;
  declare const done: () => Promise<void>;
  export async function work() {
    ${statements}
  }`;

/** What is said of these statements in a file, and in a component. */
const complaints = (statements: string): string[] =>
  droppedOutcomes([at('tsconfig.json')], {
    [at('tsconfig.json')]: JSON.stringify({
      extends: '../../renderer/tsconfig.json',
      compilerOptions: { jsx: 'preserve', types: ['svelte'] },
      include: [],
      files: ['plain.ts', 'Component.svelte.tsx'],
    }),
    [at('plain.ts')]: source(statements),
    [at('Component.svelte')]: `<script lang="ts">${source(statements)}</script>\n<p>words</p>`,
  }).map((line) => line.replace(/^.*\//, '').replace(/ {2}.* {2}/, ' '));

test('a dropped Outcome is found, awaited or not, in components too', () => {
  expect(complaints('await asked(); void asked(); failing();')).toEqual([
    'plain.ts:7 await asked()',
    'plain.ts:7 asked()',
    'plain.ts:7 failing()',
    'Component.svelte await asked()',
    'Component.svelte asked()',
    'Component.svelte failing()',
  ]);
});

test('one that is read, returned or handed on is none', () => {
  const read =
    'const one = await asked(); if (!one.ok) return failing(); await done(); void done();';
  expect(complaints(`${read} return (await asked()).ok ? one : failing();`)).toEqual([]);
});

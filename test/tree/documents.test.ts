import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  globSync('docs/**/*.md', { cwd: root }),
);
/** From where a page names its files: the tree itself, or the room that it speaks of. */
const floors = ['electron/nouns', 'electron/engines', 'electron/connections'];
const rooms = ['', 'electron', 'shared', ...floors];

const rowsOf = (page: string): string[][] =>
  [...textOf(page).matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );

describe.each(pages)('%s', (page) => {
  test('names no file that is not there', () => {
    const named = [
      ...textOf(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|svelte|md|yml))`/g),
    ];
    const missing = named
      .map(([, name = '']) => name)
      .filter((name) => !rooms.some((room) => existsSync(join(root, room, name))));
    expect(missing).toEqual([]);
  });

  test('has no heading within code: each fence that opens is closed', () => {
    const parts = textOf(page).split(/^ *```.*$/m);
    // Every second part is code, and text stands last.
    expect(parts.length % 2).toBe(1);
    const code = parts.filter((_, at) => at % 2 === 1);
    expect(code.filter((text) => /^#{2,} /m.test(text))).toEqual([]);
  });

  test('links to nothing that is not there', () => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links
      .filter((link) => !link.startsWith('https://'))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : join(dirname(page), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  test('names no script that package.json has not', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...textOf(page).matchAll(/npm run (?:--silent )?([\w:]+)/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** As GitHub makes them out of headings. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every room of the main process has its row in ARCHITECTURE.md, and every row its room', () => {
  const documented = rowsOf('docs/ARCHITECTURE.md')
    .map(([room = '']) => /^`([\w/-]+)\/`$/.exec(room)?.[1])
    .filter((room) => room !== undefined && !floors.includes(room));
  const foldersIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const existing = ['electron', ...floors]
    .flatMap(foldersIn)
    .filter((folder) => !floors.includes(folder))
    .concat('shared', 'renderer', 'sandbox', 'tools');
  expect(documented.toSorted()).toEqual(existing.toSorted());
});

test('a term is defined once in GLOSSARY.md', () => {
  const terms = rowsOf('docs/GLOSSARY.md').flatMap(([term = '']) =>
    term.split(';').map((one) => one.trim()),
  );
  const twice = terms.filter((term, index) => terms.indexOf(term) !== index);
  expect(twice).toEqual([]);
});

test('every decision is linked from somewhere, or stands in the folder that README.md links', () => {
  expect(textOf('README.md')).toContain('(docs/decisions)');
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});

/** What a command says of itself when it is used wrongly. */
const usages = globSync('electron/cli/**/*.ts', { cwd: root }).flatMap(
  (file) => /usage:\s*['`]([^'`]*)['`]/.exec(textOf(file))?.[1] ?? [],
);
const flagsIn = (text: string): string[] => [...new Set(text.match(/--[a-z-]+/g))].toSorted();

const nameOf = (usage: string): string => usage.split(' ')[0] ?? '';

/** The commands of COMMAND-LINE.md, each with the usage in its first block. */
const documentedUsages = new Map(
  [...textOf('docs/COMMAND-LINE.md').matchAll(/^### ([a-z-]+)\n\n```\n([^`]*)```/gm)].map(
    ([, name = '', usage = '']) => [name, usage],
  ),
);

test('COMMAND-LINE.md documents every command, and no other', () => {
  expect([...documentedUsages.keys()].toSorted()).toEqual(usages.map(nameOf).toSorted());
});

test.each(usages)('COMMAND-LINE.md documents the options of %s', (usage) => {
  expect(flagsIn(documentedUsages.get(nameOf(usage)) ?? '')).toEqual(flagsIn(usage));
});

test('README.md is read in one go: at most 150 lines, and the commands on a page of their own', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(textOf('README.md')).toContain('(docs/COMMAND-LINE.md)');
});

test('README and CONTRIBUTING name the Node that starts the commands and the one that runs them, as package.json has them', () => {
  const { engines, devDependencies } = JSON.parse(textOf('package.json')) as {
    engines: { node: string };
    devDependencies: { node: string };
  };
  const starts = engines.node.replace('>=', '');
  const [runs = ''] = devDependencies.node.split('.');
  for (const page of ['README.md', 'CONTRIBUTING.md']) {
    expect(textOf(page)).toContain(`(${starts} or later`);
    expect(textOf(page)).toMatch(
      new RegExp(`Node (${runs}|that is pinned as a package \\(${runs}\\))`),
    );
  }
  const lock = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { engines?: { node: string } }>;
  };
  expect(lock.packages['']?.engines).toEqual(engines);
  // npm holds other packages against the starting Node: it must not warn of what does not run on it.
  expect(textOf('.npmrc')).toMatch(/^loglevel=error$/m);
});

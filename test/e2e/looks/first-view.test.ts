import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { expect, test } from 'vitest';

const out = resolve(import.meta.dirname, '../../../out');
const page = join(out, 'renderer/index.html');

/** Scripts and styles that are fetched before anything is drawn. */
function firstFiles(): string[] {
  const named = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g);
  return [...named].map(([, file = '']) => join(out, 'renderer', file));
}

test('what is fetched for the first view is the whole of it, small, and has no parser in it', () => {
  const files = firstFiles();
  const scripts = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(file, 'utf8'));
  const text = scripts.join('\n');
  expect([text.includes('Position'), /ZodError|_zod\.(?:parse|def)/.test(text)]).toEqual([
    true,
    false,
  ]);
  // Decimal kilobytes, as they lie on the disk.
  const kilobytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;
  expect(kilobytes).toBeLessThan(200);
});

/** The files that are loaded with a program of the main process before a line of it runs. */
function loadedWith(program: string): string[] {
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/\b(?:from|import)\s*["'](\.[^"']+)["']/g))
      add(join(dirname(file), path));
  };
  add(join(out, 'main', program));
  return [...files];
}

function sourcesIn(files: readonly string[]): string[] {
  // What the bundler added of its own has no map.
  const maps = files.map((file) => `${file}.map`).filter((map) => existsSync(map));
  return maps.flatMap(
    (map) => (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources,
  );
}

/** The rooms of `electron/` of which anything was bundled into them. */
const roomsIn = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    sourcesIn(files).flatMap(
      (source) => /electron\/(?:(?:nouns|engines|connections)\/)?([^/]+)\//.exec(source)?.[1] ?? [],
    ),
  );

/** The packages of others that were bundled into them. */
function packagesIn(files: readonly string[]): string[] {
  const names = sourcesIn(files).flatMap(
    (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

test('what speaks to a bank and what reads files of people is loaded with its first use, not with the start', () => {
  const files = loadedWith('main.js');
  const main = packagesIn(files);
  const readers = ['unpdf', 'qr', 'fast-png', 'jpeg-js'];
  const late = [
    'undici',
    'file-type',
    'csv-parse',
    'yauzl',
    'saxes',
    'pdfkit',
    'any-ascii',
    'pg',
    ...readers,
  ];
  expect([main.includes('zod'), late.filter((name) => main.includes(name))]).toEqual([true, []]);
  const rooms = roomsIn(files);
  const lateRooms = [
    'people',
    'recordings',
    'books',
    'closes',
    'matching',
    'review',
    'recurring',
    'invoice-files',
  ];
  expect([rooms.has('submissions'), lateRooms.filter((name) => rooms.has(name))]).toEqual([
    true,
    [],
  ]);
});

test('what the main process loads with its start is small, and its functions keep their names for the log', () => {
  const size = loadedWith('main.js').reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;
  expect(size).toBeLessThan(1_400);
  const folder = join(out, 'main');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.m?js$/.test(file),
  );
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  expect([text.includes('function openLocalCopy('), text.includes('sourceMappingURL')]).toEqual([
    true,
    false,
  ]);
});

test('every file that makes itself a `require` can be read by Node: a package may have made one too', () => {
  const folder = join(out, 'main');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('createRequire('));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect(spawnSync(process.execPath, ['--check', file]).stderr.toString(), file).toBe('');
});

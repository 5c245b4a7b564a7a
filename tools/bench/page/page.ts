import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import { parts as allParts } from './goals.ts';
import type { BenchOptions } from './options.ts';
import { documented, tableOf, type Row, type Table, verdictOf } from './rows.ts';

const root = join(import.meta.dirname, '../../..');

type RunResults = { readonly rows: readonly Row[]; readonly tables: readonly Table[] };

/** Writes the tables of a run into docs/PERFORMANCE.md, between the marks of its size. The first run of a size adds its section. */
export function writePages(options: BenchOptions, { rows, tables }: RunResults): void {
  const { entries } = options;
  const head = headOf(options, rows);
  const all = [head, ...[tableOf(rows), ...tables].map(documented)];
  const page = 'docs/PERFORMANCE.md';
  const { open, end } = marksOf(entries);
  if (!textOf(page).includes(open))
    writeFileSync(
      join(root, page),
      `${textOf(page)}\n## At ${entries.toLocaleString('en-GB')} entries\n\n${open}\n${end}\n`,
    );
  writeBetweenMarks(page, entries, all);
}

const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const marksOf = (entries: number) => ({
  open: `<!-- bench ${entries} -->`,
  end: `<!-- /bench ${entries} -->`,
});

function headOf({ entries, accounts, parts }: BenchOptions, rows: readonly Row[]): string {
  const flags = [
    parts.includes('peers') ? ' --peers' : '',
    allParts.every((part) => part === 'peers' || parts.includes(part))
      ? ''
      : ` --only ${parts.join(',')}`,
  ].join('');
  const day = new Date().toISOString().slice(0, 10);
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.trim();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const [cpu] = cpus();
  return [
    `\`npm run bench -- --entries ${entries}${flags}\`, ${day}, commit \`${commit}\`, ${cpus().length} × ${cpu?.model ?? 'CPU'},`,
    `${gigabytes} GB, Node ${process.versions.node}; ${accounts} ${accounts === 1 ? 'account' : 'accounts'};`,
    verdictOf(rows),
  ].join(' ');
}

function writeBetweenMarks(name: string, entries: number, paragraphs: readonly string[]): void {
  const text = textOf(name);
  const { open, end } = marksOf(entries);
  const [from, to] = [text.indexOf(open), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name} has no place for ${entries} entries`);
  const file = join(root, name);
  writeFileSync(
    file,
    `${text.slice(0, from)}${open}\n\n${paragraphs.join('\n\n')}\n\n${text.slice(to)}`,
  );
  // Formats the tables as the format check wants them.
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [file], { stdio: 'ignore' });
}

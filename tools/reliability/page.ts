import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { reliabilityCases, type ReliabilityCase } from './cases.ts';

const root = resolve(import.meta.dirname, '../..');

/** What shows that a case is met: a test, or a line of the release checklist. */
export type Shown = { readonly file: string; readonly title: string };

/** A title between quotes that ends with the cases it shows, as in `… [P4 P5]`. */
const tagged = /(['"`])((?:(?!\1).)+?) \[([A-Z]\d+(?: [A-Z]\d+)*)\]\1/g;
/** A line of the checklist that ends so. */
const checked = /^- \[ \] (.+?) \[([A-Z]\d+(?: [A-Z]\d+)*)\]$/gm;

function shownIn(file: string, pattern: RegExp, at: { title: number; ids: number }) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(pattern)].flatMap((match) =>
    (match[at.ids] ?? '').split(' ').map((id) => ({ id, file, title: match[at.title] ?? '' })),
  );
}

function byCase(found: readonly (Shown & { id: string })[]): ReadonlyMap<string, readonly Shown[]> {
  return Map.groupBy(found, ({ id }) => id);
}

/** Case id -> the tests that carry it in their title. */
export const testsByCase = (): ReadonlyMap<string, readonly Shown[]> =>
  byCase(
    globSync('test/**/*.test.ts', { cwd: root })
      .toSorted()
      .flatMap((file) => shownIn(file, tagged, { title: 2, ids: 3 })),
  );

/** Case id -> the lines of the release checklist that carry it. */
export const checksByCase = (): ReadonlyMap<string, readonly Shown[]> =>
  byCase(shownIn('docs/RELEASING.md', checked, { title: 1, ids: 2 }));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\\n', ' ');

function rowOf(
  { id, fault, promise }: ReliabilityCase,
  tests: readonly Shown[],
  checks: readonly Shown[],
): string {
  const places = [
    ...new Set(tests.map(({ file }) => `\`${file}\``)),
    ...(checks.length > 0 ? ['[release checklist](RELEASING.md)'] : []),
  ];
  return `| ${[id, fault, promise, places.join('<br>')].map(cell).join(' | ')} |`;
}

/** docs/RELIABILITY.md: every fault the desk is tested against, and the test or check that shows it. */
export function reliabilityPage(): string {
  const tests = testsByCase();
  const checks = checksByCase();
  const all = Object.values(reliabilityCases).flat();
  const tested = all.filter(({ id }) => tests.has(id)).length;
  const onlyChecked = all.filter(({ id }) => !tests.has(id) && checks.has(id));
  const head = [
    '# Reliability',
    '',
    '<!-- Written by `npm run docs` from tools/reliability and the titles of the tests; a test fails when it is out of date. -->',
    '',
    `This page lists faults and what the desk must do. ${String(tested + onlyChecked.length)} of ${String(all.length)} cases are covered: ${String(tested)} by tests with the case in their title, as in`,
    `\`[P4]\`, and ${String(onlyChecked.length)} by the release checklist only, because only an installed package can show it.`,
  ];
  const tables = Object.entries(reliabilityCases).flatMap(([part, cases]) => [
    '',
    `## ${part}`,
    '',
    '| Case | What goes wrong | What must happen | Shown by |',
    '| --- | --- | --- | --- |',
    ...cases.map((one) => rowOf(one, tests.get(one.id) ?? [], checks.get(one.id) ?? [])),
  ]);
  return `${[...head, ...tables].join('\n')}\n`;
}

export const reliabilityFile = join(root, 'docs/RELIABILITY.md');

if (import.meta.main) writeFileSync(reliabilityFile, reliabilityPage());

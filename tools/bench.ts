import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildPrograms } from './bench/build.ts';
import { measurePeers } from './bench/comparing.ts';
import { readOptions, type BenchOptions } from './bench/options.ts';
import { measureExport } from './bench/exporting.ts';
import type { Part } from './bench/goals.ts';
import { measureGrowth } from './bench/growth.ts';
import { measureLists } from './bench/lists.ts';
import { writePages } from './bench/page.ts';
import { measurePaying } from './bench/paying.ts';
import type { Place } from './bench/programs.ts';
import { measureReading } from './bench/reading.ts';
import { brokenOf, printed, rowsOf, tableOf, type Measured, type Outcome } from './bench/rows.ts';
import { measureOutlook } from './bench/outlook.ts';
import { measureReconciling } from './bench/reconciling.ts';
import { measureStart } from './bench/starting.ts';
import { measureSync } from './bench/sync.ts';
import { measureWindow } from './bench/window.ts';
import { buildWhereStale } from './built.ts';

/**
 * What is promised of speed and memory, each row beside its floor from the same run, and MISS where a goal is missed. Machines
 * differ: read the ratios. A missed goal is a report and no failure; a part that could not be measured is one.
 */

type Measure = (place: Place) => Promise<Measured>;

/** In the order in which they run: the first makes the copy that most of the others read. */
const measures: readonly (readonly [Part, Measure])[] = [
  ['sync', measureSync],
  ['reading', measureReading],
  ['export', measureExport],
  ['window', measureWindow],
  ['start', measureStart],
  ['paying', measurePaying],
  ['lists', measureLists],
  ['reconcile', measureReconciling],
  ['outlook', measureOutlook],
  ['growth', measureGrowth],
  ['peers', measurePeers],
];

async function outcomeOf(part: Part, measure: Measure, place: Place): Promise<Outcome> {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${part}\n`);
  try {
    return { part, ...(await measure(place)) };
  } catch (cause) {
    const broke = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(`${part} broke: ${broke}\n`);
    return { part, broke };
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'nostro-bench-'));
  const outcomes: Outcome[] = [];
  const end = (): number => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return told(options, outcomes);
  };
  // What was measured until somebody stopped it is told all the same.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      const undone = options.parts.filter((part) => !outcomes.some((one) => one.part === part));
      outcomes.push(...undone.map((part) => ({ part, broke: 'the run was stopped' })));
      end();
      process.exit(1);
    });
  buildWhereStale((line) => process.stderr.write(`${line}\n`));
  await buildPrograms();
  for (const [part, measure] of measures)
    if (options.parts.includes(part))
      outcomes.push(await outcomeOf(part, measure, { ...options, folder }));
  return end();
}

/** Prints and writes what came of the run; the exit code. */
function told(options: BenchOptions, outcomes: readonly Outcome[]): number {
  const rows = rowsOf(outcomes);
  const tables = outcomes.flatMap((one) => ('tables' in one ? (one.tables ?? []) : []));
  for (const table of [tableOf(rows), ...tables]) console.log(`${printed(table)}\n`);
  console.log(`${rows.filter(({ ok }) => ok).length} of ${rows.length} goals are met.`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
  const broken = brokenOf(outcomes);
  for (const line of broken) console.error(line);
  if (options.page && broken.length === 0) writePages(options, { rows, tables });
  return broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();

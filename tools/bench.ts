import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildPrograms } from './bench/page/build.ts';
import { measurePeers } from './bench/page/comparing.ts';
import { readOptions, type BenchOptions } from './bench/page/options.ts';
import { measureExport } from './bench/page/exporting.ts';
import type { Part } from './bench/page/goals.ts';
import { measureGrowth } from './bench/page/growth.ts';
import { measureLists } from './bench/page/lists.ts';
import { writePages } from './bench/page/page.ts';
import { measurePaying } from './bench/page/paying.ts';
import type { Place } from './bench/page/programs.ts';
import { measureReading } from './bench/page/reading.ts';
import {
  brokenOf,
  printed,
  rowsOf,
  skippedOf,
  tableOf,
  verdictOf,
  type Measured,
  type Outcome,
  type Skipped,
} from './bench/page/rows.ts';
import { measureOutlook } from './bench/page/outlook.ts';
import { measureReconciling } from './bench/page/reconciling.ts';
import { measureStart } from './bench/page/starting.ts';
import { measureSync } from './bench/page/sync.ts';
import { measureTeam } from './bench/page/teaming.ts';
import { measureWindow } from './bench/page/window.ts';
import { buildWhereStale } from './built.ts';

/**
 * Measures what is promised of speed and memory. Each row has its floor from the same run, and MISS where a goal is missed. Machines
 * differ: read the ratios. A missed goal is reported and is no failure; a part that could not be measured is one.
 */

type Measure = (place: Place) => Promise<Measured | Skipped>;

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
  ['team', measureTeam],
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
    return report(options, outcomes);
  };
  // A stopped run still reports what it has measured.
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

/** Prints and writes the results of the run. Returns the exit code. */
function report(options: BenchOptions, outcomes: readonly Outcome[]): number {
  const rows = rowsOf(outcomes);
  const tables = outcomes.flatMap((one) => ('tables' in one ? (one.tables ?? []) : []));
  for (const table of [tableOf(rows), ...tables]) console.log(`${printed(table)}\n`);
  console.log(verdictOf(rows));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
  for (const line of skippedOf(outcomes)) console.error(line);
  const broken = brokenOf(outcomes);
  for (const line of broken) console.error(line);
  if (options.page && broken.length === 0) writePages(options, { rows, tables });
  return broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();

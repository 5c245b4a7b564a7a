import { writeFileSync } from 'node:fs';

import { printed } from './bench/page/rows.ts';
import { leftTable, schemeTable, workTable } from './drill/drill-tables.ts';
import { openDrillTeam } from './drill/drill-team.ts';
import { readDrillOptions, type DrillOptions } from './drill/options.ts';
import { drawPlan } from './drill/plan/plan.ts';
import { careful } from './drill/play/play.ts';
import { playRules, type RulesOutcome } from './drill/play/play-rules.ts';
import { missingPostgres, postgresBinaries } from './postgres/binaries.ts';
import { programs } from './team/command.ts';

/**
 * Fraud against a team of three at the sandbox: `npm run drill -- [--seed N] [--days N] [--rules SET,SET] [--json FILE]`. Prints what each
 * rule set stopped, what an exception named afterwards, what was missed, and what ordinary work cost.
 */

const log = (line: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

async function playAll(binaries: string, options: DrillOptions): Promise<RulesOutcome[]> {
  const { seed, days, rules } = options;
  const plan = drawPlan(seed, days);
  const outcomes: RulesOutcome[] = [];
  for (const set of rules) {
    log(`${set.name}: ${set.title}`);
    const team = await openDrillTeam({ binaries, programs, seed });
    try {
      outcomes.push(await playRules({ team, plan, habits: careful }, set));
    } finally {
      await team.close();
    }
  }
  return outcomes;
}

async function main(): Promise<number> {
  const options = readDrillOptions(process.argv.slice(2));
  const binaries = postgresBinaries();
  if (binaries === null) {
    console.error(missingPostgres());
    return 1;
  }
  const outcomes = await playAll(binaries, options);
  const { seed, days, json } = options;
  console.log(`seed ${String(seed)}, ${String(days)} working days\n`);
  for (const table of [schemeTable(outcomes), workTable(outcomes), leftTable(outcomes)])
    console.log(`${printed(table)}\n`);
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ seed, days, outcomes }, null, 2)}\n`);
  return 0;
}

process.exitCode = await main();

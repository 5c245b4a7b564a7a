import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { chosen, everyday, rest } from './test-projects.ts';

const slowestShown = 20;

type FileResult = { readonly name: string; readonly startTime: number; readonly endTime: number };
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileResult[];
};

/** Runs commands side by side in the foreground; a failure ends everything, once all have ended. */
async function step(...commands: readonly string[]): Promise<void> {
  const ended = await Promise.all(
    commands.map((command) => once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit')),
  );
  const failed = ended.find(([code]) => code !== 0);
  if (failed) process.exit((failed[0] as number | null) ?? 1);
}

function printSlowest({ testResults }: Report): void {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
  console.log(`The slowest of ${String(files.length)} files:`);
  for (const { name, seconds } of files.slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(process.cwd(), name)}`);
}

/**
 * Seeds of what tests draw at random: the same in each run of a commit, so that a run can be repeated, and others with the next commit.
 */
function seedsOfCommit(): { readonly PROPERTY_SEED: string; readonly FAULT_SEED: string } {
  const { stdout } = spawnSync('git rev-parse --short=7 HEAD', { shell: true, encoding: 'utf8' });
  // A copy of the sources without their history has one seed.
  const seed = String(Number.parseInt(stdout, 16) || 1);
  return { PROPERTY_SEED: seed, FAULT_SEED: seed };
}

/** Prints the slowest files and, as the last line, how many tests passed and failed. */
function runTests(projects: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-test-'));
  const file = join(folder, 'report.json');
  const reporters = `--reporter=default --reporter=json --outputFile.json=${file}`;
  // Many tests start the command line: what one compiled, the next need not.
  const env = { ...seedsOfCommit(), ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  console.log(`PROPERTY_SEED=${env.PROPERTY_SEED} FAULT_SEED=${env.FAULT_SEED}`);
  const { status } = spawnSync(`vitest run ${chosen(projects)} ${reporters}`, {
    shell: true,
    stdio: 'inherit',
    env,
  });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  printSlowest(report);
  const { numPassedTests, numFailedTests, numPendingTests } = report;
  if (numPendingTests > 0)
    console.log(
      `${String(numPendingTests)} tests were skipped on this machine; their names above say why.`,
    );
  const failed = Math.max(numFailedTests, status === 0 ? 0 : 1);
  console.log(`${String(numPassedTests)} passed, ${String(failed)} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** `npm test`: all checks, the production build and the everyday tests. `npm run test:full` (`--full`): the other tests. */
async function main(): Promise<void> {
  const isFull = process.argv.includes('--full');
  const build = 'electron-vite build --logLevel warn';
  await (isFull ? step(build) : step('node tools/check.ts', build));
  runTests(isFull ? rest : everyday);
}

await main();

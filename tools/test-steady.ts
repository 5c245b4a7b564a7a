import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chosen, everyday, rest } from './test-projects.ts';

/** Whole runs in a row; from the sixth on two loops keep the machine busy at the same time. */
const runs = 10;
const quietRuns = 5;
const busyLoops = 2;

type Case = { readonly fullName: string; readonly status: string; readonly duration?: number };
type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly Case[];
  }[];
};
/** One test in one run. */
type Lived = { readonly name: string; readonly failed: boolean; readonly ms: number };

/** With `--everyday`, the tests of `npm test` alone: all tests take some hours. */
const projects = process.argv.includes('--everyday') ? everyday : [...everyday, ...rest];
const folder = mkdtempSync(join(tmpdir(), 'nostro-steady-'));

function livedIn(run: number): Lived[] {
  const file = join(folder, `${String(run)}.json`);
  const reporter = `--reporter=json --outputFile=${file}`;
  spawnSync(`vitest run ${chosen(projects)} ${reporter}`, { shell: true, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const path = name.slice(process.cwd().length + 1);
    // A file that could not be loaded reports no test.
    if (assertionResults.length === 0) return [{ name: path, failed: status === 'failed', ms: 0 }];
    return assertionResults.map((test) => ({
      name: `${path} ${test.fullName}`,
      failed: test.status === 'failed',
      ms: test.duration ?? 0,
    }));
  });
}

const startLoops = (): ChildProcess[] =>
  Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', 'for (;;);']));

/** The longest that each test took in any run, the slowest first. */
function slowest(all: readonly Lived[]): [string, number][] {
  const longest = new Map<string, number>();
  for (const { name, ms } of all) longest.set(name, Math.max(ms, longest.get(name) ?? 0));
  return [...longest].toSorted(([, a], [, b]) => b - a);
}

/** Every test of every run, each run reported as it ends. */
function livedInAll(): Lived[] {
  const all: Lived[] = [];
  let loops: ChildProcess[] = [];
  try {
    for (let run = 1; run <= runs; run += 1) {
      if (run === quietRuns + 1) loops = startLoops();
      const lived = livedIn(run);
      const failed = lived.filter((test) => test.failed);
      const beside = loops.length > 0 ? `, ${String(loops.length)} busy loops beside` : '';
      console.log(
        `run ${String(run)}: ${String(lived.length)} tests, ${String(failed.length)} failed${beside}`,
      );
      for (const { name } of failed) console.log(`  ${name}`);
      all.push(...lived);
    }
  } finally {
    for (const loop of loops) loop.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return all;
}

/** Runs the tests on the production build again and again, and prints every failure and the slowest ten. */
function main(): void {
  spawnSync('electron-vite build --logLevel warn', { shell: true, stdio: 'inherit' });
  const all = livedInAll();
  console.log('slowest:');
  for (const [name, ms] of slowest(all).slice(0, 10))
    console.log(`  ${(ms / 1000).toFixed(1)} s  ${name}`);
  const failures = all.filter(({ failed }) => failed).length;
  console.log(`${String(all.length - failures)} passed, ${String(failures)} failed`);
  process.exitCode = failures > 0 || all.length === 0 ? 1 : 0;
}

main();

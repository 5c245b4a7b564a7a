import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command in the foreground; a failure ends everything. */
function step(command: string): void {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

type Counts = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
};

/** All checks, the production build, then all tests on it; the last line tells the counts. */
function main(): void {
  step('node tools/check.ts');
  step('electron-vite build --logLevel warn');
  const folder = mkdtempSync(join(tmpdir(), 'nostro-test-'));
  const file = join(folder, 'counts.json');
  const reporters = `--reporter=default --reporter=json --outputFile.json=${file}`;
  // Many tests start the command line: what one compiled, the next need not.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const { status } = spawnSync(`vitest run ${reporters}`, { shell: true, stdio: 'inherit', env });
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  rmSync(folder, { recursive: true });
  if (counts.numPendingTests > 0)
    console.log(
      `${counts.numPendingTests} tests were skipped on this machine; their names above say why.`,
    );
  const failed = Math.max(counts.numFailedTests, status === 0 ? 0 : 1);
  console.log(`${counts.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();

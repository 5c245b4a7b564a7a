import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const cache = 'node_modules/.cache';

/**
 * Checks the types of one project. Two compilers are installed, as the linter of components needs the older one: this is the newer.
 * One thread works less, and files whose types did not change are not checked again.
 */
const types = (project: string): string =>
  `node node_modules/@typescript/native/bin/tsc --singleThreaded --incremental --tsBuildInfoFile ${cache}/types/${project}.tsbuildinfo -p ${project}`;

/** Checks that look at one file at a time cache the files that passed, by content. */
const cached = '--cache --cache-strategy content';

/** Checks of the code that do not run it. Each is a command that anyone can run alone. `files`: the files that it reads. */
const checks: readonly (readonly [name: string, command: string, files?: RegExp])[] = [
  // The longest first, so that both cores are busy to the end.
  [
    'types: window',
    'svelte-check --tsgo-experimental-api --tsconfig renderer/tsconfig.json --fail-on-warnings',
    /^(renderer|shared)\//,
  ],
  ['lint', 'oxlint'],
  ['outcomes', 'node tools/outcomes.ts'],
  [
    'lint: components',
    `eslint ${cached} --cache-location ${cache}/eslint/ --max-warnings 0 renderer`,
    /^(renderer|shared)\//,
  ],
  ['format: components', `prettier --check ${cached} --log-level warn "**/*.svelte"`, /\.svelte$/],
  ['types: tests and tools', types('test')],
  ['architecture', `depcruise ${cached} --no-progress electron renderer sandbox shared test tools`],
  ['types: main process and sandbox', types('electron'), /^(electron|sandbox|shared)\//],
  ['dead code', 'knip'],
  [
    'what only tests use',
    'knip --config knip.production.json --include exports,files,types --no-config-hints',
  ],
  ['types: shared floor', types('shared'), /^shared\//],
  ['format', 'oxfmt --check'],
  ['lockfile', 'node tools/check-lock.mjs'],
];

/** Files that every check reads: they define the checks and their rules. */
const rules =
  /^package-lock\.json$|^tsconfig|\/tsconfig\.json$|config\.\w+$|^\.|^knip|^tools\/(check|outcomes)\.ts$|^tools\/lint\//;

/** All files of the project, and a hash of each one's content. */
function hashFiles(): readonly (readonly [file: string, hash: string])[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(existsSync);
  return files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]);
}

/** The state of a check: its command and the content of the files that it reads. */
function stateOf(
  [, command, read = /./]: (typeof checks)[number],
  files: ReturnType<typeof hashFiles>,
): string {
  const hash = createHash('sha256').update(command);
  for (const [file, content] of files)
    if (read.test(file) || rules.test(file)) hash.update(`${file} ${content}\n`);
  return hash.digest('hex');
}

/** The state in which each check passed last, by name. */
const passedFile = `${cache}/passed-checks.json`;
const passed: Record<string, string> = existsSync(passedFile)
  ? (JSON.parse(readFileSync(passedFile, 'utf8')) as Record<string, string>)
  : {};

type Result = { name: string; ok: boolean; output: string; seconds: number };

function run([name, command]: (typeof checks)[number]): Promise<Result> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ name, ok: code === 0, output, seconds });
    });
  });
}

/** Runs the checks whose files changed since they passed, as many at once as the machine has cores, and prints each result. */
async function runAll(): Promise<Result[]> {
  const files = hashFiles();
  const states = new Map(checks.map((check) => [check[0], stateOf(check, files)]));
  const waiting = checks.filter(([name]) => passed[name] !== states.get(name));
  for (const [name] of checks)
    if (passed[name] === states.get(name))
      console.log(`ok   ${name} (passed before on these files)`);
  const results: Result[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await run(next);
      results.push(result);
      if (result.ok) passed[result.name] = states.get(result.name) ?? '';
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${result.seconds.toFixed(1)} s)`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, lane));
  return results;
}

mkdirSync(`${cache}/types`, { recursive: true });
const failed = (await runAll()).filter(({ ok }) => !ok);
for (const { name, output } of failed) console.error(`\n--- ${name}\n${output}`);
writeFileSync(passedFile, JSON.stringify(passed));
process.exitCode = failed.length > 0 ? 1 : 0;

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Two compilers are installed, as the linter of components needs the older one: this is the newer. One thread works less. */
const compiler = 'node node_modules/@typescript/native/bin/tsc --singleThreaded';

/** What judges each file by itself remembers which ones it has found good, by their content. */
const remembering = '--cache --cache-strategy content';

/** Everything that judges the code without running it. Each is a command anyone can run alone. */
const checks: readonly (readonly [name: string, command: string])[] = [
  // The longest first, so that both cores are busy to the end.
  [
    'types: window',
    'svelte-check --tsgo-experimental-api --tsconfig renderer/tsconfig.json --fail-on-warnings',
  ],
  ['lint', 'oxlint'],
  ['outcomes', 'node tools/outcomes.ts'],
  [
    'lint: components',
    `eslint ${remembering} --cache-location node_modules/.cache/eslint/ --max-warnings 0 renderer`,
  ],
  ['format: components', `prettier --check ${remembering} --log-level warn "**/*.svelte"`],
  ['types: tests and tools', `${compiler} -p test`],
  [
    'architecture',
    `depcruise ${remembering} --no-progress electron renderer sandbox shared test tools`,
  ],
  ['types: main process and sandbox', `${compiler} -p electron`],
  ['dead code', 'knip'],
  [
    'what only tests use',
    'knip --config knip.production.json --include exports,files,types --no-config-hints',
  ],
  ['types: shared floor', `${compiler} -p shared`],
  ['format', 'oxfmt --check'],
  ['lockfile', 'node tools/check-lock.mjs'],
];

type Result = { name: string; ok: boolean; output: string; seconds: number };

function run([name, command]: readonly [string, string]): Promise<Result> {
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

/** Runs the checks, as many at once as the machine has cores, and reports each one's end. */
async function runAll(): Promise<Result[]> {
  const waiting = [...checks];
  const results: Result[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await run(next);
      results.push(result);
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${result.seconds.toFixed(1)} s)`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, lane));
  return results;
}

const failed = (await runAll()).filter(({ ok }) => !ok);
for (const { name, output } of failed) console.error(`\n--- ${name}\n${output}`);
process.exitCode = failed.length > 0 ? 1 : 0;

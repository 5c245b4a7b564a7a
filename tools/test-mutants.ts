import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { moneyRooms } from './mutants/rooms.ts';
import { survivors } from './mutants/survivors.ts';

const root = resolve(import.meta.dirname, '..');
const scoreMin = 90;

/** Databases of the tests are in memory where Linux has a place for files there: they wait for no disk. */
const memoryDisk = '/dev/shm';
const testFolder = existsSync(memoryDisk) ? memoryDisk : tmpdir();

type Place = { readonly line: number; readonly column: number };
type Mutant = {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
};
type Report = {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>
  >;
};
/** One change of the code that the tests of its room were run against. */
type Mutation = {
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly isNoticed: boolean;
};

/** Statuses that are no result of the tests: the mutant does not compile, or was left out. */
const notRun = new Set(['CompileError', 'RuntimeError', 'Ignored', 'Pending']);
const noticed = new Set(['Killed', 'Timeout']);

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n');
  const offset = ({ line, column }: Place): number =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  return source.slice(offset(start), offset(end));
}

const mutationsIn = ({ files }: Report): Mutation[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => !notRun.has(status))
      .map((mutant) => ({
        file,
        line: mutant.location.start.line,
        from: textAt(source, mutant.location).replace(/\s+/g, ' '),
        to: (mutant.replacement ?? '').replace(/\s+/g, ' '),
        isNoticed: noticed.has(mutant.status),
      })),
  );

/** Takes out the defences of one room, one by one, and runs its tests against each. */
function tryRoom(name: string): Mutation[] {
  const room = moneyRooms[name];
  if (!room)
    throw new Error(`no such room: ${name}; there are ${Object.keys(moneyRooms).join(', ')}`);
  const folder = join(root, 'out/mutants', name);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'stryker.json');
  const report = join(folder, 'report.json');
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'in-place',
      plugins: [join(root, 'tools/mutants/runner.ts')],
      mutate: room.mutate,
      // A changed sentence is no lost defence.
      mutator: { excludedMutations: ['StringLiteral'] },
      coverageAnalysis: 'perTest',
      // Fewer on a machine that others use as well.
      concurrency: Number(process.env['MUTANT_WORKERS'] ?? availableParallelism()),
      // A test that is slow on a busy machine has not noticed anything; only what never ends has.
      timeoutMS: 60_000,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      ignorePatterns: ['out', 'docs/pictures'],
      tempDirName: join(folder, 'sandbox'),
      allowConsoleColors: false,
    }),
  );
  const { status } = spawnSync('stryker', ['run', config], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: testFolder, MUTANT_TESTS: room.tests.join('\n') },
  });
  if (status !== 0) process.exit(status ?? 1);
  return mutationsIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
}

const isNamed = ({ file, from, to }: Mutation): boolean =>
  survivors.some((known) => known.file === file && known.from === from && known.to === to);

const scoreOf = (mutations: readonly Mutation[]): number =>
  (100 * mutations.filter(({ isNoticed }) => isNoticed).length) / Math.max(1, mutations.length);

/** All rooms that carry money, or those that are named; the last line prints the score over them. */
function main(): void {
  const names = process.argv.slice(2);
  const byRoom = (names.length > 0 ? names : Object.keys(moneyRooms)).map(
    (name) => [name, tryRoom(name)] as const,
  );
  const all = byRoom.flatMap(([, mutations]) => mutations);
  const survived = all.filter(({ isNoticed }) => !isNoticed);
  for (const mutant of survived) {
    const { file, line, from, to } = mutant;
    console.log(
      `${isNamed(mutant) ? 'named   ' : 'SURVIVED'} ${file}:${String(line)}  ${from}  ->  ${to}`,
    );
  }
  for (const [name, mutations] of byRoom)
    console.log(
      `${name}: ${scoreOf(mutations).toFixed(1)} % of ${String(mutations.length)} mutants noticed`,
    );
  const unnamed = survived.filter((mutant) => !isNamed(mutant)).length;
  console.log(
    `mutants: ${scoreOf(all).toFixed(1)} % of ${String(all.length)} noticed, ${String(unnamed)} survivors without a reason`,
  );
  if (scoreOf(all) < scoreMin || unnamed > 0) process.exitCode = 1;
}

main();

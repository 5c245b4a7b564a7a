import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { postgresBinaries } from '../../postgres/binaries.ts';
import { median } from '../figures.ts';
import { withPostgres, type TeamDatabase, type TeamServerOfBench } from '../team/server.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured, Skipped } from './rows.ts';

const acts = 100_000;
const payments = 2_000;
const fileRounds = 3;
const openRounds = 7;

/** What is measured of a team, one after another, each in a database of its own. */
const measures: readonly ((place: Place, server: TeamServerOfBench) => Promise<Measured>)[] = [
  measureClaims,
  measureNotes,
  measureOpening,
  measureFile,
  measureJoining,
  measureApprovals,
];

/** A team over a PostgreSQL of the run's own. Nothing is measured where none is installed. */
export async function measureTeam(place: Place): Promise<Measured | Skipped> {
  const binaries = postgresBinaries();
  if (binaries === null)
    return {
      skipped:
        'install PostgreSQL 15 or newer, such as the package postgresql, or name the folder of initdb in NOSTRO_POSTGRES_BIN.',
    };
  const measured: Measured[] = [];
  await withPostgres(binaries, async (server) => {
    for (const measure of measures) measured.push(await measure(place, server));
  });
  return {
    figures: Object.assign({}, ...measured.map(({ figures }) => figures)) as Measured['figures'],
    tables: measured.flatMap(({ tables = [] }) => tables),
  };
}

const of = (run: Run, name: string): number => run[name] ?? Number.NaN;
const medianOf = (runs: readonly Run[], name: string): number =>
  median(runs.map((run) => of(run, name)));

async function measureClaims(_: Place, server: TeamServerOfBench): Promise<Measured> {
  const { port, database } = await server.database('claims');
  const run = await runJson('../team/claims-run.ts', port, database);
  const figure = (name: string, unit: string): string =>
    `${of(run, name).toFixed(unit === 'ms' ? 1 : 0)} ${unit}`;
  const pace = (name: string) => [figure(`${name}P50Ms`, 'ms'), figure(`${name}P99Ms`, 'ms'), '–'];
  const rate = (name: string) => ['–', '–', figure(`${name}PerSecond`, 'a second')];
  return {
    figures: {
      'team.claimP99Ms': { value: of(run, 'claimP99Ms'), floor: of(run, 'plainP99Ms') },
    },
    tables: [
      {
        title: 'Claims beside plain transactions of the same PostgreSQL, one INSERT each, by turns',
        lines: [
          ['what', 'median', 'p99', 'as fast as it goes'],
          ['20 desks, 250 claims a second together', ...pace('claim')],
          ['the same, each with its outcome', ...pace('settled')],
          ['20 connections, 250 plain transactions', ...pace('plain')],
          ['one desk, a claim in an act', ...rate('claims')],
          ['one desk, 50 claims in an act', ...rate('batches')],
          ['one connection, plain transactions', ...rate('plain')],
        ],
      },
    ],
  };
}

async function measureNotes({ folder }: Place, server: TeamServerOfBench): Promise<Measured> {
  const { port, database } = await server.database('noted');
  const folders = [join(folder, 'note-writer'), join(folder, 'note-reader')];
  const run = await withBank({ entries: 0, accounts: 1 }, ({ url }) =>
    runJson('../team/note-run.ts', url, port, database, ...folders),
  );
  return {
    figures: { 'team.noteP95Ms': { value: of(run, 'noteP95Ms'), floor: of(run, 'plainP95Ms') } },
  };
}

/** Founds a team for the sandbox's desk of a folder. */
async function found(
  dataDir: string,
  { port, database }: TeamDatabase,
  movedTo: readonly number[] = [],
): Promise<string> {
  await runJson('../team/found-run.ts', dataDir, port, database, ...movedTo);
  return dataDir;
}

/** Measures opening, by turns without a team, with one, and with one whose server accepts the connection and stays silent. */
async function measureOpening({ folder }: Place, server: TeamServerOfBench): Promise<Measured> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const folders = [
    join(folder, 'open-alone'),
    await found(join(folder, 'open-team'), await server.database('opened')),
    await found(join(folder, 'open-away'), await server.database('away'), [port]),
  ];
  const runs: Run[][] = folders.map(() => []);
  await withBank({ entries: 0, accounts: 1 }, async ({ url }) => {
    // The first of each makes its files.
    for (let round = 0; round <= openRounds; round += 1)
      for (const [at, dataDir] of folders.entries()) {
        const run = await runJson('../team/open-run.ts', url, dataDir);
        if (round > 0) runs[at]?.push(run);
      }
  });
  silent.close();
  const [alone = [], team = [], away = []] = runs;
  const floor = medianOf(alone, 'ms');
  return {
    figures: {
      'team.openOverAlone': { value: medianOf(away, 'ms') / floor, floor },
      'team.memoryMb': {
        value: medianOf(team, 'mb') - medianOf(alone, 'mb'),
        floor: medianOf(alone, 'mb'),
      },
    },
    tables: [
      {
        title: `A bank opened, medians of ${openRounds}`,
        lines: [
          ['desk', 'open after', 'memory'],
          ...[
            ['alone', alone] as const,
            ['with a team', team] as const,
            ['with a team whose server does not answer', away] as const,
          ].map(([name, some]) => [
            name,
            `${medianOf(some, 'ms').toFixed(0)} ms`,
            `${medianOf(some, 'mb').toFixed(0)} MB`,
          ]),
        ],
      },
    ],
  };
}

/** A payment file, by turns with a team and alone. */
async function measureFile({ folder }: Place, server: TeamServerOfBench): Promise<Measured> {
  const [alone, team]: [Run[], Run[]] = [[], []];
  for (let round = 1; round <= fileRounds; round += 1) {
    const own = join(folder, `file-alone-${round}`);
    alone.push(await runJson('payment-file-run.ts', payments, 'timed', own));
    const database = await server.database(`file_${round}`);
    const shared = await found(join(folder, `file-team-${round}`), database);
    team.push(await runJson('payment-file-run.ts', payments, 'timed', shared));
  }
  const floor = medianOf(alone, 'seconds');
  return {
    figures: { 'team.fileOverAlone': { value: medianOf(team, 'seconds') / floor, floor } },
    tables: [
      {
        title: `A payment file of ${payments.toLocaleString('en-GB')} lines, by turns`,
        lines: [
          ['run', 'alone', 'with a team'],
          ...alone.map((run, at) => [
            String(at + 1),
            ...[run, team[at] ?? {}].map(
              (one) =>
                `${of(one, 'seconds').toFixed(1)} s, ${of(one, 'cpuSeconds').toFixed(1)} s of the processor, ${of(one, 'peakMb').toFixed(0)} MB`,
            ),
          ]),
        ],
      },
    ],
  };
}

async function measureJoining(_: Place, server: TeamServerOfBench): Promise<Measured> {
  const { port, database } = await server.database('joined');
  const run = await runJson('../team/join-run.ts', port, database, acts);
  return {
    figures: { 'team.joinSeconds': { value: of(run, 'seconds'), floor: of(run, 'floorSeconds') } },
  };
}

/** The cost of rules, compared with the same number of acts without them. No goal is named for it. */
async function measureApprovals({ folder }: Place, server: TeamServerOfBench): Promise<Measured> {
  const free = await server.database('free');
  const alone = await runJson('../team/join-run.ts', free.port, free.database, acts);
  const { port, database } = await server.database('ruled');
  const dataDir = join(folder, 'ruled');
  const ruled = await withBank({ entries: 0, accounts: 1 }, ({ url }) =>
    runJson('../team/approvals-run.ts', port, database, acts, dataDir, url),
  );
  const seconds = (run: Run, name: string, cpuName: string): string =>
    `${of(run, name).toFixed(1)} s, ${of(run, cpuName).toFixed(1)} s of the processor`;
  const ms = (name: string): string => `${of(ruled, name).toFixed(2)} ms`;
  const count = acts.toLocaleString('en-GB');
  return {
    figures: {},
    tables: [
      {
        title: `Approval rules at ${count} acts of one day: payments that are requested, approved, claimed and settled`,
        lines: [
          ['what', 'with rules', 'without'],
          [
            `${count} acts read, checked and stored by a newcomer`,
            seconds(ruled, 'joinSeconds', 'joinCpuSeconds'),
            seconds(alone, 'seconds', 'cpuSeconds'),
          ],
          [
            'the same acts folded anew from the own copy',
            seconds(ruled, 'foldSeconds', 'foldCpuSeconds'),
            '–',
          ],
          ['a claim checked before it is made, median', ms('judgeP50Ms'), '–'],
          ['the same, p99', ms('judgeP99Ms'), '–'],
          ['the same, of the processor', ms('judgeCpuMs'), '–'],
          ['the list of requests, 200 of them open, median', ms('listMs'), '–'],
          ['the same, of the processor', ms('listCpuMs'), '–'],
          ['the number of waiting requests, median', ms('countsMs'), '–'],
          ['a bank opened', ms('openMs'), '–'],
        ],
      },
    ],
  };
}

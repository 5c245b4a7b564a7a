import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { row } from '../../../electron/engines/store/database.ts';
import { openedCopy } from '../../support/team/opened-copy.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { test as withServer, useCluster } from '../../support/postgres/cluster.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const cluster = useCluster();

type Row = { n: number; person: string; kind: string; about: string; amount?: string };

const rowsOf = (out: string): Row[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

withServer(
  'an open window brings the log up to what it reads, before anybody looks at it',
  async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    expect((await ada.pay('INV-1')).code).toBe(0);
    const copy = await openedCopy(scene, ben.data);
    const { team } = copy;
    const { record } = team!.open!;
    const filled = () => row<{ n: number }>(record.copy, 'SELECT n FROM act_log_state')?.n ?? 0;
    // A command reads without it.
    expect((await team!.refresh({ correlationId: 'a test' })).ok).toBe(true);
    expect(filled()).toBe(0);
    team!.listen(() => undefined);
    expect((await team!.refresh({ correlationId: 'a test' })).ok).toBe(true);
    await expect.poll(filled).toBe(record.head.n);
    await copy.close();
  },
);

withServer(
  'a desk lists, searches and writes down what the team did, also while the server is away',
  async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    expect((await ada.pay('INV-1', '4050.00')).code).toBe(0);
    expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
    const log = async (...args: string[]) => rowsOf((await ada.run('team', 'log', ...args)).out);

    const claims = await log('--kind', 'claim');
    expect(claims.map(({ person, about, amount }) => [person, amount, about.slice(0, 13)])).toEqual(
      [
        ['Ben', undefined, 'Payment INV-2'],
        ['Ada', '4050.00', 'Payment INV-1'],
      ],
    );
    const all = await log();
    expect(all.map(({ n }) => n)).toEqual(all.map(({ n }) => n).toSorted((a, b) => b - a));
    expect(await log('--person', 'Ben', '--search', 'inv-2 accepted')).toMatchObject([
      { kind: 'settle', about: 'Payment INV-2: the bank accepted it.' },
    ]);
    expect(await log('--amount', '4000..', '--kind', 'claim')).toHaveLength(1);
    expect(await log('--amount', '..4000')).toEqual([]);
    expect(await log('--to', '2026-01-01', '--from', '2025-01-01')).toEqual([]);
    expect(await log('--limit', '2')).toEqual(all.slice(0, 2));

    const file = scene.at('log.json');
    expect((await ada.run('team', 'log', '--format', 'json', '--out', file)).code).toBe(0);
    const written = JSON.parse(readFileSync(file, 'utf8')) as {
      acts: unknown[];
      head: { n: number };
    };
    expect(written.acts).toHaveLength(written.head.n);
    expectError(
      await ada.run('team', 'log', '--format', 'csv', '--out', file),
      1,
      'file.unwritable',
    );
    expect((await ada.run('team', 'log', '--format', 'csv', '--out', file, '--replace')).code).toBe(
      0,
    );
    expectError(
      await ada.run('team', 'log', '--person', 'Cleo'),
      1,
      'input.invalid',
      'There are Ada, Ben',
    );
    expectError(await ada.run('team', 'log', '--kind', 'claims'), 1, 'input.invalid', 'claim');

    // The last test that needs the server.
    await cluster.server().stop();
    const offline = await ada.run('team', 'log', '--kind', 'claim');
    expect([offline.code, rowsOf(offline.out)]).toEqual([0, claims]);
    expect(offline.error().code).toBe('team.unreachable');
  },
  120_000,
);

test.each([
  [['--amount', 'many']],
  [['--amount', '2..1']],
  [['--amount', '..']],
  [['--from', '2026-02-30']],
  [['--format', 'csv']],
  [['--out', 'a.csv']],
  [['--replace']],
  [['--format', 'pdf', '--out', 'a.pdf']],
  [['--limit', '5', '--format', 'csv', '--out', 'a.csv']],
])('wrong use: team log %j', async (args) => {
  const run = await runCommand(['--data-dir', tempFolder(), 'team', 'log', ...args]);
  expect([run.code, run.out]).toEqual([2, '']);
});

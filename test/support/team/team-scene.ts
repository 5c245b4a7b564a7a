import { expect } from 'vitest';

import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import type { Cluster, Database } from '../postgres/cluster.ts';
import { startDelta } from '../banks/delta.ts';
import type { CliRun } from '../programs/cli.ts';
import { commandLineAt, type Run } from '../programs/command-line.ts';
import { runAtTerminal, runWithoutTerminal, type TerminalRun } from '../programs/terminal.ts';

/** One data folder of the team. */
export type TeamPerson = {
  readonly data: string;
  readonly run: Run;
  /** `team …`; prints its JSON. Fails where the command does. */
  readonly team: <T = Record<string, unknown>>(...args: string[]) => Promise<T>;
  /** `team …` in a process at a terminal, where a person types the answer. */
  readonly atTerminal: (answer: string, ...args: string[]) => Promise<CliRun>;
  /** The same for any command. */
  readonly typing: (answer: string, ...args: string[]) => Promise<TerminalRun>;
  /** The same in a process that has no terminal; the text comes on standard input. */
  readonly withoutTerminal: (input: string, ...args: string[]) => Promise<CliRun>;
  /** Pays 10.00 EUR, or another amount, to B-1; more arguments follow. */
  readonly pay: (reference: string, amount?: string, ...more: string[]) => Promise<CliRun>;
};

/** A bank, a database with an empty record, and as many desks as are asked for. */
export async function teamScene(
  cluster: Cluster,
  startBank: typeof startDelta = startDelta,
  { clock = systemClock }: { readonly clock?: Clock } = {},
) {
  const database = await cluster.database();
  const line = await commandLineAt(startBank(), { clock });
  const { bank, folder, write, at, over, file, env } = line;
  const person = (name: string): TeamPerson => {
    const run = over(at(name));
    return {
      data: at(name),
      run,
      team: async <T>(...args: string[]) => {
        const done = await run('team', ...args);
        expect([args[0], done.err, done.code]).toEqual([args[0], '', 0]);
        return done.json<T>();
      },
      atTerminal: (answer, ...args) =>
        runAtTerminal(['--bank', file, '--data-dir', at(name), 'team', ...args], env, answer),
      typing: (answer, ...args) =>
        runAtTerminal(['--bank', file, '--data-dir', at(name), ...args], env, answer),
      withoutTerminal: (input, ...args) =>
        runWithoutTerminal(['--bank', file, '--data-dir', at(name), 'team', ...args], env, input),
      pay: (reference, amount = '10.00', ...more) =>
        run(
          'pay',
          '--input',
          JSON.stringify({
            ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
            ...{ amount, currency: 'EUR' },
          }),
          ...more,
        ),
    };
  };
  return { bank, database, folder, write, at, person };
}

export type TeamScene = Awaited<ReturnType<typeof teamScene>>;

/** The arguments of `team found` over a database. */
export async function foundArguments(
  cluster: Cluster,
  database: Database,
  write: TeamScene['write'],
  { name = 'Ada', port = cluster.address().port } = {},
): Promise<string[]> {
  const login = await database.makeLogin('founder');
  const password = write('first-password.txt', `${login}\n`);
  const url = `postgres://${login}@127.0.0.1:${port}/${database.name}`;
  return ['found', '--database', url, '--name', name, '--password-file', password];
}

/** Ada founds, Ben joins. */
export async function twoDesks(cluster: Cluster, scene: TeamScene, port?: number) {
  const { database, write, at, person } = scene;
  const [ada, ben] = [person('ada'), person('ben')];
  await ada.team(...(await foundArguments(cluster, database, write, { port })));
  await join(ada, ben, 'Ben', at('ben.json'));
  return { ada, ben };
}

/** Has a desk join: invitation, six words, admission. */
export async function join(
  admin: TeamPerson,
  newcomer: TeamPerson,
  name: string,
  file: string,
  role = 'admin',
) {
  await admin.team('invite', '--name', name, '--role', role, '--out', file);
  const { words } = await newcomer.team<{ words: string[] }>('join', '--invitation', file);
  await admin.team('admit', '--words', words.join(' '));
  await newcomer.team('join', '--invitation', file);
}

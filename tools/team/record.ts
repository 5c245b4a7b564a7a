import { execFileSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { Client } from 'pg';

import { teamSchema } from '../../electron/engines/team-record/postgres/schema.ts';
import {
  giveToServer,
  initialise,
  programOptions,
  run,
  type ServerPlace,
} from '../postgres/server.ts';

/** The name of the team's database. */
export const database = 'team';
const superuser = 'administrator';

/** A running PostgreSQL. */
export type TeamServer = { readonly stop: () => Promise<void> };

export const newPassword = (): string => randomBytes(24).toString('base64url');

/**
 * Makes a PostgreSQL with an empty record, and a login that may found a team in it. Nobody has the superuser's password afterwards: its
 * files belong to the person who started it.
 */
export async function makeRecord(
  place: ServerPlace,
  port: number,
  founder: { readonly login: string; readonly password: string },
): Promise<TeamServer> {
  const password = newPassword();
  const passwordFile = join(place.folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToServer(passwordFile);
  initialise(place, superuser, passwordFile, ['--no-sync']);
  rmSync(passwordFile);
  const server = await startRecord(place, port);
  const at = { host: '127.0.0.1', port, user: superuser, password };
  await withClient({ ...at, database: 'postgres' }, (root) =>
    root.query(`CREATE DATABASE ${database}`),
  );
  await withClient({ ...at, database }, async (root) => {
    await root.query(teamSchema);
    await root.query('SELECT nostro.make_login($1, $2)', [founder.login, founder.password]);
  });
  return server;
}

async function withClient(
  at: ConstructorParameters<typeof Client>[0],
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client(at);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const settings = ['unix_socket_directories=', 'shared_buffers=16MB', 'max_connections=50'];

/** Starts a PostgreSQL that was made before. It ends with this process, unless that is killed. Throws with PostgreSQL's log. */
export async function startRecord(place: ServerPlace, port: number): Promise<TeamServer> {
  // Windows would open a console for a group of its own.
  const isApart = process.platform !== 'win32';
  const { process: server } = await run(place, { port, settings, isApart });
  const endFast = (): void => void server.kill('SIGINT');
  process.once('exit', endFast);
  return {
    stop: async () => {
      process.off('exit', endFast);
      await ended(server, endFast);
    },
  };
}

async function ended(server: ChildProcess, end: () => void): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  end();
  await exit;
}

/**
 * Stops a PostgreSQL that was left running because its starter was killed. Its note names a process. Another one may have that number
 * since, so that it is stopped only where a PostgreSQL answers at its port.
 */
export async function stopLeftover(place: ServerPlace): Promise<void> {
  const note = join(place.folder, 'data', 'postmaster.pid');
  if (!existsSync(note)) return;
  const port = Number(readFileSync(note, 'utf8').split('\n')[3]);
  if (!(await isPostgres(port))) return;
  const args = ['stop', '-D', join(place.folder, 'data'), '-m', 'fast', '-w'];
  execFileSync(join(place.binaries, 'pg_ctl'), args, {
    ...programOptions(place),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** PostgreSQL's question whether a server offers TLS: its length, and a number that no other protocol begins with. */
const tlsQuestion = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const answerMs = 2_000;

/** Does a PostgreSQL answer on loopback? */
function isPostgres(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: answerMs });
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => socket.write(tlsQuestion));
    socket.once('data', (bytes) => {
      answer(['N', 'S'].includes(bytes.toString('latin1', 0, 1)));
    });
    for (const end of ['error', 'timeout', 'close'] as const)
      socket.once(end, () => {
        answer(false);
      });
  });
}

import { Client } from 'pg';

import { teamSchema } from '../../../electron/engines/team-record/postgres/schema.ts';
import { startServer, superuser } from '../../../test/support/postgres/server.ts';

/** As PostgreSQL is set up from its package: what is committed is on the disk. */
const settings = ['fsync=on', 'shared_buffers=128MB', 'max_connections=100'];

/** A database with the schema of a team's record, for the programs of the bench. */
export type TeamDatabase = {
  readonly port: number;
  readonly database: string;
  /** Login of the desk that founds the team; its first password is the same. */
  readonly login: string;
};

/** The PostgreSQL of the bench. */
export type TeamServerOfBench = {
  /** A new database with an empty record. */
  readonly database: (name: string) => Promise<TeamDatabase>;
};

/** Starts a PostgreSQL of the run's own, in a temporary folder, for as long as the work takes. */
export async function withPostgres<T>(
  binaries: string,
  work: (server: TeamServerOfBench) => Promise<T>,
): Promise<T> {
  const { port, stop } = await startServer(binaries, { settings });
  const database = (name: string): Promise<TeamDatabase> => emptyRecord(port, name);
  try {
    return await work({ database });
  } finally {
    await stop();
  }
}

async function emptyRecord(port: number, database: string): Promise<TeamDatabase> {
  const root = await asSuperuser({ port, database: 'postgres' });
  await root.query(`CREATE DATABASE ${database}`);
  await root.end();
  const inside = await asSuperuser({ port, database });
  await inside.query(teamSchema);
  const login = `nostro_${database}`;
  await inside.query('SELECT nostro.make_login($1, $2)', [login, login]);
  await inside.end();
  return { port, database, login };
}

/** A connection that may do everything: for floors, and for rows that are written in bulk. */
export async function asSuperuser({
  port,
  database,
}: Pick<TeamDatabase, 'port' | 'database'>): Promise<Client> {
  const account = { user: superuser, password: superuser };
  const client = new Client({ host: '127.0.0.1', port, database, ...account });
  // A query that fails says why; a server that ends with the run is no news.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The database that the arguments of a program name: PORT DATABASE. */
export const databaseIn = ([port = '', database = '']: readonly string[]): TeamDatabase => ({
  ...{ port: Number(port), database },
  login: `nostro_${database}`,
});

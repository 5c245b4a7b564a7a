import { Client } from 'pg';
import { afterAll, beforeAll, onTestFinished, test as plainTest } from 'vitest';

import { teamSchema } from '../../../electron/engines/team-record/postgres/schema.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { startServer, superuser, type Server, type ServerSetup } from './server.ts';

const binaries = postgresBinaries();
if (binaries === null)
  console.warn(
    'SKIPPED: no PostgreSQL is installed here, so no test of the team’s record runs. Set NOSTRO_POSTGRES_BIN to the folder of initdb.',
  );

/** A test that needs PostgreSQL; it is skipped where there is none. */
export const test = plainTest.skipIf(binaries === null);

/** A database with the schema of a team's record. */
export type Database = {
  readonly name: string;
  /** Connects as the superuser. */
  readonly asSuperuser: () => Promise<Client>;
  readonly connect: (login: string, password: string) => Promise<Client>;
  /** Makes a login of a desk, as the administrator of the database does. Its name has the database's number, because logins belong to
   * the whole cluster; the password is the same. */
  readonly makeLogin: (name: string) => Promise<string>;
};

export type Cluster = {
  /** Where the server listens: TCP, and the folder of its Unix socket. */
  readonly address: () => { readonly host: string; readonly port: number; readonly socket: string };
  /** The end of the server's log. */
  readonly log: () => string;
  readonly server: () => Server;
  /** A connection that ends with the test. */
  readonly connect: (database: string, login: string, password: string) => Promise<Client>;
  readonly asSuperuser: (database?: string) => Promise<Client>;
  /** A database for one test. */
  readonly database: () => Promise<Database>;
};

/** Starts one PostgreSQL for the tests of a file. */
export function useCluster(setup: () => ServerSetup = () => ({})): Cluster {
  let server: Server | undefined;
  let count = 0;
  beforeAll(async () => {
    if (binaries !== null) server = await startServer(binaries, setup());
  });
  afterAll(() => server?.stop());
  const running = (): Server => {
    if (server === undefined) throw new Error('There is no PostgreSQL.');
    return server;
  };
  const address: Cluster['address'] = () => {
    const { port, socket } = running();
    return { host: '127.0.0.1', port, socket };
  };
  const connect: Cluster['connect'] = async (database, user, password) => {
    const { host, port } = address();
    const client = new Client({ host, port, database, user, password });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  };
  const asSuperuser: Cluster['asSuperuser'] = (database = 'postgres') =>
    connect(database, superuser, superuser);
  return {
    ...{ address, connect, asSuperuser, log: () => running().log(), server: running },
    database: async () => {
      count += 1;
      const name = `team_${count}`;
      const root = await asSuperuser();
      if (count === 1) await makeTemplate(root, asSuperuser);
      await root.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      // A template gives its tables to a database, but not its rights.
      await root.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
      const inside = await asSuperuser(name);
      return {
        name,
        asSuperuser: () => asSuperuser(name),
        connect: (login, password) => connect(name, login, password),
        makeLogin: async (login) => {
          const unique = `nostro_${login}_${count}`;
          await inside.query('SELECT nostro.make_login($1, $2)', [unique, unique]);
          return unique;
        },
      };
    },
  };
}

export const template = 'team_template';

async function makeTemplate(root: Client, asSuperuser: Cluster['asSuperuser']): Promise<void> {
  await root.query(`CREATE DATABASE ${template}`);
  const inside = await asSuperuser(template);
  await inside.query(teamSchema);
  await inside.end();
}

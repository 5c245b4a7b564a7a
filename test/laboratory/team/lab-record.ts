import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { teamSchema } from '../../../electron/engines/team-record/postgres/schema.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { startServer, superuser, type Server } from '../../support/postgres/server.ts';
import { hasDump } from '../../support/postgres/snapshot.ts';
import { pause } from '../../support/randoms.ts';
import { mainDatabase, type LabDatabase } from './record-line.ts';

const clockFile = 'lab_clock';

/** Its clock is the laboratory's: a file that all databases of the server read. Setting it needs no query. */
const clockSql = `CREATE SCHEMA lab;
GRANT USAGE ON SCHEMA lab TO PUBLIC;
CREATE FUNCTION lab.now() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER AS $$
  SELECT to_timestamp(pg_read_file('${clockFile}')::numeric / 1000)
$$;
`;

const schema = clockSql + teamSchema.replaceAll('clock_timestamp()', 'lab.now()');

/** Nothing runs in the background, and nothing is written for a standby or against half a page on the disk. */
const settings = [
  ...['autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['full_page_writes=off', 'max_parallel_workers=0'],
];

const beginning = 'lab_start';

export type Backup = { readonly how: 'copied' | 'dumped'; readonly name: string };

export type ServedAct = { readonly n: number; readonly digest: string };

/** The PostgreSQL of the laboratory: one server, a database a history from a template. */
export class LabRecord {
  readonly #server: Server;
  /** One to each database, while nothing needs that database free. */
  readonly #clients = new Map<string, Client>();
  #backups = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a server with an empty record. */
  static async start(binaries: string): Promise<LabRecord> {
    const record = new LabRecord(await startServer(binaries, { settings }));
    record.setTime(0);
    await record.run(`CREATE DATABASE ${mainDatabase}`);
    await record.inside(mainDatabase, schema);
    return record;
  }

  get port(): number {
    return this.#server.port;
  }

  async stop(): Promise<void> {
    await this.#leaveAll();
    await this.#server.stop();
  }

  /** What the record is now is what each history begins with. */
  async keepAsBeginning(): Promise<void> {
    await this.#free(mainDatabase);
    await this.run(`ALTER DATABASE ${mainDatabase} RENAME TO ${beginning}`);
  }

  /** A record as at the beginning, and nothing else. */
  async begin(logins: readonly string[]): Promise<void> {
    const { rows } = await this.run<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'lab\\_%' AND datname <> '${beginning}'`,
    );
    for (const { name } of rows) await this.#drop(name);
    for (const login of logins) await this.run(`ALTER ROLE ${login} LOGIN`);
    this.#backups = 0;
    await this.#copy(beginning, mainDatabase);
  }

  /** Sets its clock, in milliseconds since 1970. */
  setTime(ms: number): void {
    const file = join(this.#server.data, clockFile);
    writeFileSync(`${file}.new`, String(Math.floor(ms)));
    renameSync(`${file}.new`, file);
  }

  /** npm's PostgreSQL cannot dump: it copies instead. */
  async backUp(wanted: Backup['how']): Promise<Backup> {
    const how = hasDump ? wanted : 'copied';
    this.#backups += 1;
    const name = `lab_old_${this.#backups}`;
    if (how === 'copied') await this.#copy(mainDatabase, name);
    else this.#program('pg_dump', '-d', mainDatabase, '--format=custom', `--file=${fileOf(name)}`);
    return { how, name };
  }

  async restore({ how, name }: Backup): Promise<void> {
    await this.#drop(mainDatabase);
    if (how === 'copied') {
      await this.#copy(name, mainDatabase);
      return;
    }
    await this.run(`CREATE DATABASE ${mainDatabase}`);
    this.#program('pg_restore', '-d', mainDatabase, fileOf(name));
  }

  removeDumps(): void {
    for (let n = 1; n <= this.#backups; n += 1) rmSync(fileOf(`lab_old_${n}`), { force: true });
  }

  /** A second record with the same history. */
  async fork(): Promise<void> {
    await this.#drop('lab_fork');
    await this.#copy(mainDatabase, 'lab_fork');
  }

  async crash(): Promise<void> {
    await this.#leaveAll();
    await this.#server.crash();
  }

  /** What an administrator of the database can do for a login that the team has closed; false where it has not. */
  async reopen(login: string): Promise<boolean> {
    await this.run(`ALTER ROLE ${login} LOGIN`);
    const sql = `UPDATE nostro.desk SET open = true WHERE login = '${login}' AND NOT open RETURNING 1`;
    return (await this.inside(mainDatabase, sql)).length > 0;
  }

  /** Numbers and digests of all acts, in their order. */
  async acts(database: LabDatabase): Promise<readonly ServedAct[]> {
    const sql = "SELECT n::int, encode(digest, 'hex') AS digest FROM nostro.act ORDER BY n";
    return (await this.inside(database, sql)) as ServedAct[];
  }

  async inside(database: LabDatabase, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = await this.#connected(database);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  }

  async run<T extends object = object>(sql: string): Promise<{ rows: T[] }> {
    const client = await this.#connected('postgres');
    return client.query<T>(sql);
  }

  /** The connection to a database, a new one where that has ended. */
  async #connected(database: string): Promise<Client> {
    const open = this.#clients.get(database);
    if (open !== undefined) return open;
    const client = this.#client(database);
    const ended = (): void => {
      if (this.#clients.get(database) === client) this.#clients.delete(database);
    };
    client.on('error', ended).on('end', ended);
    await client.connect();
    this.#clients.set(database, client);
    return client;
  }

  async #leave(database: string): Promise<void> {
    const client = this.#clients.get(database);
    this.#clients.delete(database);
    await client?.end().catch(() => undefined);
  }

  async #leaveAll(): Promise<void> {
    for (const name of this.#clients.keys()) await this.#leave(name);
  }

  async #copy(from: string, to: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await this.#free(from);
      try {
        await this.run(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
        break;
      } catch (cause) {
        // A desk connected anew in between.
        if ((cause as { code?: unknown }).code !== objectInUse || tries === copyTriesMax)
          throw cause;
      }
    }
    // A template gives its tables to a database, but not its rights.
    await this.run(`REVOKE TEMPORARY ON DATABASE ${to} FROM PUBLIC`);
  }

  /** Removes a database, where there is one. */
  async #drop(name: string): Promise<void> {
    await this.#free(name);
    await this.run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** Ends all connections to a database, also of those who connect meanwhile. PostgreSQL itself would look again after 100 ms only. */
  async #free(name: string): Promise<void> {
    await this.#leave(name);
    const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
    while ((await this.run(ended)).rows.length > 0) await pause(1);
  }

  #client(database: string): Client {
    const { port } = this.#server;
    const client = new Client({
      ...{ host: '127.0.0.1', port, database, user: superuser, password: superuser },
    });
    client.on('error', () => undefined);
    return client;
  }

  #program(name: string, ...args: string[]): void {
    const where = ['-h', '127.0.0.1', '-p', String(this.#server.port), '-U', superuser];
    execFileSync(join(postgresBinaries() ?? '', name), [...where, ...args], {
      env: { ...process.env, PGPASSWORD: superuser },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

/** SQLSTATE of a database that cannot be copied, since somebody is connected with it. */
const objectInUse = '55006';
const copyTriesMax = 100;

const fileOf = (name: string): string => join(tmpdir(), `nostro-${process.pid}-${name}.dump`);

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { teamSchema } from '../../../electron/engines/team-record/postgres/schema.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { startServer, superuser, type Server } from '../../support/postgres/server.ts';
import { mainDatabase, type LabDatabase } from './record-line.ts';

/** Its clock is the laboratory's: a comment that all databases of the server share. */
const clockSql = `CREATE FUNCTION lab_now() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT to_timestamp(shobj_description('nostro_desk'::regrole, 'pg_authid')::numeric / 1000)
$$;
`;

const schema = teamSchema
  .replace('CREATE TABLE IF NOT EXISTS version', (table) => clockSql + table)
  .replaceAll('clock_timestamp()', 'lab_now()');

const beginning = 'lab_start';

export type Backup = { readonly how: 'copied' | 'dumped'; readonly name: string };

/** The PostgreSQL of the laboratory: one server, a database a history from a template. */
export class LabRecord {
  readonly #server: Server;
  #root: Client | null = null;
  #backups = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a server with an empty record. */
  static async start(binaries: string): Promise<LabRecord> {
    const record = new LabRecord(await startServer(binaries));
    await record.run(`CREATE DATABASE ${mainDatabase}`);
    await record.inside(mainDatabase, schema);
    return record;
  }

  get port(): number {
    return this.#server.port;
  }

  async stop(): Promise<void> {
    await this.#root?.end().catch(() => undefined);
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
    for (const { name } of rows) await this.run(`DROP DATABASE ${name} WITH (FORCE)`);
    for (const login of logins) await this.run(`ALTER ROLE ${login} LOGIN`);
    this.#backups = 0;
    await this.#copy(beginning, mainDatabase);
  }

  async setTime(ms: number): Promise<void> {
    await this.run(`COMMENT ON ROLE nostro_desk IS '${Math.floor(ms)}'`);
  }

  async backUp(how: Backup['how']): Promise<Backup> {
    this.#backups += 1;
    const name = `lab_old_${this.#backups}`;
    if (how === 'copied') await this.#copy(mainDatabase, name);
    else this.#program('pg_dump', '-d', mainDatabase, '--format=custom', `--file=${fileOf(name)}`);
    return { how, name };
  }

  async restore({ how, name }: Backup): Promise<void> {
    await this.run(`DROP DATABASE ${mainDatabase} WITH (FORCE)`);
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
    await this.run('DROP DATABASE IF EXISTS lab_fork WITH (FORCE)');
    await this.#copy(mainDatabase, 'lab_fork');
  }

  async crash(): Promise<void> {
    await this.#server.crash();
  }

  /** What an administrator of the database can do for a login that the team has closed; false where it has not. */
  async reopen(login: string): Promise<boolean> {
    await this.run(`ALTER ROLE ${login} LOGIN`);
    const sql = `UPDATE nostro.desk SET open = true WHERE login = '${login}' AND NOT open RETURNING 1`;
    return (await this.inside(mainDatabase, sql)).length > 0;
  }

  async inside(database: LabDatabase, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = this.#client(database);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  }

  /** Over one connection to the server, a new one where that has ended. */
  async run<T extends object = object>(sql: string): Promise<{ rows: T[] }> {
    if (this.#root === null) {
      const root = this.#client('postgres');
      const ended = (): void => {
        if (this.#root === root) this.#root = null;
      };
      root.on('error', ended).on('end', ended);
      await root.connect();
      this.#root = root;
    }
    return this.#root.query<T>(sql);
  }

  async #copy(from: string, to: string): Promise<void> {
    await this.#free(from);
    await this.run(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
    // A template gives its tables to a database, but not its rights.
    await this.run(`REVOKE TEMPORARY ON DATABASE ${to} FROM PUBLIC`);
  }

  /** Ends all connections to a database. */
  async #free(name: string): Promise<void> {
    const others = `FROM pg_stat_activity WHERE datname = '${name}'`;
    const { rows } = await this.run(`SELECT pg_terminate_backend(pid, 5000) ${others}`);
    // Whoever lost its connection may be quick to make another.
    if (rows.length > 0) await this.#free(name);
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

const fileOf = (name: string): string => join(tmpdir(), `nostro-${process.pid}-${name}.dump`);

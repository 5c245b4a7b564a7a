import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { template, type Cluster, type Database } from './cluster.ts';
import { superuser } from './server.ts';

export type Snapshot = {
  /** Puts the database back as it was; connections to it end. */
  readonly restore: () => Promise<void>;
};

/** Copies a database inside its cluster. Connections to it end. */
export async function snapshotOf(cluster: Cluster, { name }: Database): Promise<Snapshot> {
  const root = await cluster.asSuperuser();
  const copy = `${name}_copy`;
  await root.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ]);
  await root.query(`DROP DATABASE IF EXISTS ${copy}`);
  await root.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
  return { restore: () => anew(cluster, name, copy) };
}

/** A database with the schema and nothing in it, as after a loss without a backup. */
export const wipe = (cluster: Cluster, { name }: Database): Promise<void> =>
  anew(cluster, name, template);

async function anew(cluster: Cluster, name: string, from: string): Promise<void> {
  const root = await cluster.asSuperuser();
  await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await root.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
  // A template gives its tables to a database, but not its rights.
  await root.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
}

const dumpProgram = (name: string): string => join(postgresBinaries() ?? '', name);

/** Are the programs there that make and restore a backup? */
export const hasDump = existsSync(dumpProgram('pg_dump')) && existsSync(dumpProgram('pg_restore'));

/** Makes a backup with pg_dump. It is restored into a new database of the same name by pg_restore, as most do: without its rights. */
export function dumpOf(cluster: Cluster, { name }: Database, file: string): Snapshot {
  const { port } = cluster.address();
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', superuser, '-d', name];
  const run = (program: string, ...args: string[]) =>
    execFileSync(dumpProgram(program), [...where, ...args], {
      env: { ...process.env, PGPASSWORD: superuser },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  rmSync(file, { force: true });
  run('pg_dump', '--format=custom', `--file=${file}`);
  return {
    restore: async () => {
      const root = await cluster.asSuperuser();
      await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await root.query(`CREATE DATABASE ${name}`);
      run('pg_restore', file);
    },
  };
}

/** Moves a database to another server: a dump with its rights, and the roles of the team with their passwords. */
export async function moveTo(
  from: Cluster,
  to: Cluster,
  { name }: Database,
  file: string,
): Promise<void> {
  const run = (program: string, { address }: Cluster, database: string, ...args: string[]) =>
    execFileSync(
      dumpProgram(program),
      ['-h', '127.0.0.1', '-p', String(address().port), '-U', superuser, '-d', database, ...args],
      { env: { ...process.env, PGPASSWORD: superuser }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  const [old, root] = [await from.asSuperuser(), await to.asSuperuser()];
  const { rows } = await old.query<{ sql: string }>(
    `SELECT format('CREATE ROLE %I %s PASSWORD %L', rolname,
       CASE WHEN rolcanlogin THEN 'LOGIN' ELSE 'CREATEROLE' END, rolpassword) AS sql
     FROM pg_authid WHERE rolname LIKE 'nostro%'
     UNION ALL SELECT format('GRANT nostro_desk TO %I', rolname) FROM pg_roles WHERE rolname LIKE 'nostro%' AND rolcanlogin`,
  );
  for (const { sql } of rows)
    await root.query(`DO $do$ BEGIN ${sql}; EXCEPTION WHEN duplicate_object THEN NULL; END $do$`);
  rmSync(file, { force: true });
  run('pg_dump', from, name, '--format=custom', `--file=${file}`);
  run('pg_restore', to, 'postgres', '--create', file);
}

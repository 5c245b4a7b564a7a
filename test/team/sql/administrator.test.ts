import { expect } from 'vitest';

import {
  schemaVersion,
  teamSchema,
} from '../../../electron/engines/team-record/postgres/schema.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { codeOf, deskOf, enrol, revoke } from '../../support/postgres/team-desk.ts';
import { actKeys } from '../../support/postgres/signed-act.ts';
import { claimsOf } from './claims.ts';
import { scramVerifier } from '../../../electron/engines/team-record/postgres/scram.ts';

// The roles of a record belong to the whole cluster, so an administrator makes them in a cluster without them.
const cluster = useCluster();

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (cause: unknown) => (cause as Error).message,
  );

/** A database that an administrator owns who may create roles and nothing more, as a managed PostgreSQL gives it. */
async function managedDatabase(name: string) {
  const root = await cluster.asSuperuser();
  const exists = (await root.query("SELECT FROM pg_roles WHERE rolname = 'administrator'"))
    .rowCount;
  if (exists === 0)
    await root.query(
      "CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD 'administrator'",
    );
  await root.query(`CREATE DATABASE ${name} OWNER administrator`);
  return cluster.connect(name, 'administrator', 'administrator');
}

test('an administrator who is no superuser makes the record, and a team works in it', async () => {
  const administrator = await managedDatabase('managed');
  await administrator.query(teamSchema);
  await administrator.query("SELECT nostro.make_login('nostro_founder', 'first password')");
  const connect = (login: string, password: string) => cluster.connect('managed', login, password);
  const a = deskOf('nostro_founder', await connect('nostro_founder', 'first password'), actKeys());
  expect((await a.client.query('SELECT version FROM nostro.version')).rows).toEqual([
    { version: schemaVersion },
  ]);
  await a.write('found', 'found');
  await a.client.query('SELECT nostro.invite($1, $2)', ['nostro_second', scramVerifier('second')]);
  const b = deskOf('nostro_second', await connect('nostro_second', 'second'), actKeys());
  await enrol(a, b);
  await b.write('append', 'note');
  await revoke(b, a);
  expect(await codeOf(a.write('append', 'note'))).toBe('NO009');
  expect(await codeOf(connect('nostro_founder', 'first password'))).toBe('28000');
  expect(await codeOf(connect('nostro_second', 'second'))).toBe('done');
});

test('the administrator is not left as a member of the owner, and the owner cannot log in', async () => {
  const administrator = await managedDatabase('members');
  await administrator.query(teamSchema);
  const { rows } = await administrator.query<{ name: string; uses: boolean }>(
    `SELECT r.rolname AS name, pg_has_role('administrator', r.oid, 'USAGE') AS uses, r.rolcanlogin
     FROM pg_roles r WHERE rolname IN ('nostro_owner', 'nostro_desk') ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'nostro_desk', uses: false, rolcanlogin: false },
    { name: 'nostro_owner', uses: false, rolcanlogin: false },
  ]);
  expect(await codeOf(administrator.query('UPDATE nostro.head SET n = 9'))).toBe('42501');
});

test('a second database of the same server gets a record with the same roles', async () => {
  const root = await cluster.asSuperuser();
  await root.query('CREATE DATABASE another');
  const inside = await cluster.asSuperuser('another');
  await inside.query(teamSchema);
  await inside.query("SELECT nostro.make_login('nostro_another', 'password')");
  const desk = deskOf(
    'nostro_another',
    await cluster.connect('another', 'nostro_another', 'password'),
    actKeys(),
  );
  expect(await codeOf(desk.write('found', 'found'))).toBe('done');
});

/** What version 2 added, taken away again. */
const toFirstVersion = `DROP FUNCTION nostro.renew(bytea, bytea, bytea), nostro.write_renew(jsonb), nostro.check_new_key(text);
  ALTER TABLE nostro.version DROP oldest; ALTER TABLE nostro.desk DROP since; UPDATE nostro.version SET version = 1`;

test('the file of a newer Nostro adds to a record, and leaves what is in it', async () => {
  const administrator = await managedDatabase('older');
  await administrator.query(teamSchema);
  await administrator.query("SELECT nostro.make_login('nostro_older', 'password')");
  const client = await cluster.connect('older', 'nostro_older', 'password');
  const desk = deskOf('nostro_older', client, actKeys());
  await desk.write('found', 'found');
  await desk.write('claim', 'claim', claimsOf('INV-1/rent'));
  const contents = async () =>
    (
      await client.query<object>(
        'SELECT * FROM nostro.act, nostro.claim, nostro.head ORDER BY act.n',
      )
    ).rows;
  const before = await contents();
  const root = await cluster.asSuperuser('older');
  await root.query(toFirstVersion);
  expect(await codeOf(desk.write('renew', 'renew', { key: actKeys().key }))).toBe('42883');

  await administrator.query(teamSchema);
  expect(await contents()).toEqual(before);
  const { rows } = await client.query('SELECT version, oldest FROM nostro.version');
  expect(rows).toEqual([{ version: schemaVersion, oldest: 1 }]);
  // The same file once more changes nothing.
  await administrator.query(teamSchema);
  expect(await contents()).toEqual(before);
  expect(await codeOf(desk.write('append', 'note'))).toBe('done');
  expect(await codeOf(client.query('SELECT nostro.lock_head()'))).toBe('42501');
  expect(await codeOf(desk.write('renew', 'renew', { key: actKeys().key }))).toBe('done');
  expect(await codeOf(administrator.query('UPDATE nostro.head SET n = 9'))).toBe('42501');
});

test('a file that is older than the record, and a schema of another program, are left', async () => {
  const database = await cluster.database();
  const root = await database.asSuperuser();
  await root.query('UPDATE nostro.version SET version = 99');
  expect(await messageOf(root.query(teamSchema))).toBe(
    `The record has the schema 99, and this file is for ${schemaVersion}. Nothing was changed.`,
  );
  await root.query('ROLLBACK');
  expect((await root.query('SELECT version FROM nostro.version')).rows).toEqual([{ version: 99 }]);
  await (await cluster.asSuperuser()).query('CREATE DATABASE of_another');
  const other = await cluster.asSuperuser('of_another');
  await other.query('CREATE SCHEMA nostro');
  expect(await messageOf(other.query(teamSchema))).toBe(
    'This database has a schema nostro that is no record of a team. Nothing was changed.',
  );
});

test('a database in which logins keep the right to make temporary tables gets no record', async () => {
  await cluster.database();
  const root = await cluster.asSuperuser();
  await root.query(`CREATE ROLE stranger LOGIN CREATEROLE PASSWORD 'stranger';
    GRANT nostro_owner TO stranger WITH ADMIN OPTION`);
  await root.query('CREATE DATABASE foreign_owner');
  await root.query('GRANT CREATE ON DATABASE foreign_owner TO stranger');
  const stranger = await cluster.connect('foreign_owner', 'stranger', 'stranger');
  expect(await messageOf(stranger.query(teamSchema))).toContain('Only the owner of this database');
  await stranger.query('ROLLBACK');
  expect((await stranger.query("SELECT to_regnamespace('nostro') AS made")).rows).toEqual([
    { made: null },
  ]);
});

test('a database in another encoding gets no record', async () => {
  const root = await cluster.asSuperuser();
  await root.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
  const inside = await cluster.asSuperuser('latin');
  expect(await messageOf(inside.query(teamSchema))).toBe(
    'The record of a team needs a database in UTF8. Nothing was changed.',
  );
});

test('only whoever administers the database makes a login by itself, under a name of the team', async () => {
  const database = await cluster.database();
  const root = await database.asSuperuser();
  const make = (login: string, password: string | null): Promise<string> =>
    codeOf(root.query('SELECT nostro.make_login($1, $2)', [login, password]));
  expect(await make('nostro_once', 'password')).toBe('done');
  expect(await make('nostro_once', 'password')).toBe('NO008');
  expect(await make('postgres', 'password')).toBe('NO008');
  expect(await make('nostro_empty', '')).toBe('NO008');
  expect(await make('nostro_empty', null)).toBe('NO008');
});

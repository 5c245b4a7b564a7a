import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { openedServer, optionsFor } from '../../support/postgres/opened-server.ts';
import { superuser } from '../../support/postgres/server.ts';

const cluster = useCluster();

/** What a login may do too much, after a change by the administrator. `$` stands for the login, `@` for the database. */
async function excessAfter(sql: string): Promise<readonly string[]> {
  const database = await cluster.database();
  const login = await database.makeLogin('a');
  const root = await database.asSuperuser();
  await root.query(sql.replaceAll('@', database.name).replaceAll('$', login));
  const server = await openedServer(optionsFor(cluster.address().port, database.name, login));
  return server.excess;
}

test('a superuser', async () => {
  const database = await cluster.database();
  const server = await openedServer(optionsFor(cluster.address().port, database.name, superuser));
  expect(server.excess).toEqual([
    ...['act as a superuser', 'bypass the security of rows', 'create databases'],
    ...['create roles', 'replicate the server'],
  ]);
});

test.each([
  ['ALTER ROLE $ CREATEROLE', ['create roles']],
  ['ALTER ROLE $ CREATEDB', ['create databases']],
  ['ALTER ROLE $ BYPASSRLS', ['bypass the security of rows']],
  ['ALTER ROLE $ REPLICATION', ['replicate the server']],
  ['GRANT pg_read_all_data TO $', ['act as the role pg_read_all_data']],
  ['GRANT TEMPORARY ON DATABASE @ TO PUBLIC', ['create temporary tables']],
  ['GRANT CREATE ON DATABASE @ TO $', ['create schemas']],
  ['GRANT CREATE ON SCHEMA nostro TO nostro_desk', ['create objects in the schema nostro']],
  ['GRANT CREATE ON SCHEMA public TO PUBLIC', ['create objects in the schema public']],
  ['GRANT DELETE ON nostro.claim TO PUBLIC', ['change the table claim']],
  ['GRANT TRUNCATE ON nostro.act TO $', ['change the table act']],
  ['GRANT TRIGGER ON nostro.head TO $', ['change the table head']],
  ['GRANT UPDATE (outcome) ON nostro.claim TO nostro_desk', ['change the table claim']],
  ['GRANT INSERT (n) ON nostro.act TO $', ['change the table act']],
  ['GRANT REFERENCES (n) ON nostro.act TO $', ['change the table act']],
  ['GRANT UPDATE (login) ON nostro.join_request TO $', ['change the table join_request']],
  // A right of the whole table lets the login lock it.
  ['GRANT INSERT ON nostro.join_request TO $', ['change the table join_request']],
  [
    'CREATE VIEW nostro.open_desk AS TABLE nostro.desk; GRANT UPDATE ON nostro.open_desk TO $',
    ['change the table open_desk'],
  ],
  ['GRANT EXECUTE ON FUNCTION nostro.make_login TO $', ['call the function make_login']],
  ['GRANT EXECUTE ON FUNCTION nostro.add_act TO PUBLIC', ['call the function add_act']],
  // A view in the place of PostgreSQL's own.
  [
    `CREATE SCHEMA mine; GRANT USAGE ON SCHEMA mine TO PUBLIC; CREATE VIEW mine.pg_roles AS
       SELECT * FROM pg_catalog.pg_roles WHERE false; GRANT SELECT ON mine.pg_roles TO PUBLIC;
     ALTER ROLE $ SET search_path = mine, pg_catalog; ALTER ROLE $ CREATEDB`,
    ['create databases'],
  ],
  // A second function of a granted name, with the rights that PostgreSQL gives to everybody.
  [
    "CREATE FUNCTION nostro.append(text) RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ['call the function append'],
  ],
])('%s', async (sql, excess) => {
  expect(await excessAfter(sql)).toEqual(excess);
});

test('the owner of the record, with all that it may do', async () => {
  // From PostgreSQL 16 on, the owner is a member of each login that it makes, so no such login can be a member of it.
  const excess = await excessAfter(
    `DO 'BEGIN GRANT nostro_owner TO $; EXCEPTION WHEN invalid_grant_operation THEN NULL; END'`,
  );
  if (excess.length === 0) return;
  expect(excess.slice(0, 2)).toEqual([
    'act as the role nostro_owner',
    'create objects in the schema nostro',
  ]);
  expect(excess).toEqual(expect.arrayContaining(['change the table act']));
  expect(excess).toEqual(expect.arrayContaining(['call the function fail']));
});

import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { codeOf, openDesk, teamOfTwo, type TeamDesk } from '../../support/postgres/team-desk.ts';

const cluster = useCluster();

/** PostgreSQL's code for a missing right. */
const denied = '42501';

const tables = ['version', 'desk', 'head', 'act', 'claim', 'tally', 'join_request', 'presence'];

/** A change of one column of each table. */
const changes: Readonly<Record<string, string>> = {
  version: 'version = 2',
  desk: 'open = true',
  head: 'n = 9',
  act: "kind = 'other'",
  claim: "outcome = 'refused'",
  tally: 'n = 1',
  join_request: 'login = session_user',
  presence: "looks_at = ''",
};

const insertions: readonly string[] = [
  'INSERT INTO nostro.version (one, version) VALUES (false, 2)',
  "INSERT INTO nostro.desk (login, key) VALUES ('nostro_other', 'key')",
  "INSERT INTO nostro.head (one, n, digest) VALUES (false, 9, '')",
  'INSERT INTO nostro.act SELECT 99, sha256(digest), key, 99, kind, envelope, signature, body FROM nostro.act LIMIT 1',
  "INSERT INTO nostro.claim (reference, likeness, payload, n, key) VALUES ('r', '', 'p', 1, 'key')",
  "INSERT INTO nostro.tally (name, n) VALUES ('t', 1)",
  "INSERT INTO nostro.join_request (login, card) VALUES ('nostro_other', 'card')",
  "INSERT INTO nostro.presence VALUES (session_user, now(), 1, '')",
  'SELECT * FROM nostro.presence',
];

const ofTables = tables.flatMap((table) => [
  `UPDATE nostro.${table} SET ${changes[table] ?? ''}`,
  `DELETE FROM nostro.${table}`,
  `TRUNCATE nostro.${table}`,
  `DROP TABLE nostro.${table}`,
  `ALTER TABLE nostro.${table} DISABLE ROW LEVEL SECURITY`,
  `ALTER TABLE nostro.${table} DISABLE TRIGGER ALL`,
  `ALTER TABLE nostro.${table} ADD COLUMN more text`,
  `ALTER TABLE nostro.${table} OWNER TO CURRENT_USER`,
  `CREATE TRIGGER t BEFORE INSERT ON nostro.${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  `CREATE RULE r AS ON INSERT TO nostro.${table} DO INSTEAD NOTHING`,
  `CREATE POLICY p ON nostro.${table}`,
  `CREATE INDEX ON nostro.${table} ((1))`,
  `LOCK TABLE nostro.${table} IN SHARE MODE`,
  `LOCK TABLE nostro.${table} IN ACCESS EXCLUSIVE MODE`,
  `COMMENT ON TABLE nostro.${table} IS 'mine'`,
]);

const ofFunctions = [
  "CREATE OR REPLACE FUNCTION nostro.settle(envelope bytea, signature bytea, body bytea) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
  'DROP FUNCTION nostro.claim(bytea, bytea, bytea)',
  'ALTER FUNCTION nostro.claim(bytea, bytea, bytea) SECURITY INVOKER',
  'ALTER FUNCTION nostro.claim(bytea, bytea, bytea) SET search_path = pg_temp',
  'ALTER FUNCTION nostro.claim(bytea, bytea, bytea) OWNER TO CURRENT_USER',
];

const ofRoles = [
  'SET ROLE nostro_owner',
  'SET SESSION AUTHORIZATION nostro_owner',
  'SET session_replication_role = replica',
  'GRANT nostro_owner TO CURRENT_USER',
  'CREATE ROLE nostro_friend LOGIN IN ROLE nostro_desk',
  'ALTER ROLE nostro_owner LOGIN',
  'ALTER ROLE CURRENT_USER CREATEROLE',
  'ALTER ROLE CURRENT_USER CONNECTION LIMIT 1000',
  'DROP OWNED BY nostro_owner',
  'REASSIGN OWNED BY nostro_owner TO CURRENT_USER',
  'SELECT rolpassword FROM pg_authid',
];

const ofDatabase = [
  'CREATE TABLE nostro.mine (x int)',
  'CREATE TABLE public.mine (x int)',
  'CREATE FUNCTION nostro.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'CREATE SCHEMA mine',
  'DROP EXTENSION plpgsql',
  "COPY nostro.act TO PROGRAM 'cat'",
  "COPY nostro.act TO '/tmp/acts'",
  "SELECT pg_read_file('/etc/hosts')",
  'CREATE TEMPORARY TABLE head (one boolean, n bigint, digest bytea)',
  'CREATE TEMPORARY VIEW head AS SELECT 1',
  'CREATE TEMPORARY SEQUENCE head',
];

/** The attempts that succeed, each in a transaction of its own that is rolled back. */
async function successes({ client }: TeamDesk, attempts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const sql of attempts) {
    await client.query('BEGIN');
    const code = await codeOf(client.query(sql));
    if (code !== denied) found.push(`${sql}: ${code}`);
    await client.query('ROLLBACK');
  }
  return found;
}

test('a desk changes no table, function or role by itself, and locks none', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const attempts = [...insertions, ...ofTables, ...ofFunctions, ...ofRoles, ...ofDatabase];
  expect(attempts.length).toBeGreaterThan(100);
  expect(await successes(a, attempts)).toEqual([]);
  expect(await successes(b, attempts)).toEqual([]);
});

test('the same attempts succeed where a right was granted, so each of them can fail', async () => {
  const { database, a } = await teamOfTwo(cluster);
  const root = await database.asSuperuser();
  await root.query(`GRANT ALL ON ALL TABLES IN SCHEMA nostro TO nostro_desk;
    GRANT TEMPORARY ON DATABASE ${database.name} TO nostro_desk;
    GRANT CREATE ON SCHEMA nostro TO nostro_desk`);
  const attempts = ['UPDATE nostro.head SET n = 9', 'DELETE FROM nostro.claim', ...ofDatabase];
  expect((await successes(a, attempts)).map((text) => text.slice(0, 22))).toEqual([
    'UPDATE nostro.head SET',
    'DELETE FROM nostro.cla',
    'CREATE TABLE nostro.mi',
    'CREATE FUNCTION nostro',
    'CREATE TEMPORARY TABLE',
    'CREATE TEMPORARY VIEW ',
    'CREATE TEMPORARY SEQUE',
  ]);
});

test('a desk calls the functions that are meant for it, and no inner one', async () => {
  const { database, a } = await teamOfTwo(cluster);
  const root = await database.asSuperuser();
  const { rows } = await root.query<{ name: string; definer: boolean; call: string }>(
    `SELECT p.proname AS name, p.prosecdef AS definer, format('SELECT nostro.%I(%s)', p.proname,
       (SELECT string_agg(format('NULL::%s', t::regtype), ', ' ORDER BY place)
        FROM unnest(p.proargtypes) WITH ORDINALITY x (t, place))) AS call
     FROM pg_proc p WHERE p.pronamespace = 'nostro'::regnamespace ORDER BY 1`,
  );
  const codes = new Map<string, string>();
  for (const { name, call } of rows) codes.set(name, await codeOf(a.client.query(call)));
  const open = [...codes].filter(([, code]) => code !== denied).map(([name]) => name);
  expect(open).toEqual([
    ...['append', 'claim', 'enrol', 'found', 'invite', 'present', 'renew', 'repair', 'revoke'],
    ...['settle', 'take_over'],
  ]);
  expect(codes.size).toBeGreaterThan(30);
  expect(open.map((name) => codes.get(name))).toEqual(open.map(() => 'NO008'));
  // What runs as the owner names its schema; no other function does.
  const pinned = await root.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'nostro'::regnamespace AND prosecdef
     AND proconfig @> ARRAY['search_path=nostro, pg_temp'] ORDER BY 1`,
  );
  expect(pinned.rows.map(({ name }) => name)).toEqual(
    rows.filter(({ definer }) => definer).map(({ name }) => name),
  );
});

test('nothing of the schema is granted to everybody', async () => {
  const { database } = await teamOfTwo(cluster);
  const root = await database.asSuperuser();
  const { rows } = await root.query(
    `SELECT relname AS name FROM pg_class, aclexplode(relacl) x
       WHERE relnamespace = 'nostro'::regnamespace AND x.grantee = 0
     UNION ALL SELECT proname FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) x
       WHERE pronamespace = 'nostro'::regnamespace AND x.grantee = 0
     UNION ALL SELECT nspname FROM pg_namespace, aclexplode(nspacl) x
       WHERE nspname IN ('nostro', 'public') AND x.grantee = 0`,
  );
  expect(rows).toEqual([]);
});

test('a desk reads every table but who is on, which a function answers', async () => {
  const { a } = await teamOfTwo(cluster);
  for (const table of tables.filter((name) => name !== 'presence'))
    expect(await codeOf(a.client.query(`SELECT * FROM nostro.${table}`))).toBe('done');
});

/** A stranger's own tables with the names of ours: in them the stranger is enrolled. */
const falseTables = `CREATE TEMPORARY TABLE desk (login name, key text, open boolean);
  GRANT ALL ON desk TO nostro_owner`;

async function writesByFalseTable(stranger: TeamDesk): Promise<string> {
  const created = await codeOf(stranger.client.query(falseTables));
  if (created !== 'done') return created;
  const { login, keys, client } = stranger;
  await client.query('INSERT INTO pg_temp.desk VALUES ($1, $2, true)', [login, keys.key]);
  return codeOf(stranger.write('append', 'note'));
}

test('a temporary table in the place of ours is refused, and would not be read', async () => {
  const { database } = await teamOfTwo(cluster);
  const stranger = await openDesk(database, await database.makeLogin('stranger'));
  const root = await database.asSuperuser();
  expect(await writesByFalseTable(stranger)).toBe(denied);
  await root.query(`GRANT TEMPORARY ON DATABASE ${database.name} TO PUBLIC`);
  expect(await writesByFalseTable(stranger)).toBe('NO009');
  // Without both defences the attack succeeds.
  await stranger.client.query('DROP TABLE pg_temp.desk');
  await root.query('ALTER FUNCTION nostro.append SET search_path = nostro');
  expect(await writesByFalseTable(stranger)).toBe('done');
});

test('a desk that becomes nostro_desk is still the login that connected', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const forged = await b.act('note');
  await a.client.query('SET ROLE nostro_desk');
  expect(await codeOf(a.call('append', forged))).toBe('NO001');
  expect(await codeOf(a.write('append', 'note'))).toBe('done');
  expect(
    await codeOf(
      a.client.query(`INSERT INTO nostro.join_request (login, card) VALUES ('${b.login}', '')`),
    ),
  ).toBe(denied);
});

test('a member of nostro_desk cannot take its rights from the others', async () => {
  const { database, a, b } = await teamOfTwo(cluster);
  // PostgreSQL answers with warnings, because the login granted nothing of this. Policies for nostro_desk would be gone.
  await a.client.query('DROP OWNED BY nostro_desk; REVOKE ALL ON nostro.act FROM nostro_desk');
  await a.client.query("INSERT INTO nostro.join_request (card) VALUES ('card')");
  expect((await b.client.query('SELECT * FROM nostro.join_request')).rows).toHaveLength(1);
  expect(await codeOf(b.write('append', 'note'))).toBe('done');
  expect(await codeOf(database.connect(b.login, b.login))).toBe('done');
});

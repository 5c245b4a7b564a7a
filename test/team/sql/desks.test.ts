import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { scramVerifier } from '../../../electron/engines/team-record/postgres/scram.ts';
import {
  codeOf,
  enrol,
  openDesk,
  revoke,
  teamOfTwo,
  type TeamDesk,
} from '../../support/postgres/team-desk.ts';
import { claimsOf, statesOf } from './claims.ts';

const cluster = useCluster();

const denied = '42501';

/** A team of two, and a login that was not enrolled. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  const c = await openDesk(database, await database.makeLogin('c'));
  return { database, a, b, c };
}

const invite = (desk: TeamDesk, login: string | null, verifier: string | null): Promise<string> =>
  codeOf(desk.client.query('SELECT nostro.invite($1, $2)', [login, verifier]));

const ask = ({ client }: TeamDesk, card: string): Promise<string> =>
  codeOf(
    client.query(
      `INSERT INTO nostro.join_request (card) VALUES ($1)
       ON CONFLICT (login) DO UPDATE SET card = excluded.card`,
      [Buffer.from(card)],
    ),
  );

async function cardsOf({ client }: TeamDesk): Promise<string[]> {
  const { rows } = await client.query<{ login: string; card: Buffer }>(
    'SELECT login, card FROM nostro.join_request ORDER BY login',
  );
  return rows.map(({ login, card }) => `${login}: ${card.toString()}`);
}

test('a login asks to join in its own name, and sees its own request only; desks of the team see all', async () => {
  const { database, a, c } = await scene();
  const d = await openDesk(database, await database.makeLogin('d'));
  expect([await ask(c, 'first'), await ask(c, 'card of c'), await ask(d, 'card of d')]).toEqual([
    ...['done', 'done', 'done'],
  ]);
  expect(await cardsOf(c)).toEqual([`${c.login}: card of c`]);
  expect(await cardsOf(a)).toEqual([`${c.login}: card of c`, `${d.login}: card of d`]);
  const forge = `INSERT INTO nostro.join_request (login, card) VALUES ('${d.login}', 'x')`;
  expect(await codeOf(c.client.query(forge))).toBe(denied);
  expect(
    await codeOf(c.client.query(`${forge} ON CONFLICT (login) DO UPDATE SET card = 'x'`)),
  ).toBe(denied);
  await c.client.query("UPDATE nostro.join_request SET card = 'x'");
  await a.client.query("UPDATE nostro.join_request SET card = 'x'");
  expect(await cardsOf(d)).toEqual([`${d.login}: card of d`]);
  expect(await codeOf(c.client.query('DELETE FROM nostro.join_request'))).toBe(denied);
  expect(await ask(c, 'x'.repeat(4095))).toBe('done');
  expect(await ask(c, 'x'.repeat(4096))).toBe('23514');
});

test('without row security a login would see and change the requests of others', async () => {
  const { database, a, c } = await scene();
  const d = await openDesk(database, await database.makeLogin('d'));
  await ask(c, 'card of c');
  const root = await database.asSuperuser();
  await root.query('ALTER TABLE nostro.join_request DISABLE ROW LEVEL SECURITY');
  await d.client.query("UPDATE nostro.join_request SET card = 'forged'");
  expect(await cardsOf(a)).toEqual([`${c.login}: forged`]);
});

test('a login that was not enrolled reads, and calls nothing with success', async () => {
  const { a, b, c } = await scene();
  const { key } = c.keys;
  await a.write('claim', 'claim', claimsOf('INV-1'));
  const codes = {
    append: await codeOf(c.write('append', 'note')),
    claim: await codeOf(c.write('claim', 'claim', claimsOf('INV-2'))),
    settle: await codeOf(
      c.write('settle', 'settle', { outcomes: [{ r: 'INV-1', is: 'not-sent' }] }),
    ),
    enrol: await codeOf(c.write('enrol', 'enrol', { login: c.login, key }, c.login, key)),
    revoke: await codeOf(revoke(c, b)),
    invite: await invite(c, 'nostro_friend', scramVerifier('password')),
    repair: await codeOf(c.write('repair', 'note', {}, Buffer.alloc(32))),
  };
  expect([...new Set(Object.values(codes))]).toEqual(['NO009']);
  expect(await codeOf(c.write('found', 'found'))).toBe('NO010');
  expect(await codeOf(c.client.query("SELECT nostro.make_login('nostro_friend', 'x')"))).toBe(
    denied,
  );
});

test('a login is enrolled that asked to join, under the key that the act names', async () => {
  const { a, c } = await scene();
  const {
    login,
    keys: { key },
  } = c;
  const of = { login, key };
  expect(await codeOf(a.write('enrol', 'enrol', of, login, key))).toBe('NO009');
  await ask(c, 'card');
  expect(await codeOf(a.write('enrol', 'enrol', of, login, a.keys.key))).toBe('NO008');
  expect(await codeOf(a.write('enrol', 'enrol', of, a.login, key))).toBe('NO008');
  expect(await codeOf(a.write('enrol', 'enrol', {}, login, key))).toBe('NO008');
  expect(await codeOf(a.write('enrol', 'enrol', of, login, key))).toBe('done');
  expect(await cardsOf(a)).toEqual([]);
  expect(await codeOf(c.write('append', 'note'))).toBe('done');
});

test('a login and a key are enrolled once', async () => {
  const { a, b, c } = await scene();
  const again = (login: string, key: string): Promise<string> =>
    codeOf(a.write('enrol', 'enrol', { login, key }, login, key));
  await ask(b, 'card');
  await ask(c, 'card');
  expect(await again(b.login, c.keys.key)).toBe('NO009');
  expect(await again(c.login, b.keys.key)).toBe('NO009');
  await revoke(a, b);
  expect(await again(b.login, c.keys.key)).toBe('NO009');
  expect(await again(c.login, b.keys.key)).toBe('NO009');
});

test('a login that changes its request at that moment does not hold up the team', async () => {
  const { a, c } = await scene();
  await ask(c, 'card');
  await c.client.query('BEGIN');
  await ask(c, 'changed');
  const {
    login,
    keys: { key },
  } = c;
  expect(await codeOf(a.write('enrol', 'enrol', { login, key }, login, key))).toBe('done');
  await c.client.query('COMMIT');
  expect(await codeOf(c.write('append', 'note'))).toBe('done');
});

test('a revoked desk writes nothing, sees no request, and cannot connect again', async () => {
  const { database, a, b, c } = await scene();
  await ask(c, 'card');
  await revoke(a, b);
  expect(await codeOf(b.write('append', 'note'))).toBe('NO009');
  expect(await codeOf(b.write('claim', 'claim', claimsOf('INV-1')))).toBe('NO009');
  expect(await cardsOf(b)).toEqual([]);
  expect(await codeOf(database.connect(b.login, b.login))).toBe('28000');
  expect(await codeOf(revoke(a, b))).toBe('NO009');
  expect(await codeOf(revoke(a, c))).toBe('NO009');
  expect(await codeOf(a.write('append', 'note'))).toBe('done');
});

test('a key is revoked that the act names', async () => {
  const { a, b } = await scene();
  expect(await codeOf(a.write('revoke', 'revoke', { key: a.keys.key }, b.keys.key))).toBe('NO008');
  expect(await codeOf(a.write('revoke', 'revoke', {}, b.keys.key))).toBe('NO008');
  expect(await codeOf(b.write('append', 'note'))).toBe('done');
});

test('a desk that holds its role busy is revoked within a second', async () => {
  const { a, b } = await scene();
  const notices: string[] = [];
  a.client.on('notice', ({ message }) => notices.push(message ?? ''));
  await b.client.query('BEGIN');
  await b.client.query(`ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier('other')}'`);
  await revoke(a, b);
  expect(notices).toEqual([
    `The login ${b.login} can still connect. Run: ALTER ROLE ${b.login} NOLOGIN`,
  ]);
  await b.client.query('COMMIT');
  expect(await codeOf(b.write('append', 'note'))).toBe('NO009');
});

test('no role but a login of the team is closed', async () => {
  const { database, a } = await scene();
  const root = await database.asSuperuser();
  for (const login of ['other_program', 'nostro_owner', 'nostro_other_1']) {
    await root.query('INSERT INTO nostro.desk (login, key) VALUES ($1, $2)', [
      login,
      login.padEnd(43, '_'),
    ]);
    if (login !== 'nostro_owner') await root.query(`CREATE ROLE ${login} LOGIN`);
    const key = login.padEnd(43, '_');
    expect(await codeOf(a.write('revoke', 'revoke', { key }, key))).toBe('done');
  }
  const { rows } = await root.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname IN ('other_program', 'nostro_other_1') AND rolcanlogin ORDER BY 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(['nostro_other_1', 'other_program']);
});

test('an invited login connects, changes its password, and can do nothing but ask to join', async () => {
  const { database, a } = await scene();
  const login = `nostro_invited_${database.name}`;
  expect(await invite(a, login, scramVerifier('first password'))).toBe('done');
  expect(await codeOf(database.connect(login, 'other password'))).toBe('28P01');
  const first = await openDesk(database, login, 'first password');
  await first.client.query(`ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier('own password')}'`);
  expect(await codeOf(database.connect(login, 'first password'))).toBe('28P01');
  const invited = await openDesk(database, login, 'own password');
  expect((await a.client.query('SELECT FROM nostro.desk WHERE login = $1', [login])).rows).toEqual(
    [],
  );
  expect(await codeOf(invited.write('append', 'note'))).toBe('NO009');
  expect(await codeOf(invited.client.query('SELECT * FROM nostro.head'))).toBe('done');
  await enrol(a, invited);
  expect(statesOf(await invited.write('claim', 'claim', claimsOf('INV-1')))).toEqual([
    'INV-1 claimed',
  ]);
});

test('an invited login has no right but those of a desk, and 20 connections', async () => {
  const { database, a } = await scene();
  const login = `nostro_plain_${database.name}`;
  await invite(a, login, scramVerifier('password'));
  const { rows } = await a.client.query(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS more,
       rolconnlimit AS connections,
       ARRAY(SELECT m.roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid) AS member_of
     FROM pg_roles r WHERE rolname = $1`,
    [login],
  );
  expect(rows).toEqual([{ more: false, connections: 20, member_of: ['nostro_desk'] }]);
});

test('an invitation makes no other role, and takes no password as text', async () => {
  const { a, b } = await scene();
  const verifier = scramVerifier('password');
  const short = verifier.replace(/:[^:]*$/, ':AAAA');
  const salt = verifier.replace('==$', '==!$');
  const cases: [string | null, string | null][] = [
    ...[
      'nostro_owner',
      'nostro_desk',
      'nostro_',
      'postgres',
      'Nostro_a',
      'nostro_Ä',
      'nostro-a',
      b.login,
    ],
    ...[
      'nostro_x"; DROP SCHEMA nostro; --',
      `nostro_${'x'.repeat(41)}`,
      `nostro_${'x'.repeat(80)}`,
      null,
    ],
  ].map((login) => [login, verifier]);
  for (const text of [
    'password',
    '',
    `${verifier}' SUPERUSER`,
    `md5${'0'.repeat(32)}`,
    short,
    salt,
    ` ${verifier}`,
    null,
  ])
    cases.push(['nostro_new', text]);
  for (const [login, text] of cases)
    expect([login, text, await invite(a, login, text)]).toEqual([login, text, 'NO008']);
  expect(await invite(a, `nostro_${'x'.repeat(40)}`, verifier)).toBe('done');
});

import { expect } from 'vitest';

import { scramVerifier } from '../../../electron/engines/team-record/postgres/scram.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { actKeys } from '../../support/postgres/signed-act.ts';
import {
  codeOfOpening,
  codeOfOutcome,
  context,
  openedServer,
  optionsFor,
  valueOf,
} from '../../support/postgres/opened-server.ts';
import { headOf, teamOfTwo } from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf } from '../sql/claims.ts';

const cluster = useCluster();

/** A team of two, each with a server of its own. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  const { port } = cluster.address();
  const serverOf = (login: string, changes = {}) =>
    openedServer(optionsFor(port, database.name, login, changes));
  const root = await database.asSuperuser();
  return { database, root, a, b, serverOf, server: await serverOf(a.login) };
}

test('acts are written, counted and read as they were signed', async () => {
  const { server, a } = await scene();
  const before = await valueOf(server.head(context));
  expect(before).toEqual(await headOf(a.client));
  const note = await a.act('note');
  expect(await valueOf(server.append(note, context))).toBe(before.n + 1);
  const [act, ...more] = await valueOf(server.actsAfter(before.n, 10, context));
  expect(more).toEqual([]);
  expect(act).toMatchObject({ ...note, ...(await headOf(a.client)) });
  expect(Math.abs(Date.parse(act?.at ?? '') - Date.now())).toBeLessThan(60_000);
  expect(act?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await valueOf(server.actsAfter(before.n + 1, 10, context))).toEqual([]);
});

test('bytes of any view are sent as bytes', async () => {
  const { server, a } = await scene();
  const act = await a.act('note');
  const within = (bytes: Uint8Array): Uint8Array => {
    const larger = new Uint8Array(bytes.length + 9);
    larger.set(bytes, 5);
    return larger.subarray(5, 5 + bytes.length);
  };
  const views = {
    envelope: within(act.envelope),
    signature: within(act.signature),
    body: within(act.body),
  };
  expect(await codeOfOutcome(server.append(views, context))).toBe('done');
});

test('a page ends after some megabytes, and has one act at least', async () => {
  const { server, root } = await scene();
  const { n } = await valueOf(server.head(context));
  await root.query(
    `INSERT INTO nostro.act (n, digest, key, seq, kind, envelope, signature, body)
     SELECT $1 + x, sha256(x::text::bytea), 'key', x, 'note', '{}', decode(repeat('00', 64), 'hex'),
       decode(repeat('00', CASE x WHEN 9 THEN 6000000 ELSE 1000000 END), 'hex')
     FROM generate_series(1, 10) x`,
    [n],
  );
  const numbers = async (after: number, limit: number) =>
    (await valueOf(server.actsAfter(after, limit, context))).map((act) => act.n - n);
  expect(await numbers(n, 500)).toEqual([1, 2, 3, 4, 5]);
  expect(await numbers(n, 3)).toEqual([1, 2, 3]);
  expect(await numbers(n + 8, 500)).toEqual([9]);
  expect(await numbers(n + 9, 500)).toEqual([10]);
});

test('claims are answered with what is in the way', async () => {
  const { server, serverOf, a, b } = await scene();
  const claim = await a.act('claim', claimsOf('INV-1/rent'));
  const fixed = { reference: 'INV-1', key: a.keys.key, other: null, outcome: null };
  expect(await valueOf(server.claim(claim, context))).toEqual([
    { ...fixed, n: 3, state: 'claimed' },
  ]);
  expect(await valueOf(server.claim(claim, context))).toEqual([{ ...fixed, n: 3, state: 'yours' }]);
  const other = await serverOf(b.login);
  const ask = async (text: string) =>
    valueOf(other.claim(await b.act('claim', claimsOf(text)), context));
  expect(await ask('INV-1/rent')).toEqual([{ ...fixed, n: 3, state: 'taken' }]);
  expect(await ask('B-1/rent')).toEqual([
    { ...fixed, n: 3, state: 'twin', reference: 'B-1', other: 'INV-1' },
  ]);
  const settled = await a.act('settle', outcomeOf('INV-1', 'accepted'));
  expect(await valueOf(server.settle(settled, context))).toBe(4);
  expect(await ask('INV-1/rent')).toMatchObject([{ state: 'taken', outcome: 'accepted' }]);
  expect(await ask('C-1/fee')).toMatchObject([{ state: 'claimed', n: 5 }]);
});

test('a claim is taken over when its desk has been silent', async () => {
  const { server, a, b, root } = await scene();
  await b.write('claim', 'claim', claimsOf('INV-1'));
  const act = await a.act('take-over', { claims: [{ r: 'INV-1' }] });
  expect(await codeOfOutcome(server.takeOver(act, context))).toBe('team.too-soon');
  for (const table of ['act', 'claim'])
    await root.query(`UPDATE nostro.${table} SET at = at - interval '16 minutes'`);
  expect(await valueOf(server.takeOver(act, context))).toBe(4);
});

test('a login is invited, asks to join, is enrolled and revoked', async () => {
  const { server, serverOf, a, root } = await scene();
  const login = `${a.login}_new`;
  const password = 'first password';
  await valueOf(server.invite(login, scramVerifier(password), context));
  const newcomer = await serverOf(login, { password });
  const { key } = actKeys();
  expect(await valueOf(newcomer.isEnrolled(key, context))).toBe(false);
  expect(await valueOf(newcomer.joinRequests(context))).toEqual([]);
  // A second request replaces the first.
  await valueOf(newcomer.askToJoin(Buffer.from('first card'), context));
  await valueOf(newcomer.askToJoin(new Uint8Array([0, 255, 1]), context));
  const expected = [{ login, card: Buffer.from([0, 255, 1]) }];
  expect(await valueOf(newcomer.joinRequests(context))).toEqual(expected);
  expect(await valueOf(server.joinRequests(context))).toEqual(expected);
  const enrolment = await a.act('enrol', { login, key });
  expect(await valueOf(server.enrol(enrolment, { login, key }, context))).toBe(3);
  expect(await valueOf(newcomer.isEnrolled(key, context))).toBe(true);
  expect(await valueOf(server.joinRequests(context))).toEqual([]);
  const revocation = await a.act('revoke', { key });
  expect(await valueOf(server.revoke(revocation, key, context))).toBe(4);
  expect(await valueOf(newcomer.isEnrolled(key, context))).toBe(false);
  const { rows } = await root.query('SELECT rolcanlogin FROM pg_roles WHERE rolname = $1', [login]);
  expect(rows).toEqual([{ rolcanlogin: false }]);
});

test('a login replaces its password; only a verifier is taken', async () => {
  const { database, server, a } = await scene();
  const options = optionsFor(cluster.address().port, database.name, a.login);
  await valueOf(server.changePassword(scramVerifier('another'), context));
  expect(await codeOfOpening(options)).toBe('team.login-refused');
  expect(await codeOfOpening({ ...options, password: 'another' })).toBe('done');
  for (const text of ['plain', 'SCRAM-SHA-256$', `${scramVerifier('x')}'; DROP`, ''])
    await expect(server.changePassword(text, context)).rejects.toThrow(TypeError);
  expect(await codeOfOutcome(server.invite('nostro_x', 'plain', context))).toBe('team.refused');
});

test('an act is put back after a restore', async () => {
  const { server, a, root } = await scene();
  await a.write('append', 'note');
  const { n, digest } = await headOf(a.client);
  const acts = await valueOf(server.actsAfter(n - 1, 1, context));
  await root.query(`DELETE FROM nostro.act WHERE n = ${n};
    UPDATE nostro.head SET n = ${n - 1}, digest = (SELECT digest FROM nostro.act WHERE n = ${n - 1})`);
  const zeros = '0'.repeat(64);
  expect(await codeOfOutcome(server.repair(acts[0]!, zeros, context))).toBe('team.fork');
  expect(await valueOf(server.repair(acts[0]!, digest, context))).toBe(n);
  expect(await headOf(a.client)).toEqual({ n, digest });
});

test('a hint comes for each act of any desk, and a listener that fails does no harm', async () => {
  const { server, b } = await scene();
  let hints = 0;
  let changes = 0;
  await valueOf(
    server.listen(
      () => {
        hints += 1;
        throw new Error('the listener failed');
      },
      () => {
        changes += 1;
      },
    ),
  );
  await b.client.query("SELECT nostro.present(1, '', false)");
  await b.client.query("SELECT nostro.present(2, '', false)");
  await expect.poll(() => changes).toBe(1);
  await b.write('append', 'note');
  await b.write('append', 'note');
  await expect.poll(() => hints).toBe(2);
  expect(await codeOfOutcome(server.head(context))).toBe('done');
});

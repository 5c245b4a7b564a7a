import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  codeOfOutcome,
  context,
  openedServer,
  optionsFor,
  shortPatience,
} from '../../support/postgres/opened-server.ts';
import { signedAct } from '../../support/postgres/signed-act.ts';
import { headOf, openDesk, revoke, teamOfTwo } from '../../support/postgres/team-desk.ts';
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

test('what the record refuses has a code of its own', async () => {
  const { server, serverOf, a, b, database } = await scene();
  const codes = async (act: Promise<Awaited<ReturnType<typeof a.act>>>): Promise<string> =>
    codeOfOutcome(server.append(await act, context));
  const seen = await headOf(a.client);
  expect(await codes(b.act('note'))).toBe('team.refused');
  expect(await codes(a.act('claim'))).toBe('team.refused');
  expect(await codes(a.act('note', {}, { cipher: '0'.repeat(64) }))).toBe('team.refused');
  expect(await codes(a.act('Not a kind'))).toBe('team.refused');
  expect(await codes(a.act('note', {}, { seq: 1 }))).toBe('team.stale');
  expect(await codes(a.act('note', {}, { seen: { ...seen, digest: 'f'.repeat(64) } }))).toBe(
    'team.fork',
  );
  await a.write('claim', 'claim', claimsOf('INV-1'));
  const settle = async (is: string, by = a) =>
    codeOfOutcome(
      (by === a ? server : await serverOf(by.login)).settle(
        await by.act('settle', outcomeOf('INV-1', is)),
        context,
      ),
    );
  expect(await settle('accepted', b)).toBe('team.refused');
  expect(await settle('accepted')).toBe('done');
  expect(await settle('refused')).toBe('team.refused');
  const founding = signedAct(a.keys, { kind: 'found', seq: 1, seen });
  expect(await codeOfOutcome(server.found(founding, context))).toBe('team.founded');
  const stranger = await openDesk(database, await database.makeLogin('stranger'));
  const outside = await serverOf(stranger.login);
  expect(await codeOfOutcome(outside.append(await stranger.act('note'), context))).toBe(
    'team.closed',
  );
  const closed = await serverOf(b.login);
  await revoke(a, b);
  expect(await codeOfOutcome(closed.append(await b.act('note'), context))).toBe('team.closed');
  expect(await codeOfOutcome(closed.head(context))).toBe('done');
});

/** Fails every new act with a code of PostgreSQL: at once, or at the end of the transaction. */
const failing = (code: string, isDeferred: boolean): string => `
  CREATE FUNCTION public.failing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = 'could not extend file'; END $$;
  CREATE CONSTRAINT TRIGGER failing AFTER INSERT ON nostro.act
    ${isDeferred ? 'DEFERRABLE INITIALLY DEFERRED' : ''} FOR EACH ROW EXECUTE FUNCTION public.failing()`;

test.each([
  ['53100', 'team.full'],
  ['53200', 'team.unreachable'],
  ['40001', 'team.unreachable'],
  ['25006', 'team.unreachable'],
  ['42P01', 'team.other-schema'],
  ['XX000', 'team.refused'],
  ['40003', 'team.answer-lost'],
  ['08006', 'team.answer-lost'],
])('%s of PostgreSQL is %s, also where it comes behind the rows', async (state, code) => {
  for (const isDeferred of [false, true]) {
    const { server, a, root } = await scene();
    await root.query(failing(state, isDeferred));
    const before = await headOf(a.client);
    const outcome = await server.append(await a.act('note'), context);
    expect(outcome).toMatchObject({ ok: false, error: { code, technical: state } });
    expect(JSON.stringify(outcome)).not.toContain('extend file');
    expect(await headOf(a.client)).toEqual(before);
  }
});

test('a call that waits too long for another one was not done', async () => {
  const { serverOf, a, b } = await scene();
  const server = await serverOf(a.login, { patience: shortPatience });
  const act = await a.act('note');
  await b.client.query('BEGIN');
  await b.write('append', 'note');
  expect(await codeOfOutcome(server.append(act, context))).toBe('team.unreachable');
  await b.client.query('ROLLBACK');
  // The same act can be written afterwards, over the same connection.
  expect(server.isOpen()).toBe(true);
  expect(await codeOfOutcome(server.append(act, context))).toBe('done');
});

test('a statement that the server works on for too long was not done', async () => {
  const { serverOf, a, root } = await scene();
  const server = await serverOf(a.login, { patience: shortPatience });
  await root.query(`CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(5); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE INSERT ON nostro.act FOR EACH ROW EXECUTE FUNCTION public.slow()`);
  const act = await a.act('note');
  const outcome = await server.append(act, context);
  expect(outcome).toMatchObject({ error: { code: 'team.unreachable', technical: '57014' } });
  await root.query('DROP TRIGGER slow ON nostro.act');
  expect(await codeOfOutcome(server.append(act, context))).toBe('done');
});

test.each([
  ['a negative number', 'UPDATE nostro.head SET n = -1'],
  ['no row', 'DELETE FROM nostro.head'],
  ['a short digest', "UPDATE nostro.head SET digest = 'x'"],
  ['a number too large', 'UPDATE nostro.head SET n = 9007199254740993'],
])('a head with %s is not read', async (_name, sql) => {
  const { server, root } = await scene();
  await root.query(sql);
  expect(await codeOfOutcome(server.head(context))).toBe('team.other-schema');
  expect(server.isOpen()).toBe(true);
});

/** Puts another function in the place of `claim`; its rows are those of the query. */
const claimAs = (rows: string): string => `
  CREATE OR REPLACE FUNCTION nostro.claim(envelope bytea, signature bytea, body bytea)
  RETURNS TABLE (n bigint, reference text, state text, by_key text, other text, outcome text)
  LANGUAGE sql AS $$ ${rows} $$`;

test.each([
  ['no rows', 'SELECT 1, $q$r$q$, $q$yours$q$, $q$k$q$, NULL, NULL WHERE false'],
  ['an unknown state', 'SELECT 1, $q$r$q$, $q$free$q$, $q$k$q$, NULL, NULL'],
  ['an unknown outcome', 'SELECT 1, $q$r$q$, $q$yours$q$, $q$k$q$, NULL, $q$perhaps$q$'],
  ['no key', 'SELECT 1, $q$r$q$, $q$yours$q$, NULL::text, NULL, NULL'],
])('%s in the answer to a claim leave it in doubt', async (_name, rows) => {
  const { server, a, root } = await scene();
  await root.query(claimAs(rows));
  const act = await a.act('claim', claimsOf('INV-1'));
  expect(await codeOfOutcome(server.claim(act, context))).toBe('team.answer-lost');
  expect(server.isOpen()).toBe(false);
});

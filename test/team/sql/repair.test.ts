import { expect } from 'vitest';

import { test, useCluster, type Database } from '../../support/postgres/cluster.ts';
import { actKeys, sha256, type Act } from '../../support/postgres/signed-act.ts';
import {
  codeOf,
  deskOf,
  enrol,
  headOf,
  openDesk,
  revoke,
  teamOfTwo,
  type TeamDesk,
} from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf, statesOf } from './claims.ts';

const cluster = useCluster();

type StoredAct = Act & { readonly n: string; readonly digest: Buffer };

/** A table stands behind those that it refers to. */
const tables = ['version', 'desk', 'head', 'act', 'claim', 'tally', 'join_request'];

/** Copies the tables away, as a backup does. */
async function backUp(database: Database): Promise<void> {
  const root = await database.asSuperuser();
  await root.query('CREATE SCHEMA backup');
  for (const table of tables)
    await root.query(`CREATE TABLE backup.${table} AS TABLE nostro.${table}`);
}

/** Puts the tables back as they were. */
async function restore(database: Database): Promise<void> {
  const root = await database.asSuperuser();
  await root.query(`TRUNCATE ${tables.map((table) => `nostro.${table}`).join(', ')}`);
  for (const table of tables)
    await root.query(`INSERT INTO nostro.${table} SELECT * FROM backup.${table}`);
}

/** What the record has, without the times and the logins that wrote. */
async function stateOf({ client }: TeamDesk): Promise<unknown> {
  const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  return {
    head: await headOf(client),
    acts: await read(
      'SELECT n, digest, key, seq, kind, envelope, signature, body FROM nostro.act ORDER BY n',
    ),
    claims: await read(
      'SELECT reference, likeness, payload, n, key, settled, outcome FROM nostro.claim ORDER BY 1',
    ),
    tallies: await read('SELECT name, n FROM nostro.tally ORDER BY name'),
    desks: await read('SELECT login, key, open FROM nostro.desk ORDER BY login'),
  };
}

const actsAfter = async ({ client }: TeamDesk, n: number): Promise<StoredAct[]> =>
  (await client.query<StoredAct>('SELECT * FROM nostro.act WHERE n > $1 ORDER BY n', [n])).rows;

/** A record that went on after a backup: with claims, outcomes, a new desk and a revoked one. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  const c = await openDesk(database, await database.makeLogin('c'));
  await a.write('claim', 'claim', claimsOf('INV-1/rent', 'INV-2'));
  await backUp(database);
  const { n } = await headOf(a.client);
  await a.write('settle', 'settle', outcomeOf('INV-1', 'accepted'));
  await enrol(a, c);
  await c.write('append', 'note');
  await c.write('claim', 'claim', claimsOf('C-1/rent=INV-1'));
  const renewed = deskOf(c.login, c.client, actKeys());
  await c.write('renew', 'renew', { key: renewed.keys.key });
  await a.write('settle', 'settle', outcomeOf('INV-2', 'not-sent'));
  await b.write('claim', 'claim', { ...claimsOf('INV-2'), tallies: ['sum-1'] });
  await revoke(a, b);
  const before = await stateOf(a);
  return { database, a, b, c: renewed, n, before, acts: await actsAfter(a, n) };
}

const putBack = (desk: TeamDesk, act: StoredAct): Promise<string> =>
  codeOf(desk.call('repair', act, act.digest));

test('after an older copy was restored, the acts that a desk has give the same record', async () => {
  const { database, a, b, c, n, before, acts } = await scene();
  await restore(database);
  expect((await headOf(a.client)).n).toBe(n);
  expect(await stateOf(a)).not.toEqual(before);
  for (const act of acts) expect(await putBack(a, act)).toBe('done');
  expect(await stateOf(a)).toEqual(before);
  expect(await codeOf(c.write('append', 'note'))).toBe('done');
  expect(await codeOf(b.write('append', 'note'))).toBe('NO009');
  expect(statesOf(await a.write('claim', 'claim', claimsOf('INV-2')))).toEqual(['INV-2 taken']);
});

test('an act that was put back names the login that did so', async () => {
  const { database, a, b, n, acts } = await scene();
  await restore(database);
  expect(await putBack(b, acts[0]!)).toBe('done');
  const { rows } = await a.client.query('SELECT key, login FROM nostro.act WHERE n = $1', [n + 1]);
  expect(rows).toEqual([{ key: a.keys.key, login: b.login }]);
});

test('an act that does not follow is not put back', async () => {
  const { database, a, acts } = await scene();
  await restore(database);
  const [first, second] = acts as [StoredAct, StoredAct];
  expect(await putBack(a, second)).toBe('NO004');
  expect(await putBack(a, { ...first, digest: second.digest })).toBe('NO004');
  expect(await putBack(a, { ...first, digest: null as never })).toBe('NO004');
  expect(await putBack(a, { ...first, signature: second.signature })).toBe('NO004');
  expect(await putBack(a, { ...first, body: second.body })).toBe('NO003');
  expect(await putBack(a, first)).toBe('done');
  expect(await putBack(a, first)).toBe('NO004');
});

test('what was written behind the older copy closes the record for the acts of before', async () => {
  const { database, a, b, acts } = await scene();
  await restore(database);
  await b.write('append', 'note');
  expect(await putBack(a, acts[0]!)).toBe('NO004');
});

test('an act of a desk that has read more than the database is refused', async () => {
  const { database, a, n } = await scene();
  const ahead = await a.act('note');
  await restore(database);
  expect((await headOf(a.client)).n).toBe(n);
  expect(await codeOf(a.call('append', ahead))).toBe('NO002');
  const seen = JSON.parse(ahead.envelope.toString()) as { seen: object };
  expect(await codeOf(a.call('append', await a.act('note', {}, { seen: seen.seen })))).toBe(
    'NO004',
  );
});

test('an open desk of the restored record puts acts back, and no other login', async () => {
  const { database, c, acts } = await scene();
  await restore(database);
  expect(await putBack(c, acts[0]!)).toBe('NO009');
});

/** An act as its author would write it next, with the digest that it would have. */
async function next(
  by: TeamDesk,
  kind: string,
  of: object,
  signature?: Buffer,
): Promise<StoredAct> {
  const act = await by.act(kind, of);
  const head = await headOf(by.client);
  const signed = signature ?? act.signature;
  const digest = sha256(Buffer.from(head.digest, 'hex'), sha256(act.envelope), signed);
  return { ...act, signature: signed, digest, n: '' };
}

test('an act that is put back has the limits of its own function', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const stranger = { ...b, keys: { ...b.keys, key: 'x'.repeat(43) } };
  await a.write('claim', 'claim', claimsOf('INV-1'));
  await a.write('settle', 'settle', outcomeOf('INV-1', 'accepted'));
  const codes = async (kind: string, of: object, by = b): Promise<string> =>
    putBack(a, await next(by, kind, of));
  expect(await codes('found', {})).toBe('NO005');
  expect(await codes('claim', {})).toBe('NO008');
  expect(await codes('claim', claimsOf('INV-1'))).toBe('NO006');
  expect(await codes('settle', {})).toBe('NO008');
  expect(await codes('settle', outcomeOf('INV-1', 'not-sent'))).toBe('NO006');
  expect(await codes('settle', outcomeOf('INV-1', 'not-sent'), a)).toBe('NO007');
  expect(await codes('enrol', {})).toBe('NO008');
  expect(await codes('enrol', { login: b.login, key: 'x'.repeat(43) })).toBe('NO009');
  expect(await codes('revoke', {})).toBe('NO008');
  const act = await next(b, 'note', {});
  const foreign = Buffer.from(act.envelope.toString().replace(b.keys.key, stranger.keys.key));
  const digest = sha256(
    Buffer.from((await headOf(a.client)).digest, 'hex'),
    ...[sha256(foreign), act.signature],
  );
  expect(await putBack(a, { ...act, envelope: foreign, digest })).toBe('NO001');
});

test('a record that is lost as a whole is founded again by its first act, and put back', async () => {
  const { database, a, before } = await scene();
  const acts = await actsAfter(a, 0);
  const root = await database.asSuperuser();
  await root.query(`TRUNCATE nostro.act, nostro.claim, nostro.tally, nostro.desk, nostro.join_request;
    UPDATE nostro.head SET n = 0, digest = decode(repeat('00', 32), 'hex')`);
  expect(await codeOf(a.call('found', acts[0]!))).toBe('done');
  for (const act of acts.slice(1)) expect(await putBack(a, act)).toBe('done');
  expect(await stateOf(a)).toEqual(before);
});

test('the server takes a forged signature from a desk of the team; the row names that desk', async () => {
  const { a, b } = await teamOfTwo(cluster);
  await a.write('claim', 'claim', claimsOf('INV-1'));
  // This is why every desk checks signatures itself, and does not believe the table of claims alone.
  const forged = await next(a, 'settle', outcomeOf('INV-1', 'not-sent'), Buffer.alloc(64));
  expect(await putBack(b, forged)).toBe('done');
  const { rows } = await a.client.query('SELECT login FROM nostro.act ORDER BY n DESC LIMIT 1');
  expect(rows).toEqual([{ login: b.login }]);
});

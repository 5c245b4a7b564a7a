import { expect } from 'vitest';

import { actKeys } from '../../support/postgres/signed-act.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  codeOf,
  deskOf,
  enrol,
  headOf,
  openDesk,
  revoke,
  teamOfTwo,
} from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf, statesOf } from './claims.ts';

const cluster = useCluster();

/** A team of two, in which b claimed INV-1 under a key that it has renewed since. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  await b.write('claim', 'claim', claimsOf('INV-1/rent'));
  const renewed = deskOf(b.login, b.client, actKeys());
  await b.write('renew', 'renew', { key: renewed.keys.key });
  return { database, a, b, renewed };
}

test('the new key goes on with the claims of the old one, which writes nothing more', async () => {
  const { a, b, renewed } = await scene();
  expect(await codeOf(b.write('append', 'note'))).toBe('NO001');
  const again = await renewed.write('claim', 'claim', claimsOf('INV-1/rent'));
  expect(statesOf(again)).toEqual(['INV-1 yours']);
  expect(await codeOf(renewed.write('settle', 'settle', outcomeOf('INV-1', 'accepted')))).toBe(
    'done',
  );
  expect(statesOf(await a.write('claim', 'claim', claimsOf('INV-1/rent')))).toEqual([
    'INV-1 taken accepted',
  ]);
});

test('a key that was ever used is no new key', async () => {
  const { database, a, b, renewed } = await scene();
  for (const key of [a.keys.key, b.keys.key, renewed.keys.key])
    expect(await codeOf(renewed.write('renew', 'renew', { key }))).toBe('NO009');
  const c = deskOf(
    ...(await openDesk(database, await database.makeLogin('c')).then(
      ({ login, client }) => [login, client, b.keys] as const,
    )),
  );
  expect(await codeOf(enrol(a, c))).toBe('NO009');
  expect(await codeOf(renewed.write('renew', 'renew', { key: 'short' }))).toBe('NO008');
  expect(await codeOf(renewed.write('append', 'renew', { key: c.keys.key }))).toBe('NO005');
});

test('no one can renew the key of another, or a key after its revocation', async () => {
  const { a, b, renewed } = await scene();
  const { n } = await headOf(a.client);
  expect(await codeOf(a.call('renew', await renewed.act('renew', { key: actKeys().key })))).toBe(
    'NO001',
  );
  expect(await codeOf(b.write('renew', 'renew', { key: actKeys().key }))).toBe('NO001');
  expect((await headOf(a.client)).n).toBe(n);
  await revoke(a, renewed);
  expect(await codeOf(renewed.write('renew', 'renew', { key: actKeys().key }))).toBe('NO009');
});

test('a key that was renewed a moment ago may still be sending', async () => {
  const { database, a, renewed } = await scene();
  const root = await database.asSuperuser();
  const takeOver = () => codeOf(a.write('take_over', 'take-over', { claims: [{ r: 'INV-1' }] }));
  for (const table of ['act', 'claim'])
    await root.query(`UPDATE nostro.${table} SET at = at - interval '16 minutes'`);
  expect(await takeOver()).toBe('NO011');
  await root.query("UPDATE nostro.desk SET since = since - interval '16 minutes'");
  expect(await takeOver()).toBe('done');
  expect(await codeOf(renewed.write('settle', 'settle', outcomeOf('INV-1', 'accepted')))).toBe(
    'NO006',
  );
});

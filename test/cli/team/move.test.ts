import { expect, vi } from 'vitest';

import { expectError } from '../../support/programs/command-line.ts';
import { test as clusterTest, useCluster } from '../../support/postgres/cluster.ts';
import { hasDump, moveTo } from '../../support/postgres/snapshot.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';

const [oldCluster, newCluster] = [useCluster(), useCluster()];
const test = hasDump ? clusterTest : clusterTest.skip;
vi.setConfig({ testTimeout: 180_000 });

/** Ada and Ben have paid. `move` has the record moved, and says where a desk finds it. */
async function scene() {
  const made = await teamScene(oldCluster);
  const { database, at } = made;
  const { ada, ben } = await twoDesks(oldCluster, made);
  expect((await ada.pay('INV-1')).code).toBe(0);
  const old = await database.asSuperuser();
  const { rows } = await old.query<{ login: string }>(
    `SELECT d.login FROM nostro.desk d JOIN nostro.act a ON a.key = d.key WHERE a.n = 1
     UNION ALL SELECT d.login FROM nostro.desk d WHERE d.key <> (SELECT key FROM nostro.act WHERE n = 1)`,
  );
  const [adas = '', bens = ''] = rows.map(({ login }) => login);
  const to = (login: string, cluster = newCluster) => [
    ...['move', '--database'],
    `postgres://${login}@127.0.0.1:${cluster.address().port}/${database.name}`,
  ];
  const root = await oldCluster.asSuperuser();
  return {
    ...{ ...made, ada, ben, adas, bens, to },
    dump: () => moveTo(oldCluster, newCluster, database, at('moved.dump')),
    close: async () => {
      await root.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS false`);
      await root.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
      );
    },
    open: () => root.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS true`),
    moved: () => newCluster.asSuperuser(database.name),
    sent: () => made.bank.orders.map(({ reference }) => reference),
  };
}

test('each desk takes the new address once the old one is closed, and nothing is sent twice', async () => {
  const { ada, ben, adas, bens, to, dump, close, sent } = await scene();
  await dump();
  expectError(await ada.run('team', ...to(adas)), 1, 'team.refused', 'still answers');
  expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
  await ben.team('status');
  await close();
  // Ben's desk has read its last acts, which the copy lacks.
  expectError(await ben.run('team', ...to(bens)), 1, 'team.server-behind');
  expect((await ben.run('team', 'status')).json()).toMatchObject({ state: 'unreachable' });
  const behind = await ben.team(...to(bens), '--older');
  expect(behind).toMatchObject({ state: 'server-behind' });
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.server-behind');
  await ben.team('repair');
  await ada.team(...to(adas));
  expectError(await ada.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
  expect((await ada.pay('INV-3', '30.00')).code).toBe(0);
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Ada');
  expect(sent()).toEqual(['INV-1', 'INV-2', 'INV-3']);
});

test('another record, an empty one, a changed one and another login are refused, and the address stays', async () => {
  const { ada, adas, bens, to, dump, close, open, moved, database } = await scene();
  await dump();
  await close();
  const attempt = () => ada.run('team', ...to(adas));
  const inside = await moved();
  await inside.query('GRANT TEMPORARY ON DATABASE ' + database.name + ' TO PUBLIC');
  expectError(await attempt(), 1, 'team.rights', 'temporary tables');
  await inside.query('REVOKE TEMPORARY ON DATABASE ' + database.name + ' FROM PUBLIC');
  await inside.query(`SET session_replication_role = replica;
    CREATE TABLE whole AS TABLE nostro.act; CREATE TABLE head AS TABLE nostro.head`);
  await inside.query('UPDATE nostro.act SET digest = sha256(digest) WHERE n = 1');
  expectError(await attempt(), 1, 'team.damaged', 'another team');
  await inside.query('DELETE FROM nostro.act; INSERT INTO nostro.act TABLE whole');
  await inside.query(
    'UPDATE nostro.act SET digest = sha256(digest) WHERE n = (SELECT n FROM nostro.head)',
  );
  expectError(await attempt(), 1, 'team.damaged');
  // Ada has not read this far; what she has read is compared before.
  await inside.query(
    'UPDATE nostro.act SET digest = sha256(digest) WHERE n = (SELECT n FROM nostro.head) - 2',
  );
  expectError(await attempt(), 1, 'team.damaged');
  await inside.query(
    "DELETE FROM nostro.act; UPDATE nostro.head SET n = 0, digest = decode(repeat('00', 32), 'hex')",
  );
  expectError(await attempt(), 1, 'team.server-behind');
  expect((await ada.run('team', ...to(bens))).code).toBe(2);
  await inside.query(
    'INSERT INTO nostro.act TABLE whole; DELETE FROM nostro.head; INSERT INTO nostro.head TABLE head',
  );
  await open();
  const acts = async () => (await inside.query('SELECT n FROM nostro.act')).rows.length;
  const before = await acts();
  expect((await ada.pay('INV-2', '20.00')).code).toBe(0);
  expect(await acts()).toBe(before);
});

test('a login that was made anew there takes the first password, and the same server by another name is no move', async () => {
  const { ada, adas, to, dump, close, moved, write } = await scene();
  const [, , url = ''] = to(adas, oldCluster);
  await ada.team('move', '--database', url.replace('127.0.0.1', 'localhost'));
  expect((await ada.pay('INV-2', '20.00')).code).toBe(0);
  await dump();
  await close();
  const inside = await moved();
  await inside.query(`ALTER ROLE ${adas} PASSWORD 'first'`);
  expectError(await ada.run('team', ...to(adas)), 1, 'team.login-refused');
  await ada.team(...to(adas), '--password-file', write('first.txt', 'first\n'));
  expect((await ada.pay('INV-3', '30.00')).code).toBe(0);
});

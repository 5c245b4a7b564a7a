import { cpSync, rmSync } from 'node:fs';

import { expect, vi } from 'vitest';

import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { dumpOf, hasDump, snapshotOf, wipe } from '../../support/postgres/snapshot.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

type Head = { n: number; words: string };

const headOf = async (person: TeamPerson): Promise<Head> =>
  (await person.run('team', 'status')).json<{ head: Head }>().head;

/** Ada and Ben administer, Mo does not. All have read the whole record. */
async function threeDesks(options: Parameters<typeof teamScene>[2] = {}) {
  const scene = await teamScene(cluster, undefined, options);
  const { ada, ben } = await twoDesks(cluster, scene);
  const mo = scene.person('mo');
  await join(ada, mo, 'Mo', scene.at('mo.json'), 'maker');
  await ada.pay('INV-1');
  return { scene, ada, ben, mo };
}

const readAll = async (...people: readonly TeamPerson[]) => {
  for (const person of people) await person.team('status');
};

const expectBehind = async (...people: readonly TeamPerson[]) => {
  for (const person of people) {
    expectError(await person.pay(`OF-${people.indexOf(person)}`), 1, 'team.server-behind');
    const status = await person.run('team', 'status');
    expect(status.json()).toMatchObject({ state: 'server-behind' });
  }
};

test('a database that was restored closes all desks; an administrator puts the acts back, and each confirms before any sends', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const snapshot = await snapshotOf(cluster, scene.database);
  await ben.pay('INV-2', '20.00');
  await mo.pay('INV-3', '30.00');
  await readAll(ada, ben, mo);
  const head = await headOf(ada);
  await snapshot.restore();

  await expectBehind(ada, ben, mo);
  expectError(await mo.run('team', 'repair'), 1, 'team.not-admin');
  const repaired = await ada.team<{ acts: number; waitsFor: object[] }>('repair');
  expect(repaired.waitsFor).toEqual([{ name: 'Ben' }, { name: 'Mo' }]);
  expect(repaired.acts).toBeGreaterThan(3);
  const inside = await cluster.asSuperuser(scene.database.name);
  const { rows } = await inside.query<{ digest: string }>(
    "SELECT encode(digest, 'hex') AS digest FROM nostro.act WHERE n = $1",
    [head.n],
  );
  expect(rows).toHaveLength(1);
  expect(await headOf(ada)).toMatchObject({ n: head.n + 1 });

  // Ben confirms by asking to send, and still waits for Mo.
  expectError(await ben.pay('INV-4', '40.00'), 1, 'team.server-behind', 'Mo');
  expectError(await ada.pay('INV-5', '50.00'), 1, 'team.server-behind', 'Mo');
  expect(await ada.team('status')).toMatchObject({ awaited: [{ name: 'Mo' }] });
  await mo.team('status');
  expect((await ada.pay('INV-5', '50.00')).code).toBe(0);
  expect((await ben.pay('INV-4', '40.00')).code).toBe(0);
  // The claims came back with the acts.
  expectError(await ada.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Mo');
  for (const person of [ada, ben, mo]) await person.team('check');
  const sent = scene.bank.orders.map(({ reference }) => reference);
  expect(sent).toEqual(['INV-1', 'INV-2', 'INV-3', 'INV-5', 'INV-4']);
});

(hasDump ? test : test.skip)('the same from pg_dump, whose restored rights are named', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const backup = dumpOf(cluster, scene.database, scene.at('backup.dump'));
  await ben.pay('INV-2', '20.00');
  await readAll(ada, ben, mo);
  const head = await headOf(ada);
  await backup.restore();
  await expectBehind(ada, ben, mo);
  await ada.team('repair');
  expect(await headOf(ada)).toMatchObject({ n: head.n + 1 });
  expect(await ben.team('status')).toMatchObject({ excess: ['create temporary tables'] });
  await readAll(mo);
  expectError(await ada.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
  expect((await mo.pay('INV-3', '30.00')).code).toBe(0);
});

test('a database with a fresh schema is filled by the founder’s desk, and by no other', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  await readAll(ada, ben, mo);
  const head = await headOf(ada);
  await wipe(cluster, scene.database);
  await expectBehind(ada, ben, mo);
  expectError(await ben.run('team', 'repair'), 1, 'team.refused', 'Ada');
  const repaired = await ada.team('repair');
  expect(repaired).toMatchObject({ acts: head.n, waitsFor: [{ name: 'Ben' }, { name: 'Mo' }] });
  await readAll(ben, mo);
  expectError(await ben.pay('INV-1'), 1, 'team.taken', 'Ada');
  expect((await mo.pay('INV-2', '20.00')).code).toBe(0);
  for (const person of [ada, ben, mo]) expect((await person.run('team', 'check')).code).toBe(0);
});

test('a repair that was cut goes on where it was', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const snapshot = await snapshotOf(cluster, scene.database);
  for (const at of [2, 3, 4]) await ada.pay(`INV-${at}`, `${at}1.00`);
  await readAll(ada, ben, mo);
  const head = await headOf(ada);
  await snapshot.restore();
  const inside = await cluster.asSuperuser(scene.database.name);
  await inside.query(`CREATE FUNCTION nostro.full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$`);
  await inside.query(`CREATE TRIGGER full_disk BEFORE INSERT ON nostro.act FOR EACH ROW
    WHEN (NEW.n = ${head.n - 1}) EXECUTE FUNCTION nostro.full()`);
  expectError(await ada.run('team', 'repair'), 1, 'team.full');
  await inside.query('DROP TRIGGER full_disk ON nostro.act');
  expect(await ada.team('repair')).toMatchObject({ acts: 2 });
  expect(await headOf(ada)).toMatchObject({ n: head.n + 1 });
});

test('a desk that knew more than the repairer is damaged, and is set aside by an administrator who looked at the bank', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const snapshot = await snapshotOf(cluster, scene.database);
  await readAll(ada, ben, mo);
  // Only Mo knows of these.
  await mo.pay('INV-2', '20.00');
  await mo.pay('INV-3', '30.00');
  await snapshot.restore();
  await ben.run('team', 'repair');
  await ada.pay('INV-9', '90.00');
  const inside = await cluster.asSuperuser(scene.database.name);
  const { rows } = await inside.query("SELECT n FROM nostro.act WHERE kind = 'repair'");
  // Nothing was missing for Ada and Ben: they cannot know, and go on.
  expect(rows).toEqual([]);
  expectError(await mo.pay('INV-4', '40.00'), 1, 'team.damaged', 'Nothing was sent');
  expect((await mo.run('team', 'status')).json()).toMatchObject({ state: 'damaged' });
  expectError(await mo.run('team', 'repair'), 1, 'team.damaged');
});

test('a desk that cannot confirm a repair is set aside', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const snapshot = await snapshotOf(cluster, scene.database);
  await ada.pay('INV-2', '20.00');
  await readAll(ada, ben, mo);
  await mo.pay('INV-3', '30.00');
  await readAll(mo);
  await snapshot.restore();
  await ada.team('repair');
  await readAll(ben);
  expectError(await mo.pay('INV-4', '40.00'), 1, 'team.damaged');
  expectError(await ada.pay('INV-5', '50.00'), 1, 'team.server-behind', 'Mo');
  expect((await ada.run('team', 'repair', '--set-aside', 'Mo')).code).toBe(2);
  const aside = await ada.team('repair', '--set-aside', 'Mo', '--looked-at-bank');
  expect(aside).toMatchObject({ acts: 0, waitsFor: [] });
  expect((await ada.pay('INV-5', '50.00')).code).toBe(0);
  expect((await ben.pay('INV-6', '60.00')).code).toBe(0);
  expectError(await mo.pay('INV-4', '40.00'), 1, 'team.damaged');
});

test('a desk that did not read its own last payment claims it again before it confirms', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  const snapshot = await snapshotOf(cluster, scene.database);
  await ada.pay('INV-2', '20.00');
  await readAll(ada, ben, mo);
  await mo.pay('INV-3', '30.00');
  await snapshot.restore();
  await ada.team('repair');
  await readAll(ben);
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.server-behind', 'Mo');
  await readAll(mo);
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Mo');
  expect(scene.bank.orders.filter(({ reference }) => reference === 'INV-3')).toHaveLength(1);
});

test('a payment that only its desk knew is claimed again, also where no other desk missed it', async () => {
  const { scene, ben, mo } = await threeDesks();
  await readAll(ben, mo);
  const snapshot = await snapshotOf(cluster, scene.database);
  await mo.pay('INV-3', '30.00');
  await snapshot.restore();
  expect(await mo.team('status')).toMatchObject({ state: 'current' });
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Mo');
});

test('whoever joins after a repair reads the same members, however late it was', async () => {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  // Invitations of long ago: the repair numbers their acts today.
  aheadMs = -72 * 60 * 60 * 1000;
  const { scene, ada, ben, mo } = await threeDesks({ clock });
  await readAll(ada, ben, mo);
  aheadMs = 0;
  await wipe(cluster, scene.database);
  await ada.team('repair');
  await readAll(ben, mo);
  const cleo = scene.person('cleo');
  await join(ada, cleo, 'Cleo', scene.at('cleo.json'));
  expect(await cleo.team('status')).toMatchObject({ members: 4, voidActs: [] });
  expectError(await cleo.pay('INV-1'), 1, 'team.taken', 'Ada');
});

test('a desk that was put back from a backup reads on, and confirms nothing that it has not read', async () => {
  const { scene, ada, ben, mo } = await threeDesks();
  await readAll(ada, ben, mo);
  cpSync(mo.data, scene.at('mo-before'), { recursive: true });
  const snapshot = await snapshotOf(cluster, scene.database);
  await ada.pay('INV-2', '20.00');
  await readAll(ada, ben, mo);
  rmSync(mo.data, { recursive: true });
  cpSync(scene.at('mo-before'), mo.data, { recursive: true });
  await snapshot.restore();
  // Mo knows no act that the server lacks: its own copy alone does not show the loss.
  await ada.team('repair');
  await mo.run('team', 'status');
  expect(await headOf(mo)).toEqual(await headOf(ada));
});

import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();
const entry = { accountNumber: '700000', entryId: 'EUR0001' };
const other = { ...entry, entryId: 'EUR0002' };

test('two windows see each other, which entry the other looks at, and that it closed', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada Obi');
  await scene.join(ada, ben, 'Ben Ade');
  const people = async (desk: typeof ada, at: typeof entry | null = entry) =>
    (await desk.get('team.presence', { entry: at })).people.map(({ name, isHere }) => [
      ...[name, isHere],
    ]);
  const waiting = { timeout: 20_000, interval: 100 };
  await expect.poll(() => people(ada), waiting).toEqual([['Ben Ade', false]]);
  await expect.poll(() => people(ben), waiting).toEqual([['Ada Obi', false]]);
  await ben.get('team.lookAt', { entry });
  await expect.poll(() => people(ada), waiting).toEqual([['Ben Ade', true]]);
  expect(await people(ada, other)).toEqual([['Ben Ade', false]]);
  expect(await people(ada, null)).toEqual([['Ben Ade', false]]);
  expect(ada.facts).toContainEqual({ event: 'store.changed', fact: { topic: 'presence' } });
  const root = await scene.database.asSuperuser();
  const { rows } = await root.query('SELECT * FROM nostro.presence');
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/EUR0001|700000|Ben/);
  await ben.get('team.lookAt', { entry: null });
  await expect.poll(() => people(ada), waiting).toEqual([['Ben Ade', false]]);
  await ben.close();
  await expect.poll(() => people(ada), waiting).toEqual([]);
  expect((await root.query('SELECT * FROM nostro.presence')).rows).toHaveLength(1);
}, 120_000);

test('a desk that was killed is gone after 75 seconds, and a revoked one at once', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const names = async () => {
    await ada.get('team.lookAt', { entry: null });
    return (await ada.get('team.presence', { entry: null })).people.map(({ name }) => name);
  };
  const waiting = { timeout: 40_000, interval: 300 };
  await expect.poll(names, waiting).toEqual(['Ben']);
  const root = await scene.database.asSuperuser();
  await root.query(
    "ALTER TABLE nostro.presence DISABLE TRIGGER ALL; UPDATE nostro.presence SET at = at - interval '80 seconds' WHERE login <> (SELECT login FROM nostro.desk ORDER BY since LIMIT 1)",
  );
  await expect.poll(names, waiting).toEqual([]);
  await expect.poll(names, waiting).toEqual(['Ben']);
  const key = (await ada.get('team.view', { isFresh: true })).members[1]?.key ?? '';
  await ada.get('team.revoke', { key, why: 'laptop lost' });
  await expect.poll(names, waiting).toEqual([]);
}, 120_000);

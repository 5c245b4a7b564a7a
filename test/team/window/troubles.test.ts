import { expect } from 'vitest';

import { cuttingLine } from '../../support/postgres/cutting-line.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { snapshotOf } from '../../support/postgres/snapshot.ts';
import { addressOf, payFrom, windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();

test('while the database is away a payment waits, and is sent once under its reference when it is back', async () => {
  const scene = await windowScene(cluster);
  const line = await cuttingLine(cluster.address().port);
  const ada = await scene.open();
  await scene.found(ada, 'Ada', line.port);
  const { length: before } = ada.facts;
  line.become('cut');
  expect(await payFrom(ada, 'WAITS-1')).toMatchObject({
    value: { state: 'not-sent', error: { code: 'team.unreachable' }, mayRepeat: true },
  });
  const away = await ada.get('team.view', { isFresh: true });
  expect([away.status?.state, away.problem?.code]).toEqual(['unreachable', 'team.unreachable']);
  expect(away.members).toHaveLength(1);
  expect(scene.bank.orders).toEqual([]);
  line.become('open');
  expect((await ada.get('team.view', { isFresh: true })).status?.state).toBe('current');
  expect(ada.facts.slice(before)).toContainEqual({
    event: 'store.changed',
    fact: { topic: 'team' },
  });
  const { submission } = await ada.get('payments.get', { reference: 'WAITS-1' });
  await ada.get('submissions.sendAgain', {
    submissionId: submission?.submissionId ?? '',
  });
  expect(scene.bank.orders.map(({ reference }) => reference)).toEqual(['WAITS-1']);
}, 120_000);

test('a desk that was revoked shows it as an exception that leads to the team', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const { members } = await ada.get('team.view', { isFresh: true });
  await ada.get('team.revoke', { key: members[1]?.key ?? '', why: 'laptop lost' });
  await ben.get('team.view', { isFresh: true });
  const { items } = await ben.get('exceptions.list', {});
  expect(items).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'sending-closed', title: 'The team lets nothing be sent', mayClose: false },
      place: { view: 'team' },
    }),
  );
  const { items: others } = await ada.get('exceptions.list', {});
  expect(others.filter(({ place }) => place?.view === 'team')).toEqual([]);
}, 120_000);

test('founding that fails leaves a desk alone, and one that stopped half way is finished', async () => {
  const scene = await windowScene(cluster);
  const [ada, other] = [await scene.open(), await scene.open()];
  const login = await scene.database.makeLogin('founder');
  ada.openFrom = scene.write('wrong.txt', 'not the password');
  await ada.get('team.chooseFile', { kind: 'password' });
  const wanted = { name: 'Ada', database: addressOf(cluster, scene.database.name, login) };
  expect((await ada.refused('team.found', wanted)).code).toBe('team.login-refused');
  expect(await ada.get('team.view', { isFresh: true })).toMatchObject({ membership: 'none' });
  expect((await payFrom(ada, 'ALONE-1')).ok).toBe(true);
  ada.openFrom = scene.write('first.txt', login);
  await ada.get('team.chooseFile', { kind: 'password' });
  const [first, second] = await Promise.all([
    ada.request('team.found', wanted),
    ada.request('team.found', wanted),
  ]);
  expect(first).toMatchObject({ ok: true, value: { membership: 'joined' } });
  expect(second).toMatchObject({ ok: false });
  const founded = await other.request('team.found', wanted);
  expect(founded).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
}, 120_000);

test('a repair by a window opens sending when the other has confirmed', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const snapshot = await snapshotOf(cluster, scene.database);
  expect((await payFrom(ada, 'BEHIND-1')).ok).toBe(true);
  await ada.get('team.view', { isFresh: true });
  await snapshot.restore();
  expect((await ada.get('team.view', { isFresh: true })).status?.state).toBe('server-behind');
  expect((await payFrom(ada, 'CLOSED-1')).ok).toBe(false);
  const { view } = await ada.get('team.repair', {});
  expect(view.awaited).toEqual(['Ben']);
  expect((await ben.get('team.view', { isFresh: true })).awaited).toEqual([]);
  expect(await ada.get('team.view', { isFresh: true })).toMatchObject({ awaited: [] });
  expect((await payFrom(ada, 'OPEN-1', '12.00')).ok).toBe(true);
}, 120_000);

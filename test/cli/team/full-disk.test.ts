import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, vi } from 'vitest';

import { attemptSync } from '../../../electron/engines/store/local-faults.ts';
import { test as clusterTest, useCluster, type Cluster } from '../../support/postgres/cluster.ts';
import { canMount, superuser } from '../../support/postgres/server.ts';
import { teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';

const isMounted = canMount();
if (!isMounted) console.warn('SKIPPED: a full disk is tried only by root on Linux.');
const test = isMounted ? clusterTest : clusterTest.skip;
const setup = { settings: ['autovacuum=off', 'checkpoint_timeout=1d'] };
const disk = (isLogElsewhere: boolean) => () =>
  isMounted ? { ...setup, disk: { megabytes: 96, isLogElsewhere } } : {};

const [data, all] = [useCluster(disk(true)), useCluster(disk(false))];
vi.setConfig({ testTimeout: 300_000 });

const amountOf = (n: number, cents = '50'): string => `${n + 1}.${cents}`;

/** Fills the disk of a server up to so many bytes; returns what makes room again. */
function fill(cluster: Cluster, leftBytes: number): () => void {
  const { data: folder } = cluster.server();
  const file = join(folder, 'filler');
  const opened = openSync(file, 'w');
  const block = Buffer.alloc(4096);
  let written = 0;
  const isWritten = (): boolean =>
    attemptSync(() => {
      written += writeSync(opened, block);
    }).ok;
  while (isWritten());
  ftruncateSync(opened, written - leftBytes);
  closeSync(opened);
  return () => {
    rmSync(file);
  };
}

/** Pays until the record takes no more, and returns the refusal. */
async function payUntilRefused(desk: TeamPerson, name: string) {
  for (let n = 0; n < 400; n += 1) {
    const paid = await desk.pay(`${name}-${n}`, amountOf(n, name === 'BEN' ? '75' : '50'));
    if (paid.code !== 0) return paid;
  }
  return expect.fail('the disk was never full');
}

/** Everything that was booked is claimed and settled, and nothing was booked twice. */
async function expectWhole(cluster: Cluster, name: string, booked: readonly string[]) {
  expect(new Set(booked).size).toBe(booked.length);
  const inside = await cluster.connect(name, superuser, superuser);
  const { rows } = await inside.query<{ outcome: string | null }>(
    "SELECT outcome FROM nostro.claim WHERE coalesce(outcome, '') NOT IN ('not-sent')",
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(booked.map(() => 'accepted'));
}

test('a full disk of the data refuses claims in plain words, and all goes on once there is room', async () => {
  const scene = await teamScene(data);
  const { ada, ben } = await twoDesks(data, scene);
  const booked = () => scene.bank.orders.map(({ reference }) => String(reference));
  const makeRoom = fill(data, 64 * 1024);
  const refused = await payUntilRefused(ada, 'ADA');
  expect(refused.error()).toMatchObject({ code: 'team.full', retryable: true });
  expect(refused.error().message).toContain(
    'Nothing was sent. Have the database’s administrator make room, then send again.',
  );
  expect((await payUntilRefused(ben, 'BEN')).error().code).toBe('team.full');
  const before = booked();
  // What is recorded can be read.
  expect((await ben.run('team', 'status')).json()).toMatchObject({ state: 'current' });
  expect((await ada.pay('ADA-MORE', '900.50')).code).toBe(1);
  expect(booked()).toEqual(before);
  makeRoom();
  for (const desk of [ada, ben]) {
    expect(await desk.team('status')).toMatchObject({ state: 'current', unsent: 0 });
    await desk.team('check');
  }
  expect((await ada.pay('ADA-AFTER', '901.50')).code).toBe(0);
  await ada.team('status');
  await expectWhole(data, scene.database.name, booked());
});

test('a full disk of the log ends the server: nothing is sent, and all goes on once it runs again', async () => {
  const scene = await teamScene(all);
  const { ada, ben } = await twoDesks(all, scene);
  const booked = () => scene.bank.orders.map(({ reference }) => String(reference));
  const makeRoom = fill(all, 16 * 1024);
  const refused = await payUntilRefused(ada, 'ADA');
  expect(refused.error().code).toMatch(/^team\.(full|unreachable|answer-lost)$/);
  expect(refused.error().message).toContain('Nothing was sent.');
  const before = booked();
  for (const [desk, n] of [
    [ben, 700],
    [ada, 701],
  ] as const) {
    const again = await desk.pay(`MORE-${n}`, amountOf(n));
    expect([again.code, again.error().code]).toEqual([
      1,
      expect.stringMatching(/^team\.(full|unreachable|answer-lost)$/),
    ]);
  }
  expect(booked()).toEqual(before);
  makeRoom();
  await all.server().restart();
  for (const desk of [ada, ben]) {
    expect(await desk.team('status')).toMatchObject({ state: 'current', unsent: 0 });
    await desk.team('check');
  }
  expect((await ben.pay('BEN-AFTER', '901.50')).code).toBe(0);
  await ben.team('status');
  await expectWhole(all, scene.database.name, booked());
});

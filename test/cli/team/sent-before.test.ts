import { expect, vi } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { snapshotOf } from '../../support/postgres/snapshot.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { orderOf } from '../../support/team/lossy-scene.ts';
import { openingOf, startOpeningBank } from '../../support/team/opening-bank.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Status = { readonly notApproved?: readonly { reference: string; why: string }[] };

const objectionsOn = async (...people: readonly TeamPerson[]): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (const person of people)
    found.push(...((await person.team<Status>('status')).notApproved ?? []));
  return found;
};

async function teamWithRules() {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  return { scene, ada, ben };
}

test('a desk that sent large payments alone joins a team with rules, and none of them is shown as without approval', async () => {
  const { scene, ada, ben } = await teamWithRules();
  const mo = scene.person('mo');
  for (const at of ['1', '2', '3']) expect((await mo.pay(`OWN-${at}`, `${at}00.50`)).code).toBe(0);
  await join(ada, mo, 'Mo', scene.at('mo.json'), 'maker');
  expectError(await ada.pay('OWN-2', '20.00'), 1, 'team.taken', 'Mo');
  expect(await objectionsOn(ada, ben, mo)).toEqual([]);
  expect((await mo.pay('SMALL')).code).toBe(0);
  expectError(await mo.pay('LARGE', '200.00'), 1, 'team.not-approved');
});

test('an approved payment whose claim the database lost is claimed again, and is not shown as without approval', async () => {
  const { scene, ada, ben } = await teamWithRules();
  const mo = scene.person('mo');
  await join(ada, mo, 'Mo', scene.at('mo.json'), 'maker');
  const asked = await mo.run('pay', ...orderOf('APPROVED', '500.00'), '--request');
  const { request } = asked.json<{ request: string }>();
  const approved = await ada.typing('500.00', 'approve', request, '--expect', '500.00:EUR:B-1');
  expect([approved.err, approved.code]).toEqual(['', 0]);
  for (const person of [ada, ben, mo]) await person.team('status');
  const snapshot = await snapshotOf(cluster, scene.database);
  const paid = await mo.run('pay', '--of', request);
  expect([paid.err, paid.code]).toEqual(['', 0]);
  await snapshot.restore();
  await mo.team('status');
  expectError(await ben.pay('APPROVED', '20.00'), 1, 'team.taken', 'Mo');
  expect(await objectionsOn(ada, ben, mo)).toEqual([]);
  expect(scene.bank.orders.filter(({ reference }) => reference === 'APPROVED')).toHaveLength(1);
});

test('what is claimed because rules name it is claimed again, and what was sent before them is not', async () => {
  const scene = await teamScene(cluster, startOpeningBank);
  const { ada, ben } = await twoDesks(cluster, scene);
  expect((await ben.run('call', ...openingOf('Before the rules'))).code).toBe(0);
  const file = scene.write(
    'rules.json',
    JSON.stringify({
      rules: [
        { when: { operations: ['createVirtualAccount'] }, need: { role: 'checker', count: 1 } },
      ],
    }),
  );
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const asked = await ben.run('call', ...openingOf('Ops'), '--request');
  const { request, about } = asked.json<{ request: string; about: string }>();
  const approved = await ada.typing(about, 'approve', request, '--expect', about);
  expect([approved.err, approved.code]).toEqual(['', 0]);
  const claims = async (): Promise<number> => {
    const { out } = await ada.run('team', 'log', '--kind', 'claim');
    return out.split('\n').filter((line) => line !== '').length;
  };
  for (const person of [ada, ben]) await person.team('status');
  const before = await claims();
  const snapshot = await snapshotOf(cluster, scene.database);
  const sent = await ben.run('call', 'createVirtualAccount', '--of', request);
  expect([sent.err, sent.code]).toEqual(['', 0]);
  await snapshot.restore();
  await ben.team('status');
  expect(await claims()).toBe(before + 1);
  expect(await objectionsOn(ada, ben)).toEqual([]);
});

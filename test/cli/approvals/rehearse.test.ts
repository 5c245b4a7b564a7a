import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { openingOf, startOpeningBank } from '../../support/team/opening-bank.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
    { when: { newPayee: true }, need: { role: 'checker', count: 1 } },
    { when: { linesOver: 5 }, need: { role: 'lead', count: 3 } },
  ],
});

test('rules are rehearsed with what the own journal and the record know, and change nothing', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  await join(ada, scene.person('cy'), 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  const rehearsed = async (...more: string[]) => {
    const run = await ada.run('approval-rules', 'rehearse', '--file', file, ...more);
    expect([run.err, run.code]).toEqual(['', 0]);
    return run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  expect((await ada.pay('OWN-1', '150.00')).code).toBe(0);
  expect((await ada.pay('OWN-2', '50.00')).code).toBe(0);
  // Without rules in force the record does not say what a colleague sent.
  expect((await ben.pay('BEN-1', '160.00')).code).toBe(0);
  const before = await rehearsed('--days', '30');
  expect(before).toMatchObject([
    { rule: 1, need: { role: 'checker', count: 1 }, payments: 1, unmet: 0, persons: ['Cy'] },
    { rule: 2, payments: 1, persons: ['Cy'], canBeMet: true },
    { rule: 3, payments: 0, persons: ['Ada'], canBeMet: false },
    { person: 'Ada', payments: 0 },
    { person: 'Ben', payments: 0 },
    { person: 'Cy', payments: 1 },
    { payments: 2, free: 1, unread: 1 },
  ]);
  expect((await ada.run('approval-rules', 'show')).json()).toEqual({
    ...{ inForce: null, proposed: [], delegations: [] },
  });

  const inForce = scene.write(
    'none.json',
    JSON.stringify({ rules: [{ when: { linesOver: 9 }, need: { role: 'lead', count: 1 } }] }),
  );
  const set = await ada.typing('RULES 1', 'approval-rules', 'set', '--file', inForce);
  expect([set.err, set.code]).toEqual(['', 0]);
  expect((await ben.pay('BEN-2', '170.00')).code).toBe(0);
  const after = await rehearsed();
  expect(after[0]).toMatchObject({ rule: 1, payments: 2, persons: ['Ada', 'Cy'] });
  expect(after.at(-1)).toMatchObject({ payments: 3, free: 1, unread: 1 });

  for (const wrong of [
    ['--days', '0'],
    ['--days', '999999999'],
    ['--file', 'no such file'],
  ]) {
    const run = await ada.run('approval-rules', 'rehearse', '--file', file, ...wrong);
    expect([wrong, run.code, run.error().code]).toEqual([wrong, 2, 'input.invalid']);
  }
}, 400_000);

test('what a team claims only where rules name it is rehearsed by rules that name it', async () => {
  const scene = await teamScene(cluster, startOpeningBank);
  const { ada } = await twoDesks(cluster, scene);
  const opened = await ada.run('call', ...openingOf('Ops'));
  expect([opened.err, opened.code]).toEqual(['', 0]);
  const rehearsed = async (when: object): Promise<unknown> => {
    const need = { role: 'checker', count: 1 };
    const file = scene.write('rules.json', JSON.stringify({ rules: [{ when, need }] }));
    const run = await ada.run('approval-rules', 'rehearse', '--file', file);
    return JSON.parse(run.out.split('\n')[0] ?? '');
  };
  expect(await rehearsed({ operations: ['createVirtualAccount'] })).toMatchObject({ payments: 1 });
  expect(await rehearsed({})).toMatchObject({ payments: 0 });
}, 400_000);

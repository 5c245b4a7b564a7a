import { expect } from 'vitest';

import { addDays } from '../../../shared/calendar/calendar.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { orderOf } from '../../support/team/lossy-scene.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  zone: 'Europe/Berlin',
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Requested = { readonly request: string; readonly may: boolean };
type Delegated = { readonly delegation: string; readonly begins: string; readonly ends: string };

test('a deputy approves up to the limit until it is taken back, and only a person at a terminal delegates', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const dee = scene.person('dee');
  await join(ada, dee, 'Dee', scene.at('dee.json'), 'maker');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);

  const today = new Date().toISOString().slice(0, 10);
  // The day in Berlin may be the next one already.
  const [from, to] = [addDays(today, -1), addDays(today, 2)];
  const days = ['--from', from, '--to', to];
  const limit = ['--limit', '600:EUR'];
  expectError(await ada.run('delegate', 'Ben', ...days), 1, 'confirmation.required');
  for (const wrong of [
    ['Nobody', ...days],
    ['Ada', ...days],
    ['Ben', '--from', to, '--to', from],
    ['Ben', '--from', '2020-01-01', '--to', '2020-01-31'],
    ['Ben', ...days, '--limit', '600'],
    ['Ben', ...days, '--limit', '600:XXY'],
    ['Ben', '--from', from],
  ])
    expectError(await ada.typing('Ben', 'delegate', ...wrong), 2, 'input.invalid');

  const requested = async (reference: string, amount: string): Promise<string> =>
    (await dee.run('pay', ...orderOf(reference, amount), '--request')).json<Requested>().request;
  const approvedBy = async (request: string, amount: string) => {
    const run = await ben.typing(amount, 'approve', request, '--expect', `${amount}:EUR:B-1`);
    expect([run.err, run.code]).toEqual(['', 0]);
    return run.json<Requested>().may;
  };
  const early = await requested('EARLY', '500.00');
  expect(await approvedBy(early, '500.00')).toBe(false);

  const made = await ada.typing('Ben', 'delegate', 'Ben', ...days, ...limit);
  expect([made.err, made.code]).toEqual(['', 0]);
  const { delegation, ends } = made.json<Delegated>();
  expect(made.json()).toMatchObject({ from: 'Ada', to: 'Ben', withdrawnAt: null });
  // Berlin is one or two hours ahead.
  expect(ends).toMatch(new RegExp(`^${to}T2[12]:59:59.999Z$`));
  const { delegations } = (await dee.run('approval-rules', 'show')).json<{
    delegations: Delegated[];
  }>();
  expect(delegations).toEqual([made.json()]);

  const [small, large, later] = [
    await requested('SMALL', '500.00'),
    await requested('LARGE', '700.00'),
    await requested('LATER', '550.00'),
  ];
  expect(await approvedBy(small, '500.00')).toBe(true);
  expect(await approvedBy(large, '700.00')).toBe(false);
  expect(await approvedBy(later, '550.00')).toBe(true);
  const paid = await dee.run('pay', '--of', small);
  expect([paid.err, paid.code]).toEqual(['', 0]);

  expectError(await ben.run('withdraw', delegation), 1, 'confirmation.required');
  expectError(await dee.typing('Ben', 'withdraw', delegation), 1, 'team.refused');
  const back = await ben.typing('Ben', 'withdraw', delegation);
  expect([back.err, back.code]).toEqual(['', 0]);
  expectError(await dee.run('pay', '--of', later), 1, 'team.not-approved');
}, 400_000);

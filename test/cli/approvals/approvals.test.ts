import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { lossyScene, sentBy } from '../../support/team/lossy-scene.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Requested = {
  readonly request: string;
  readonly may: boolean;
  readonly missing: readonly string[];
};

const order = (reference: string, amount: string): string =>
  JSON.stringify({
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
    ...{ amount, currency: 'EUR' },
  });

test('a payment above the rules waits for a colleague, who approves it at a terminal', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  const script = await ada.run('approval-rules', 'set', '--file', file);
  expect([script.code, script.error().code]).toEqual([1, 'confirmation.required']);
  const set = await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file);
  expect([set.err, set.code]).toEqual(['', 0]);
  expect(set.json()).toMatchObject({ inForce: { version: 1 }, proposed: [] });

  // Under the limit not one key more; above it nothing leaves.
  expect((await ada.pay('SMALL')).code).toBe(0);
  const alone = await ben.pay('LARGE-1', '500.00');
  expect([alone.code, alone.error().code]).toEqual([1, 'team.not-approved']);
  expect(alone.error().message).toContain('1 of role checker for more than 100.00 EUR');
  expect(await sentBy(ben, 'LARGE-1')).toMatchObject({ state: 'not-sent' });

  const asked = await ben.run('pay', '--input', order('LARGE-2', '500.00'), '--request');
  expect(asked.code).toBe(4);
  const { request } = asked.json<Requested>();
  const waiting = await cy.run('requests', '--waiting-for-me');
  expect(waiting.json()).toMatchObject([{ request, maker: 'Ben' }]);
  expect((await ben.run('requests', '--waiting-for-me')).json()).toEqual([]);
  const early = await ben.run('pay', '--of', request);
  expect([early.code, early.error().code]).toEqual([1, 'team.not-approved']);

  const expected = ['--expect', '500:EUR:B-1'];
  const other = await cy.typing('500.00', 'approve', request, '--expect', '500:EUR:B-2');
  expect([other.code, other.error().code]).toEqual([1, 'input.invalid']);
  const byScript = await cy.run('approve', request, ...expected);
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  const own = await ben.typing('500.00', 'approve', request, ...expected);
  expect(own.json<Requested>()).toMatchObject({ may: false });
  const approved = await cy.typing('500.00', 'approve', request, ...expected);
  expect([approved.err, approved.code]).toEqual(['', 0]);
  expect(approved.json<Requested>()).toMatchObject({ may: true, missing: [] });
}, 400_000);

test('an approved payment is sent once, a refused or withdrawn one never', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const requested = async (reference: string, amount: string): Promise<string> => {
    const run = await ben.run('pay', '--input', order(reference, amount), '--request');
    return run.json<Requested>().request;
  };
  const approve = (request: string) =>
    ada.typing('500.00', 'approve', request, '--expect', '500.00:EUR:B-1');
  const [sent, refused, withdrawn] = [
    await requested('SENT', '500.00'),
    await requested('REFUSED', '600.00'),
    await requested('WITHDRAWN', '700.00'),
  ];
  // The founder has every role.
  expect((await approve(sent)).code).toBe(0);
  const paid = await ben.run('pay', '--of', sent);
  expect([paid.err, paid.code]).toEqual(['', 0]);
  const again = await ben.run('pay', '--of', sent);
  expect(again.json()).toMatchObject({ outcome: 'accepted' });
  expect((await ada.typing('REFUSE', 'refuse', refused, '--words', 'too early')).code).toBe(0);
  expect((await ben.run('withdraw', withdrawn)).code).toBe(0);
  for (const request of [refused, withdrawn]) {
    const run = await ben.run('pay', '--of', request);
    expect([run.code, run.error().code]).toEqual([1, 'team.not-approved']);
  }
}, 400_000);

test('a claim in transit while rules are set is checked against them', async () => {
  const { ada, ben, booked, line, write } = await lossyScene(cluster);
  const held = line.hold('claim');
  const late = ben.pay('LATE', '500.00');
  await held.reached;
  const file = write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  held.release();
  const run = await late;
  expect([run.code, run.error().code]).toEqual([1, 'team.not-approved']);
  expect(booked()).toEqual([]);
}, 400_000);

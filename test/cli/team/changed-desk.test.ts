import { expect, onTestFinished, vi } from 'vitest';

import { Approvals } from '../../../electron/nouns/approvals/approvals.ts';
import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { ok } from '../../../shared/result.ts';
import { openTestDesk, type TestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { orderOf } from '../../support/team/lossy-scene.ts';
import {
  teamScene,
  twoDesks,
  type TeamPerson,
  type TeamScene,
} from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Judge = InstanceType<typeof Approvals>['judge'];
type Status = { readonly notApproved?: readonly { reference: string; why: string }[] };
type Line = { readonly request: string; readonly line: number };

const premise = { details: '', country: '', twins: [], warnings: [], debit: null };

/** A claim that names this payload, or a line of this request, whatever is sent. */
const naming =
  (payloadOf: (payload: string) => string, of: Line | null = null): Judge =>
  (wanted) =>
    wanted.map(({ sending }: WantedClaim) => {
      const { operation = '', payload = '' } = sending ?? {};
      const order = of === null ? { operation, payload: payloadOf(payload) } : null;
      const place = of ?? { request: null, line: 0 };
      return ok({ payment: { ...place, order, premise }, tallies: [] });
    });

/** The desk that runs `work` claims by this judge in place of its own. */
async function changed<T>(judge: Judge, work: () => Promise<T>): Promise<T> {
  const spy = vi.spyOn(Approvals.prototype, 'judge').mockImplementation(judge);
  onTestFinished(() => {
    spy.mockRestore();
  });
  const done = await work();
  spy.mockRestore();
  return done;
}

/** A window that joins by an administrator of the command line. */
async function windowOf({ bank, at }: TeamScene, admin: TeamPerson, name: string) {
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile });
  await desk.get('session.signIn', { credentials: bank.credentials, remember: true });
  desk.openFrom = at(`${name}.json`);
  await admin.team('invite', '--name', name, '--role', 'checker', '--out', desk.openFrom);
  await desk.get('team.chooseFile', { kind: 'invitation' });
  const { words } = await desk.get('team.join', {});
  await admin.team('admit', '--words', words.join(' '));
  await desk.get('team.continue', { areDifferencesSeen: false });
  return desk;
}

async function exceptionsOf(desk: TestDesk): Promise<string[]> {
  await desk.get('team.view', { isFresh: true });
  const { items } = await desk.get('exceptions.list', {});
  return items.filter(({ kind }) => kind === 'not-approved').map(({ title }) => title);
}

test('a desk that claims past its judge is shown on every other desk, and its claims by the rules stand', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = await windowOf(scene, ada, 'Cy');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const asked = await ben.run('pay', ...orderOf('APPROVED', '500.00'), '--request');
  const { request } = asked.json<{ request: string }>();
  const approved = await ada.typing('500.00', 'approve', request, '--expect', '500.00:EUR:B-1');
  expect([approved.err, approved.code]).toEqual(['', 0]);

  const cheats: readonly (readonly [reference: string, amount: string, judge: Judge])[] = [
    ['SILENT', '900.00', () => null],
    ['ALONE', '901.00', naming((payload) => payload)],
    ['SMALLER', '902.00', naming((payload) => payload.replace('902.00', '2.00'))],
    ['ANOTHER', '903.00', naming((payload) => payload, { request, line: 0 })],
    ['NOWHERE', '904.00', naming((payload) => payload, { request: 'f'.repeat(64), line: 0 })],
  ];
  for (const [reference, amount, judge] of cheats) {
    const run = await changed(judge, () => ben.pay(reference, amount));
    expect([run.err, run.code]).toEqual(['', 0]);
  }
  // By the rules: a small one, and the approved one, whose line a cheat has named.
  expect((await ben.pay('SMALL')).code).toBe(0);
  const paid = await ben.run('pay', '--of', request);
  expect([paid.err, paid.code]).toEqual(['', 0]);

  for (const desk of [ada, ben]) {
    const { notApproved = [] } = await desk.team<Status>('status');
    expect(notApproved.map(({ reference, why }) => [reference, why])).toEqual([
      ['SILENT', 'It does not say what it sends.'],
      ['ALONE', 'It needs 1 of role checker for more than 100.00 EUR, and has 0.'],
      ['SMALLER', 'It sends another payment than it names.'],
      ['ANOTHER', expect.stringContaining('It sends another payment than it names.') as string],
      ['NOWHERE', 'It names a request that is not in the record.'],
    ]);
    expect(notApproved[0]).toMatchObject({ name: 'Ben' });
  }
  expect((await exceptionsOf(cy)).toSorted()).toEqual(
    cheats.map(([reference]) => `Ben sent ${reference} without approval`).toSorted(),
  );
}, 400_000);
